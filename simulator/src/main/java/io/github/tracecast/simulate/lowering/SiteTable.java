package io.github.tracecast.simulate.lowering;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;

/**
 * Numbers the sites: pairs of an event and a row of times. The run only counts the executions of
 * each site.
 */
public final class SiteTable {
  private static final int NONE = -1;

  private final Long2IntOpenHashMap numbers = new Long2IntOpenHashMap();
  private final IntArrayList events = new IntArrayList();
  private final IntArrayList rows = new IntArrayList();

  SiteTable() {
    numbers.defaultReturnValue(NONE);
  }

  int of(int event, int row) {
    int next = events.size();
    int known = numbers.putIfAbsent((long) event << 32 | row, next);
    if (known != NONE) {
      return known;
    }
    events.add(event);
    rows.add(row);
    return next;
  }

  public int count() {
    return events.size();
  }

  public int event(int site) {
    return events.getInt(site);
  }

  public int row(int site) {
    return rows.getInt(site);
  }
}
