package io.github.tracecast.simulate.mpi;

import io.github.tracecast.simulate.lanes.LaneTimes;

/**
 * What one block of ranks tells another, a row for each message. Memory: 16 KiB, and 8 KiB for each
 * lane. One thread at a time.
 */
final class Parcel {
  static final int EAGER = 0;
  static final int LATE = 1;

  /** A rendezvous message of the receiving block has arrived. */
  static final int ENDED = 2;

  /** A collective on a network of its own has ended. */
  static final int GATHERED = 3;

  private static final int ROWS = 1024;

  final int[] kind = new int[ROWS];

  /** The channel; of a collective the meeting. */
  final int[] channel = new int[ROWS];

  final int[] cost = new int[ROWS];

  /** The sender's slot of a rendezvous message. */
  final int[] slot = new int[ROWS];

  /** Row {@code r} begins at {@code r * lanes}; ps. */
  final long[] picos;

  int rows;
  private final int lanes;

  Parcel(int lanes) {
    this.lanes = lanes;
    this.picos = new long[ROWS * lanes];
  }

  boolean isFull() {
    return rows == ROWS;
  }

  int at(int row) {
    return row * lanes;
  }

  void add(int what, int way, int costs, int sender, LaneTimes times, int row) {
    kind[rows] = what;
    channel[rows] = way;
    cost[rows] = costs;
    slot[rows] = sender;
    System.arraycopy(times.array(row), times.at(row), picos, rows * lanes, lanes);
    rows++;
  }
}
