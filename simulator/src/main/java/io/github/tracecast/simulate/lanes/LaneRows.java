package io.github.tracecast.simulate.lanes;

/**
 * Arithmetic on rows, one time a lane. HotSpot vectorises a loop over several arrays only where it uses one and
 * the same index into all of them, so rows are first copied to where they start at 0. One thread.
 */
final class LaneRows {
  private final int lanes;
  private final long[] left;
  private final long[] right;
  private final long[] own;
  private final long[] arrival;

  LaneRows(int lanes) {
    this.lanes = lanes;
    this.left = new long[lanes];
    this.right = new long[lanes];
    this.own = new long[lanes];
    this.arrival = new long[lanes];
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

  /**
   * Sends a message: its sender pays for it, then it flies.
   *
   * @param clock the sender's clock, in row {@code base}, as what it has paid
   * @param cost row of the costs
   * @param arrivals where the arrival goes, in row {@code at}
   */
  void send(
      long[] clock, long[] paid, int base, CostTable costs, int cost, long[] arrivals, int at) {
    if (lanes == 1) {
      long now = clock[base] + costs.sendOverhead[cost];
      clock[base] = now;
      paid[base] += costs.sendOverhead[cost];
      arrivals[at] = now + costs.flight[cost];
      return;
    }
    System.arraycopy(clock, base, left, 0, lanes);
    System.arraycopy(paid, base, right, 0, lanes);
    System.arraycopy(costs.sendOverhead, cost * lanes, own, 0, lanes);
    System.arraycopy(costs.flight, cost * lanes, arrival, 0, lanes);
    send(left, right, own, arrival);
    System.arraycopy(left, 0, clock, base, lanes);
    System.arraycopy(right, 0, paid, base, lanes);
    System.arraycopy(arrival, 0, arrivals, at, lanes);
  }

  private static void send(long[] clock, long[] paid, long[] own, long[] arrival) {
    for (int k = 0; k < clock.length; k++) {
      long now = clock[k] + own[k];
      clock[k] = now;
      paid[k] += own[k];
      arrival[k] += now;
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
