package io.github.tracecast.simulate.mpi;

import io.github.tracecast.simulate.lowering.CostTable;
import io.github.tracecast.simulate.network.Slots;
import it.unimi.dsi.fastutil.ints.IntArrays;

/**
 * Completes a wait after all its requests have ended. The rank takes messages in the order of
 * arrival and pays the overhead of each. If all lanes have the same order, whole rows are added.
 * Otherwise each lane takes its own order.
 *
 * <p>Other requests, such as sends, cost nothing at the end of a wait. Of these, only the latest
 * one matters, and only if it ends after all receptions. Receptions are therefore not sorted with
 * them, unless lanes follow the first, which decides by every end. One thread.
 */
final class Receptions {
  /** Most requests that insertion sort handles. More are sorted by merging. */
  private static final int MANY = 192;

  private final int lanes;
  private final RankStates ranks;
  private final Slots slots;
  private final CostTable costs;

  /** Whether ranks pay for messages at their arrival, and not when they take them. */
  private final boolean paidAtArrival;

  /** For each place in the order: when the request ends, and its index in the call. */
  private long[] ends = new long[MANY];

  private int[] order = new int[MANY];

  /** For each place in the order of the first lane: the ends of the request, by lane. */
  private final long[][] rows = new long[MANY][];

  /** The receptions among the requests; the rank pays for each. */
  private int[] received = new int[64];

  Receptions(int lanes, RankStates ranks, Slots slots, CostTable costs) {
    this.ranks = ranks;
    this.paidAtArrival = costs.receivesAtArrival();
    this.lanes = lanes;
    this.slots = slots;
    this.costs = costs;
  }

  /** Takes requests that have all ended, advances the rank's clock, and releases their slots. */
  void absorb(int rank, int[] requests, int count) {
    if (costs.follow()) {
      takeAsFirst(rank, requests, count);
    } else {
      int receptions = receptions(requests, count);
      if (receptions > 0) {
        receive(rank, received, receptions);
      }
      if (receptions < count) {
        waitForOthers(rank, requests, count);
      }
    }
    for (int i = 0; i < count; i++) {
      slots.release(requests[i] >> 2);
    }
  }

  /** Collects the receptions, in the order of the call, and returns their number. */
  private int receptions(int[] requests, int count) {
    if (paidAtArrival) {
      return 0;
    }
    if (received.length < count) {
      received = new int[2 * count];
    }
    int receptions = 0;
    for (int i = 0; i < count; i++) {
      if (isReception(requests[i])) {
        received[receptions++] = requests[i];
      }
    }
    return receptions;
  }

  private static boolean isReception(int request) {
    return (request & 3) == RequestCalls.RECEIVER;
  }

  private void receive(int rank, int[] receptions, int count) {
    if (lanes > 1 && count <= MANY && allAgree(receptions, count)) {
      takeOnAll(rank, receptions, count);
      return;
    }
    for (int k = 0; k < lanes; k++) {
      sort(receptions, count, k);
      take(rank, receptions, count, k);
    }
  }

  /** Advances the clock to the ends of all requests that are not receptions. */
  private void waitForOthers(int rank, int[] requests, int count) {
    for (int i = 0; i < count; i++) {
      int request = requests[i];
      if (paidAtArrival || !isReception(request)) {
        ranks.clock().raise(rank, slots.since(), request >> 2, false);
      }
    }
  }

  /** Sorts by the end on the first lane. Returns whether this order is right on all lanes. */
  private boolean allAgree(int[] requests, int count) {
    sort(requests, count, 0);
    rows[0] = slots.since().row(requests[order[0]] >> 2);
    for (int i = 1; i < count; i++) {
      rows[i] = slots.since().row(requests[order[i]] >> 2);
      if (isEarlier(rows[i], rows[i - 1], order[i - 1] < order[i] ? 0 : 1)) {
        return false;
      }
    }
    return true;
  }

  /** Whether times are, on any lane, less than some picoseconds after the other times. */
  private static boolean isEarlier(long[] times, long[] others, long picos) {
    long differences = 0;
    for (int k = 0; k < times.length; k++) {
      differences |= times[k] - others[k] - picos;
    }
    return differences < 0;
  }

