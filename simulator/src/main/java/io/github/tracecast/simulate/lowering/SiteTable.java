package io.github.tracecast.simulate.lowering;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;

/**
 * Numbers the sites: pairs of an event and a row of times. The run only counts how often each
 * happens.
 */
public final class SiteTable {
  private final Long2IntOpenHashMap numbers = new Long2IntOpenHashMap();
  private final IntArrayList events = new IntArrayList();
  private final IntArrayList rows = new IntArrayList();

  int of(int event, int row) {
    return numbers.computeIfAbsent((long) event << 32 | row, key -> {
      events.add(event);
      rows.add(row);
      return events.size() - 1;
    });
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
