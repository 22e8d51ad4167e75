package io.github.tracecast.simulate.lanes;

/**
 * Sums of rows, one time a lane. HotSpot vectorises a loop over several arrays only where it uses one and
 * the same index into all of them, so rows are first copied to where they start at 0. One thread.
 */
final class LaneRows {
  private final int lanes;
  private final long[] left;
  private final long[] right;

  LaneRows(int lanes) {
    this.lanes = lanes;
    this.left = new long[lanes];
    this.right = new long[lanes];
  }

  /** Adds row {@code from} of one table to row {@code at} of another. */
  void add(long[] to, int at, long[] terms, int from) {
    sum(to, at, to, at, terms, from);
  }

  /** Puts the sum of two rows into a row, which may be one of them. */
  void sum(long[] to, int at, long[] a, int atA, long[] b, int atB) {
    if (lanes == 1) {
      to[at] = a[atA] + b[atB];
      return;
    }
    System.arraycopy(a, atA, left, 0, lanes);
    System.arraycopy(b, atB, right, 0, lanes);
    add(left, right);
    System.arraycopy(left, 0, to, at, lanes);
  }

  private static void add(long[] to, long[] terms) {
    for (int k = 0; k < to.length; k++) {
      to[k] += terms[k];
    }
  }

  /** Copies a row. */
  void copy(long[] from, int source, long[] to, int at) {
    if (lanes == 1) {
      to[at] = from[source];
    } else {
      System.arraycopy(from, source, to, at, lanes);
    }
  }
}
