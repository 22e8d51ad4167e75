package io.github.tracecast.simulate.lanes;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Times by row, one for each lane, in ps. Equal rows are kept once. One thread fills it; later it
 * is only read.
 */
public final class LaneTable {
  private record Row(long[] picos) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Row(long[] others) && Arrays.equals(picos, others);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(picos);
    }
  }

  public final LaneTimes picos;

  private final Map<Row, Integer> rows = new HashMap<>();

  public LaneTable(int lanes) {
    this.picos = new LaneTimes(16, lanes);
  }

  /** The number of the row with these times. */
  public int row(long[] times) {
    Integer known = rows.get(new Row(times));
    if (known != null) {
      return known;
    }
    int row = rows.size();
    if (row == picos.rows()) {
      picos.reach(2 * row);
    }
    picos.put(row, times, 0);
    rows.put(new Row(times.clone()), row);
    return row;
  }
}