  /** Takes sorted receptions on several lanes. Each loop is one pass, which HotSpot vectorises. */
  private void takeOnAll(int rank, int[] requests, int count) {
    long[] now = ranks.clock().row(rank);
    long[] paid = ranks.overhead().row(rank);
    int alike = 0; // messages of the same cost, for which the rank pays at once
    for (int i = 0; i < count; i++) {
      int cost = slots.cost(requests[order[i]] >> 2);
      long[] own = costs.receiveOverhead.row(cost);
      if (ranks.hasGaps()) {
        take(now, rows[i], own, ranks.nextReceive().row(rank), costs.gap.row(cost));
      } else {
        take(now, rows[i], own);
      }
      alike++;
      if (i == count - 1 || slots.cost(requests[order[i + 1]] >> 2) != cost) {
        pay(paid, own, alike);
        alike = 0;
      }
    }
  }

  private static void take(long[] now, long[] end, long[] own) {
    for (int k = 0; k < now.length; k++) {
      now[k] = Math.max(now[k], end[k]) + own[k];
    }
  }

  private static void take(long[] now, long[] end, long[] own, long[] next, long[] gap) {
    for (int k = 0; k < now.length; k++) {
      long start = Math.max(Math.max(now[k], end[k]), next[k]);
      next[k] = start + gap[k];
      now[k] = start + own[k];
    }
  }

  private static void pay(long[] paid, long[] own, int times) {
    for (int k = 0; k < paid.length; k++) {
      paid[k] += own[k] * times;
    }
  }

  /** Takes all requests in the order of the first lane, which decides each maximum for all. */
  private void takeAsFirst(int rank, int[] requests, int count) {
    sort(requests, count, 0);
    for (int i = 0; i < count; i++) {
      int request = requests[order[i]];
      int slot = request >> 2;
      ranks.clock().raise(rank, slots.since(), slot, true);
      if (isReception(request)) {
        int cost = slots.cost(slot);
        if (ranks.hasGaps()) {
          ranks.waitForPort(rank, ranks.nextReceive(), costs, cost);
        }
        ranks.work(rank, costs.receiveOverhead, cost);
      }
    }
  }

  /** Takes sorted receptions on one lane. */
  private void take(int rank, int[] requests, int count, int lane) {
    boolean gaps = ranks.hasGaps();
    long now = ranks.clock().get(rank, lane);
    long next = gaps ? ranks.nextReceive().get(rank, lane) : 0;
    long paid = 0;
    for (int i = 0; i < count; i++) {
      int cost = slots.cost(requests[order[i]] >> 2);
      long own = costs.receiveOverhead.get(cost, lane);
      now = Math.max(now, ends[i]);
      if (gaps) {
        now = Math.max(now, next);
        next = now + costs.gap.get(cost, lane);
      }
      now += own;
      paid += own;
      if (ranks.isWatched()) {
        set(rank, lane, now, next);
        ranks.worked(rank, own);
      }
    }
    set(rank, lane, now, next);
    ranks.overhead().add(rank, lane, paid);
  }

  private void set(int rank, int lane, long now, long next) {
    ranks.clock().set(rank, lane, now);
    if (ranks.hasGaps()) {
      ranks.nextReceive().set(rank, lane, next);
    }
  }

  /**
   * Sorts by end. Equal ends keep the order of the call. Each lane except the first begins with
   * the order of the previous lane, because the two orders differ little.
   */
  private void sort(int[] requests, int count, int lane) {
    if (ends.length < count) {
      ends = new long[2 * count];
      order = new int[2 * count];
    }
    if (lane == 0 || count > MANY) {
      for (int i = 0; i < count; i++) {
        order[i] = i;
      }
    }
    if (count > MANY) {
      sortMany(requests, count, lane);
      return;
    }
    for (int i = 0; i < count; i++) {
      int request = order[i];
      long end = end(requests[request], lane);
      int at = i;
      while (at > 0 && (ends[at - 1] > end || ends[at - 1] == end && order[at - 1] > request)) {
        ends[at] = ends[at - 1];
        order[at] = order[--at];
      }
      ends[at] = end;
      order[at] = request;
    }
  }

  private long end(int request, int lane) {
    return slots.since().get(request >> 2, lane);
  }

  private void sortMany(int[] requests, int count, int lane) {
    IntArrays.mergeSort(
        order, 0, count, (a, b) -> Long.compare(end(requests[a], lane), end(requests[b], lane)));
    for (int i = 0; i < count; i++) {
      ends[i] = end(requests[order[i]], lane);
    }
  }
}
