package io.github.tracecast.simulate.result;

import io.github.tracecast.simulate.ReplayException;
import io.github.tracecast.simulate.lanes.Counts;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrays;
import java.util.Arrays;

/**
 * The use of each link: number of messages, payload in bytes, and busy time in ps. An engine fills
 * it during the run, from the routes that messages take.
 *
 * <p>The busy time of a message is its bytes on the wire, divided by the highest rate at which the
 * link carries messages of its size. A link that is always busy is therefore always full. If
 * several messages share a link, each adds its own share of the busy time.
 *
 * <p>Optionally, the object also holds these figures for slices of time, whose sums equal the
 * totals. Memory: 24 bytes per link, and about 50 bytes for each of at most {@link #MAX_CELLS}
 * cells; a cell is a slice in which a link is used. One thread.
 */
public final class LinkUse {
  /** The largest number of cells; a cell is a slice of time and a link that is used in it. */
  public static final int MAX_CELLS = 10_000_000;

  private static final int FIELDS = 3;
  private static final int BYTES = 1;
  private static final int BUSY = 2;

  private final int links;
  private final long slicePicos;
  private final Counts totals;

  /** The row of each cell, by slice and link. */
  private final Long2IntOpenHashMap rows = new Long2IntOpenHashMap();

  private long[] cells = new long[0];

  /** Receives the use of a link in a slice of time. */
  public interface Cell {
    void of(long slice, int link, long messages, long bytes, long busyPicos);
  }

  /** Creates a record of a run's totals, and of the use in each slice of a length, in ps. */
  public LinkUse(int links, long slicePicos) {
    this.links = links;
    this.slicePicos = slicePicos;
    this.totals = new Counts(Math.multiplyExact(FIELDS, links));
    rows.defaultReturnValue(-1);
  }

  /** Creates a record of the totals of a run for a number of links. */
  public static LinkUse total(int links) {
    return new LinkUse(links, Long.MAX_VALUE);
  }

  /** Whether the use of links is kept in slices of time. */
  public boolean hasSlices() {
    return slicePicos < Long.MAX_VALUE;
  }

  public long slicePicos() {
    return slicePicos;
  }

  /** The totals of all links, which grow when iterations are skipped. */
  public Counts totals() {
    return totals;
  }

  /** Counts a message that begins to cross a link. */
  public void message(int link, long atPicos) {
    if (link < links) {
      totals.increment(FIELDS * link);
      if (hasSlices()) {
        int row = row(atPicos / slicePicos, link); // first, as row() may replace `cells`
        cells[row]++;
      }
    }
  }

  /** Adds payload that crosses a link at a constant rate between two times. */
  public void carries(int link, long fromPicos, long toPicos, long bytes, long busyPicos) {
    if (link >= links) {
      return; // the collective network, which is not a link of the topology
    }
    totals.add(FIELDS * link + BYTES, bytes);
    totals.add(FIELDS * link + BUSY, busyPicos);
    if (hasSlices()) {
      cut(link, fromPicos, toPicos, bytes, busyPicos);
    }
  }

  /** Distributes bytes over slices. The remainder after each slice is rounded, so that the sum is exact. */
  private void cut(int link, long fromPicos, long toPicos, long bytes, long busyPicos) {
    long duration = toPicos - fromPicos;
    long at = fromPicos;
    long bytesLeft = bytes;
    long busyLeft = busyPicos;
    while (true) {
      long slice = at / slicePicos;
      long end = Math.min(toPicos, (slice + 1) * slicePicos);
      double left = duration == 0 ? 0 : (double) (toPicos - end) / duration;
      long bytesAfter = Math.round(bytes * left);
      long busyAfter = Math.round(busyPicos * left);
      int row = row(slice, link);
      cells[row + BYTES] += bytesLeft - bytesAfter;
      cells[row + BUSY] += busyLeft - busyAfter;
      if (end == toPicos) {
        return;
      }
      at = end;
      bytesLeft = bytesAfter;
      busyLeft = busyAfter;
    }
  }

  private int row(long slice, int link) {
    long key = Math.addExact(Math.multiplyExact(slice, links), link);
    int row = rows.get(key);
    if (row < 0) {
      if (rows.size() >= MAX_CELLS) {
        throw new ReplayException("`links` every: found more than " + MAX_CELLS
            + " pairs of a busy link and a time slice; expected fewer pairs. Choose longer slices");
      }
      row = FIELDS * rows.size();
      rows.put(key, row);
      if (row == cells.length) {
        cells = Arrays.copyOf(cells, Math.max(FIELDS << 8, 2 * row));
      }
    }
    return row;
  }

  /** Number of messages that crossed a link. If a message is split over several routes, each part counts. */
  public long messages(int link) {
    return totals.get(FIELDS * link);
  }

  /** The payload that crossed a link, bytes. */
  public long bytes(int link) {
    return totals.get(FIELDS * link + BYTES);
  }

  public long busyPicos(int link) {
    return totals.get(FIELDS * link + BUSY);
  }

  /** Visits the links in use in each slice, by slice and then by link. */
  public void forEachCell(Cell visitor) {
    long[] keys = rows.keySet().toLongArray();
    LongArrays.quickSort(keys);
    for (long key : keys) {
      int row = rows.get(key);
      visitor.of(
          key / links, (int) (key % links), cells[row], cells[row + BYTES], cells[row + BUSY]);
    }
  }
}
