package io.github.tracecast.simulate.lanes;

import it.unimi.dsi.fastutil.ints.IntArrays;

/**
 * What a rank does when all that it waited for is there: it takes everything in the order in which it
 * came, which may differ from lane to lane, and pays for each message that it receives. One thread.
 */
final class Arrivals {
  /** More than these are not inserted one by one. */
  private static final int MANY = 192;

  private final int lanes;
  private final Ranks ranks;
  private final Slots slots;
  private final CostTable costs;
  private final AlikeArrivals alike;

  /** By place in the order: when it ends, and which of the call's requests it is. */
  private long[] ends = new long[64];

  private int[] order = new int[64];

  /** Of a message, by lane: when its data started, and when it is there. */
  private final long[] start;

  private final long[] entered;

  Arrivals(int lanes, Ranks ranks, Slots slots, CostTable costs) {
    this.ranks = ranks;
    this.lanes = lanes;
    this.slots = slots;
    this.costs = costs;
    this.start = new long[lanes];
    this.entered = new long[lanes];
    this.alike = new AlikeArrivals(lanes, slots, costs, ranks);
  }

  /** Takes requests that are all over, on a rank's clock, and lets their slots go. */
  void absorb(int rank, int[] requests, int count) {
    if (costs.follow()) {
      absorbAsFirst(rank, requests, count);
    } else if (lanes > 1 && ranks.interfaces == null && alike.suits(requests, count)) {
      alike.absorb(rank, requests, count);
    } else {
      for (int k = 0; k < lanes; k++) {
        absorb(rank, requests, count, k);
      }
    }
    for (int i = 0; i < count; i++) {
      slots.release(requests[i] >> 2);
    }
  }

  /** Takes them in the order of the first lane's ends; the others go the ways that it goes. */
  private void absorbAsFirst(int rank, int[] requests, int count) {
    sort(requests, count, 0);
    for (int i = 0; i < count; i++) {
      int request = requests[order[i]];
      int slot = request >> 2;
      waitFor(rank, slots.picos.array(slot), slots.picos.at(slot));
      if ((request & 3) == RequestCalls.RECEIVER) {
        if (ranks.interfaces != null) {
          enter(rank, slot);
        }
        receive(rank, slots.cost[slot]);
      }
    }
  }

  /** All lanes of when a message has come through the rank's interface, if that is later by the first. */
  private void enter(int rank, int slot) {
    int cost = slots.cost[slot];
    for (int k = 0; k < lanes; k++) {
      start[k] = slots.picos.get(slot, k) - costs.flight.get(cost, k);
    }
    ranks.interfaces.lateAsFirst(
        rank * lanes,
        start,
        costs.interfaceHeld.array(cost),
        costs.interfaceHidden.array(cost),
        costs.interfaceHeld.at(cost),
        entered);
    for (int k = 0; k < lanes; k++) {
      entered[k] += slots.picos.get(slot, k);
    }
    waitFor(rank, entered, 0);
  }

  private void receive(int rank, int cost) {
    LaneTimes nextReceive = ranks.nextReceive;
    if (nextReceive != null) {
      waitFor(rank, nextReceive.array(rank), nextReceive.at(rank));
      nextReceive.put(rank, ranks.clock, rank);
      nextReceive.add(rank, costs.gap, cost);
    }
    ranks.clock.add(rank, costs.receiveOverhead, cost);
    ranks.overhead.add(rank, costs.receiveOverhead, cost);
  }

  /** All lanes of a time, if it is later by the first. */
  private void waitFor(int rank, long[] picos, int at) {
    if (picos[at] > ranks.clock.first(rank)) {
      ranks.clock.put(rank, picos, at);
    }
  }

  private void absorb(int rank, int[] requests, int count, int lane) {
    LaneTimes nextReceive = ranks.nextReceive;
    long now = ranks.clock.get(rank, lane);
    long paid = 0;
    sort(requests, count, lane);
    for (int i = 0; i < count; i++) {
      now = Math.max(now, ends[i]);
      int request = requests[order[i]];
      if ((request & 3) == RequestCalls.RECEIVER) {
        int cost = slots.cost[request >> 2];
        if (ranks.interfaces != null) {
          now = Math.max(now, ends[i] + late(rank, cost, ends[i], lane));
        }
        if (nextReceive != null) {
          now = Math.max(now, nextReceive.get(rank, lane));
          nextReceive.set(rank, lane, now + costs.gap.get(cost, lane));
        }
        long own = costs.receiveOverhead.get(cost, lane);
        now += own;
        paid += own;
      }
    }
    ranks.clock.set(rank, lane, now);
    ranks.overhead.add(rank, lane, paid);
  }

  /** How late a message is that would be there at a time but for the rank's interface, ps. */
  private long late(int rank, int cost, long end, int lane) {
    return ranks.interfaces.late(
        rank * lanes + lane,
        end - costs.flight.get(cost, lane),
        costs.interfaceHeld.get(cost, lane),
        costs.interfaceHidden.get(cost, lane));
  }

  /** Equal ends stay in the order of the call. A lane after the first begins with the order of the one before, which is nearly its own. */
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
    return slots.picos.get(request >> 2, lane);
  }

  private void sortMany(int[] requests, int count, int lane) {
    IntArrays.mergeSort(
        order, 0, count, (a, b) -> Long.compare(end(requests[a], lane), end(requests[b], lane)));
    for (int i = 0; i < count; i++) {
      ends[i] = end(requests[order[i]], lane);
    }
  }
}
