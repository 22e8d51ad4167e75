package io.github.tracecast.simulate.lanes;

import java.util.Arrays;

/**
 * Exact sums of times by row, one for each lane, in ps. The layout is the same as in {@link
 * LaneTimes}, for the same reason. One thread.
 */
public final class LaneSums {
  private final int lanes;

  /** The rows of several lanes, or all rows of one. */
  private final WideSums[] sums;

  public LaneSums(int rows, int lanes) {
    this.lanes = lanes;
    sums = new WideSums[lanes == 1 ? 1 : rows];
    Arrays.setAll(sums, i -> new WideSums(lanes == 1 ? rows : lanes));
  }

  private LaneSums(LaneSums other) {
    lanes = other.lanes;
    sums = Arrays.stream(other.sums).map(WideSums::copy).toArray(WideSums[]::new);
  }

  /** A copy of the current sums. */
  public LaneSums copy() {
    return new LaneSums(this);
  }

  /** Adds a number from 0 to 2^62. */
  public void add(int row, int lane, long picos) {
    sums(row).add(at(row, lane), picos);
  }

  /** Adds a row of numbers from 0 to 2^62. */
  public void add(int row, LaneTimes picos, int from) {
    if (lanes == 1) {
      sums[0].add(row, picos.first(from));
    } else {
      sums[row].addAll(picos.row(from));
    }
  }

  /** Adds a number of at least 0, the given number of times. */
  public void addTimes(int row, int lane, long picos, long times) {
    sums(row).addTimes(at(row, lane), picos, times);
  }

  /** Adds {@code times} times the difference between two copies. */
  public void addTimes(long times, LaneSums from, LaneSums to) {
    for (int i = 0; i < sums.length; i++) {
      sums[i].addTimes(times, from.sums[i], to.sums[i]);
    }
  }

  /** Adds the difference between two copies, multiplied by a factor. */
  public void addInProportion(double factor, LaneSums from, LaneSums to) {
    for (int i = 0; i < sums.length; i++) {
      sums[i].addInProportion(factor, from.sums[i], to.sums[i]);
    }
  }

  /** The sum, rounded once. */
  public double value(int row, int lane) {
    return sums(row).value(at(row, lane));
  }

  private WideSums sums(int row) {
    return lanes == 1 ? sums[0] : sums[row];
  }

  private int at(int row, int lane) {
    return lanes == 1 ? row : lane;
  }
}
