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
  void absorb(int[] requests, int count, long[] clock, long[] overhead, int base) {
    if (costs.follow()) {
      absorbAsFirst(requests, count, clock, overhead, base);
    } else if (lanes > 1 && ranks.interfaces == null && alike.suits(requests, count)) {
      alike.absorb(requests, count, clock, overhead, base);
    } else {
      for (int k = 0; k < lanes; k++) {
        absorb(requests, count, clock, overhead, base, k);
      }
    }
    for (int i = 0; i < count; i++) {
      slots.release(requests[i] >> 2);
    }
  }

  /** Takes them in the order of the first lane's ends; the others go the ways that it goes. */
  private void absorbAsFirst(int[] requests, int count, long[] clock, long[] overhead, int base) {
    sort(requests, count, 0);
    for (int i = 0; i < count; i++) {
      int request = requests[order[i]];
      int slot = request >> 2;
      takeIfLater(slots.picos, slot * lanes, clock, base);
      if ((request & 3) == RequestCalls.RECEIVER) {
        if (ranks.interfaces != null) {
          enter(slot * lanes, slots.cost[slot] * lanes, clock, base);
        }
        receive(slots.cost[slot] * lanes, clock, overhead, base);
      }
    }
  }

  /** All lanes of when a message has come through the rank's interface, if that is later by the first. */
  private void enter(int at, int cost, long[] clock, int base) {
    for (int k = 0; k < lanes; k++) {
      start[k] = slots.picos[at + k] - costs.flight[cost + k];
    }
    ranks.interfaces.lateAsFirst(
        base, start, costs.interfaceHeld, costs.interfaceHidden, cost, entered);
    for (int k = 0; k < lanes; k++) {
      entered[k] += slots.picos[at + k];
    }
    takeIfLater(entered, 0, clock, base);
  }

  private void receive(int cost, long[] clock, long[] overhead, int base) {
    long[] nextReceive = ranks.nextReceive;
    if (nextReceive != null) {
      takeIfLater(nextReceive, base, clock, base);
      for (int k = 0; k < lanes; k++) {
        nextReceive[base + k] = clock[base + k] + costs.gap[cost + k];
      }
    }
    for (int k = 0; k < lanes; k++) {
      clock[base + k] += costs.receiveOverhead[cost + k];
      overhead[base + k] += costs.receiveOverhead[cost + k];
    }
  }

  /** All lanes of a time, if it is later by the first. */
  private void takeIfLater(long[] times, int at, long[] clock, int base) {
    if (times[at] > clock[base]) {
      System.arraycopy(times, at, clock, base, lanes);
    }
  }

  private void absorb(
      int[] requests, int count, long[] clock, long[] overhead, int base, int lane) {
    long[] nextReceive = ranks.nextReceive;
    long now = clock[base + lane];
    long paid = 0;
    sort(requests, count, lane);
    for (int i = 0; i < count; i++) {
      now = Math.max(now, ends[i]);
      int request = requests[order[i]];
      if ((request & 3) == RequestCalls.RECEIVER) {
        int cost = slots.cost[request >> 2] * lanes + lane;
        if (ranks.interfaces != null) {
          long late = ranks.interfaces.late(
              base + lane,
              ends[i] - costs.flight[cost],
              costs.interfaceHeld[cost],
              costs.interfaceHidden[cost]);
          now = Math.max(now, ends[i] + late);
        }
        if (nextReceive != null) {
          now = Math.max(now, nextReceive[base + lane]);
          nextReceive[base + lane] = now + costs.gap[cost];
        }
        now += costs.receiveOverhead[cost];
        paid += costs.receiveOverhead[cost];
      }
    }
    clock[base + lane] = now;
    overhead[base + lane] += paid;
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
    return slots.picos[(request >> 2) * lanes + lane];
  }

  private void sortMany(int[] requests, int count, int lane) {
    IntArrays.mergeSort(
        order, 0, count, (a, b) -> Long.compare(end(requests[a], lane), end(requests[b], lane)));
    for (int i = 0; i < count; i++) {
      ends[i] = end(requests[order[i]], lane);
    }
  }
}
