package io.github.tracecast.simulate.mpi;

import io.github.tracecast.simulate.costs.ProcessorRule;
import io.github.tracecast.simulate.lowering.CostTable;
import io.github.tracecast.simulate.network.Slots;
import it.unimi.dsi.fastutil.ints.IntArrays;

/**
 * Completes a wait after all its requests have ended. The rank receives messages in the order of
 * arrival, and pays the receive overhead of each message. If the order is the same on all lanes,
 * whole rows of times are added. Otherwise each lane is handled in its own order. Other requests,
 * such as sends, cost nothing. One thread.
 */
final class Receptions {
  /** The largest number of requests that insertion sort handles; merge sort handles more. */
  private static final int MANY = 192;

  private final int lanes;
  private final RankStates ranks;
  private final Slots slots;
  private final CostTable costs;

  /** Whether ranks pay the receive overhead at the arrival of messages, not in the wait. */
  private final boolean paidAtArrival;

  /** For each position in the sorted order, the end of the request, and its index in the call. */
  private long[] ends = new long[MANY];

  private int[] order = new int[MANY];

  Receptions(int lanes, RankStates ranks, Slots slots, CostTable costs) {
    this.ranks = ranks;
    this.paidAtArrival = costs.processors() == ProcessorRule.AT_ARRIVAL;
    this.lanes = lanes;
    this.slots = slots;
    this.costs = costs;
  }

  /** Completes requests that have all ended: advances the rank's clock and releases their slots. */
  void absorb(int rank, int[] requests, int count) {
    if (lanes > 1 && allAgree(requests, count)) {
      takeOnAll(rank, requests, count);
    } else {
      for (int k = 0; k < lanes; k++) {
        take(rank, requests, count, k);
      }
    }
    for (int i = 0; i < count; i++) {
      slots.release(requests[i] >> 2);
    }
  }

  /** Whether a request is a message whose receive overhead the rank pays in the wait. */
  private boolean isReception(int request) {
    return !paidAtArrival && (request & 3) == RequestCalls.RECEIVER;
  }

  /** Sorts requests by their ends on the first lane. Returns whether all lanes may use this order. */
  private boolean allAgree(int[] requests, int count) {
    sort(requests, count, 0);
    for (int i = 1; i < count && !costs.follow(); i++) {
      long[] before = slots.since().row(requests[order[i - 1]] >> 2);
      long[] times = slots.since().row(requests[order[i]] >> 2);
      if (isEarlier(times, before, order[i - 1] < order[i] ? 0 : 1)) {
        return false;
      }
    }
    return true;
  }

  /** Whether, on any lane, the first time is earlier than the other time plus {@code picos}. */
  private static boolean isEarlier(long[] times, long[] others, long picos) {
    long differences = 0;
    for (int k = 0; k < times.length; k++) {
      differences |= times[k] - others[k] - picos;
    }
    return differences < 0;
  }

  /** Receives all messages in the order of the first lane, on all lanes. */
  private void takeOnAll(int rank, int[] requests, int count) {
    for (int i = 0; i < count; i++) {
      int request = requests[order[i]];
      int slot = request >> 2;
      ranks.clock().raise(rank, slots.since(), slot, costs.follow());
      if (isReception(request)) {
        int cost = slots.cost(slot);
        if (ranks.hasGaps()) {
          ranks.waitForPort(rank, ranks.nextReceive(), costs, cost);
        }
        ranks.work(rank, costs.receiveOverhead, cost);
      }
    }
  }

  /** Receives the messages in the order of one lane, on this lane. */
  private void take(int rank, int[] requests, int count, int lane) {
    sort(requests, count, lane);
    boolean gaps = ranks.hasGaps();
    long now = ranks.clock().get(rank, lane);
    long next = gaps ? ranks.nextReceive().get(rank, lane) : 0;
    long paid = 0;
    for (int i = 0; i < count; i++) {
      int request = requests[order[i]];
      now = Math.max(now, ends[i]);
      if (isReception(request)) {
        int cost = slots.cost(request >> 2);
        long own = costs.receiveOverhead.get(cost, lane);
        if (gaps) {
          now = Math.max(now, next);
          next = now + costs.gap.get(cost, lane);
        }
        now += own;
        paid += own;
        if (ranks.isChecked()) {
          set(rank, lane, now, next);
          ranks.worked(rank, own);
        }
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
   * Sorts requests by their ends on a lane. Equal ends keep the order of the call. The sort begins
   * with the order of the previous lane, which differs little.
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
