package io.github.tracecast.simulate.lanes;

import it.unimi.dsi.fastutil.HashCommon;
import it.unimi.dsi.fastutil.ints.Int2IntOpenCustomHashMap;
import it.unimi.dsi.fastutil.ints.IntHash;

/**
 * A table of rows with one time for each lane, in ps, in which equal rows are stored once. One
 * thread fills the table; later it is only read.
 */
public final class LaneTable {
  private static final int NONE = -1;

  public final LaneTimes picos;

  /** The number of each row, by its times. */
  private final Int2IntOpenCustomHashMap rows;

  public LaneTable(int lanes) {
    picos = new LaneTimes(16, lanes);
    rows = new Int2IntOpenCustomHashMap(new IntHash.Strategy() {
      @Override
      public int hashCode(int row) {
        long hash = 0;
        for (int k = 0; k < lanes; k++) {
          hash = 31 * hash + picos.get(row, k);
        }
        return (int) HashCommon.mix(hash);
      }

      @Override
      public boolean equals(int row, int other) {
        return picos.equals(row, picos.array(other), picos.at(other));
      }
    });
    rows.defaultReturnValue(NONE);
  }

  public int row(long[] times) {
    return row(times, 0);
  }

  /** The number of the row with the times that begin at {@code from} in an array. A new row is added. */
  public int row(long[] times, int from) {
    int next = rows.size();
    if (next == picos.rows()) {
      picos.reachShared(2 * next);
    }
    picos.keep(next, times, from);
    int known = rows.putIfAbsent(next, next);
    return known == NONE ? next : known;
  }
}
