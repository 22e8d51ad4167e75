package io.github.tracecast.simulate.mpi;

import io.github.tracecast.simulate.lanes.LaneTimes;
import io.github.tracecast.simulate.lowering.CostTable;
import io.github.tracecast.simulate.network.Slots;
import it.unimi.dsi.fastutil.ints.IntArrays;

/**
 * Completes a wait after all its requests have ended. The rank takes messages in the order of
 * arrival, which may differ between lanes, and pays the overhead of each.
 *
 * <p>Other requests, such as sends, cost nothing at the end of a wait. Of these, only the latest
 * one matters, and only if it ends after all receptions. Receptions are therefore not sorted. One thread.
 */
final class Receptions {
  /** Most requests that insertion sort handles. More are sorted by merging. */
  private static final int MANY = 192;

  private final int lanes;
  private final RankStates ranks;
  private final Slots slots;
  private final CostTable costs;
  private final AlikeArrivals alike;

  /** Whether ranks pay for messages at their arrival, and not when they take them. */
  private final boolean paidAtArrival;

  /** For each place in the order: when the request ends, and its index in the call. */
  private long[] ends = new long[64];

  private int[] order = new int[64];

  /** Number of receptions among the requests; the rank pays for each. */
  private int[] received = new int[64];

  Receptions(int lanes, RankStates ranks, Slots slots, CostTable costs) {
    this.ranks = ranks;
    this.paidAtArrival = costs.receivesAtArrival();
    this.lanes = lanes;
    this.slots = slots;
    this.costs = costs;
    this.alike = new AlikeArrivals(lanes, slots, costs, ranks);
  }

  /** Takes requests that have all ended, advances the rank's clock, and releases their slots. */
  void absorb(int rank, int[] requests, int count) {
    if (costs.follow()) {
      absorbAsFirst(rank, requests, count);
    } else {
      int receptions = receptions(requests, count);
      receive(rank, received, receptions);
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
    if (count == 0) {
      return;
    }
    if (lanes > 1 && alike.suits(receptions, count)) {
      alike.absorb(rank, receptions, count);
      return;
    }
    for (int k = 0; k < lanes; k++) {
      receive(rank, receptions, count, k);
    }
  }

  /** Advances the clock to the ends of all requests that are not receptions. */
  private void waitForOthers(int rank, int[] requests, int count) {
    for (int i = 0; i < count; i++) {
      int request = requests[i];
      if (paidAtArrival || !isReception(request)) {
        ranks.clock().raise(rank, slots.picos(), request >> 2, false);
      }
    }
  }

  /**
   * Takes the requests in the order of their ends on the first lane. The other lanes use the same
   * order.
   */
  private void absorbAsFirst(int rank, int[] requests, int count) {
    sort(requests, count, 0);
    for (int i = 0; i < count; i++) {
      int request = requests[order[i]];
      int slot = request >> 2;
      ranks.clock().raise(rank, slots.picos(), slot, true);
      if ((request & 3) == RequestCalls.RECEIVER) {
        receive(rank, slots.cost(slot));
      }
    }
  }

  private void receive(int rank, int cost) {
    LaneTimes nextReceive = ranks.nextReceive();
    if (ranks.hasGaps()) {
      ranks.clock().raise(rank, nextReceive, rank, true);
      nextReceive.put(rank, ranks.clock(), rank);
      nextReceive.add(rank, costs.gap, cost);
    }
    ranks.clock().add(rank, costs.receiveOverhead, cost);
    ranks.overhead().add(rank, costs.receiveOverhead, cost);
  }

  /** Takes receptions on one lane. */
  private void receive(int rank, int[] requests, int count, int lane) {
    sort(requests, count, lane);
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
    return slots.picos().get(request >> 2, lane);
  }

  private void sortMany(int[] requests, int count, int lane) {
    IntArrays.mergeSort(
        order, 0, count, (a, b) -> Long.compare(end(requests[a], lane), end(requests[b], lane)));
    for (int i = 0; i < count; i++) {
      ends[i] = end(requests[order[i]], lane);
    }
  }
}
