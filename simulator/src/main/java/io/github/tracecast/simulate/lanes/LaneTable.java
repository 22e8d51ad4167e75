package io.github.tracecast.simulate.lanes;

import it.unimi.dsi.fastutil.HashCommon;
import java.util.Arrays;

/**
 * Times by row, one for each lane, in ps. Equal rows are kept once. One thread fills it; later it
 * is only read.
 */
public final class LaneTable {
  private static final int FREE = -1;

  public final LaneTimes picos;

  private final int lanes;
  private int count;

  /** Rows by hash. */
  private int[] rows = free(32);

  public LaneTable(int lanes) {
    this.lanes = lanes;
    this.picos = new LaneTimes(16, lanes);
  }

  private static int[] free(int size) {
    int[] rows = new int[size];
    Arrays.fill(rows, FREE);
    return rows;
  }

  /** The number of the row with these times. */
  public int row(long[] times) {
    return row(times, 0);
  }

  /** The number of the row with the times that begin at {@code from}. */
  public int row(long[] times, int from) {
    int at = hash(times, from) & rows.length - 1;
    while (rows[at] != FREE) {
      if (picos.equals(rows[at], times, from)) {
        return rows[at];
      }
      at = at + 1 & rows.length - 1;
    }
    if (count == picos.rows()) {
      picos.reachShared(2 * count);
    }
    picos.keep(count, times, from);
    rows[at] = count++;
    if (2 * count > rows.length) {
      spread();
    }
    return count - 1;
  }

  private void spread() {
    int[] larger = free(2 * rows.length);
    for (int row = 0; row < count; row++) {
      int at = hash(picos.array(row), picos.at(row)) & larger.length - 1;
      while (larger[at] != FREE) {
        at = at + 1 & larger.length - 1;
      }
      larger[at] = row;
    }
    rows = larger;
  }

  private int hash(long[] times, int from) {
    long hash = 0;
    for (int k = from; k < from + lanes; k++) {
      hash = 31 * hash + times[k];
    }
    return (int) HashCommon.mix(hash);
  }
}
