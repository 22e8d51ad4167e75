package io.github.tracecast.simulate.mpi;

import io.github.tracecast.simulate.lowering.CostTable;
import io.github.tracecast.simulate.network.Slots;

/**
 * Takes messages that each cost a rank the same, on all lanes at once. Only the order of their
 * arrivals matters then. Similar machines mostly agree on that order. If they do not, a sorting
 * network orders each lane without a branch, so that HotSpot can vectorise it. One thread.
 */
final class AlikeArrivals {
  /** Most messages for the network. With more, it does more work than sorting each lane. */
  private static final int MOST = 64;

  private final int lanes;
  private final Slots slots;
  private final CostTable costs;
  private final RankStates ranks;

  /** Arrivals of each message, by lane. After sorting they are in order. */
  private final long[][] ends = new long[MOST][];

  /** Copies of the arrivals, which the network sorts. */
  private final long[][] copies = new long[MOST][];

  AlikeArrivals(int lanes, Slots slots, CostTable costs, RankStates ranks) {
    this.lanes = lanes;
    this.slots = slots;
    this.costs = costs;
    this.ranks = ranks;
  }

  /** Whether the requests are few, and their receptions cost the rank the same. */
  boolean suits(int[] requests, int count) {
    if (count > MOST) {
      return false;
    }
    int first = costs.reception[slots.cost(requests[0] >> 2)];
    for (int i = 0; i < count; i++) {
      if (costs.reception[slots.cost(requests[i] >> 2)] != first) {
        return false;
      }
    }
    return true;
  }

  /** Takes receptions; {@link #suits} must have returned true for them. */
  void absorb(int rank, int[] requests, int count) {
    orderByFirst(requests, count);
    if (!allAgree(count)) {
      copy(count);
      sort(count);
    }
    int cost = slots.cost(requests[0] >> 2);
    long[] own = costs.receiveOverhead.row(cost);
    long[] now = ranks.clock().row(rank);
    if (!ranks.hasGaps()) {
      for (int i = 0; i < count; i++) {
        take(now, ends[i], own);
      }
    } else {
      for (int i = 0; i < count; i++) {
        take(now, ends[i], ranks.nextReceive().row(rank), costs.gap.row(cost), own);
      }
    }
    pay(ranks.overhead().row(rank), own, count);
  }

  /** Sorts the arrivals into their order on the first lane. */
  private void orderByFirst(int[] requests, int count) {
    for (int i = 0; i < count; i++) {
      long[] end = slots.picos().row(requests[i] >> 2);
      int at = i;
      while (at > 0 && ends[at - 1][0] > end[0]) {
        ends[at] = ends[--at];
      }
      ends[at] = end;
    }
  }

  /** Whether that order is also right on the other lanes. */
  private boolean allAgree(int count) {
    for (int i = 1; i < count; i++) {
      if (isEarlier(ends[i], ends[i - 1])) {
        return false;
      }
    }
    return true;
  }

  /** Whether a time on any lane is earlier than the other time. */
  private static boolean isEarlier(long[] times, long[] others) {
    long differences = 0;
    for (int k = 0; k < times.length; k++) {
      differences |= times[k] - others[k];
    }
    return differences < 0;
  }

  private void copy(int count) {
    for (int i = 0; i < count; i++) {
      if (copies[i] == null) {
        copies[i] = new long[lanes];
      }
      System.arraycopy(ends[i], 0, copies[i], 0, lanes);
      ends[i] = copies[i];
    }
  }

  /** Batcher's merge exchange (Knuth, "Sorting and Searching", 5.2.2, algorithm M). */
  private void sort(int count) {
    int top = Integer.highestOneBit(Math.max(1, count - 1));
    for (int p = top; p > 0 && count > 1; p >>= 1) {
      int q = top;
      int r = 0;
      int d = p;
      while (true) {
        for (int i = 0; i + d < count; i++) {
          if ((i & p) == r) {
            exchange(ends[i], ends[i + d]);
          }
        }
        if (q == p) {
          break;
        }
        d = q - p;
        q >>= 1;
        r = p;
      }
    }
  }

  private static void exchange(long[] low, long[] high) {
    for (int k = 0; k < low.length; k++) {
      long a = low[k];
      long b = high[k];
      low[k] = Math.min(a, b);
      high[k] = Math.max(a, b);
    }
  }

  private static void take(long[] now, long[] end, long[] own) {
    for (int k = 0; k < now.length; k++) {
      now[k] = Math.max(now[k], end[k]) + own[k];
    }
  }

  private static void take(long[] now, long[] end, long[] next, long[] gap, long[] own) {
    for (int k = 0; k < now.length; k++) {
      long start = Math.max(Math.max(now[k], end[k]), next[k]);
      next[k] = start + gap[k];
      now[k] = start + own[k];
    }
  }

  private static void pay(long[] paid, long[] own, int count) {
    for (int k = 0; k < paid.length; k++) {
      paid[k] += own[k] * count;
    }
  }
}
