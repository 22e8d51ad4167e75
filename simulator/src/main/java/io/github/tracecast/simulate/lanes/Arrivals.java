package io.github.tracecast.simulate.lanes;

import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.Arrays;

/**
 * What a rank does when all that it waited for is there: it takes everything in the order in which it
 * came, which may differ from lane to lane, and pays for each message that it receives. One thread.
 */
final class Arrivals {
  private final int lanes;
  private final Slots slots;
  private final CostTable costs;

  /** By place in the order: when it ends, and what it costs. */
  private long[] ends = new long[64];

  private long[] overheads = new long[64];

  /** Its gap to the next reception; {@link #SENT} if it was sent, not received. */
  private long[] gaps = new long[64];

  /** By rank and lane: the end of the gap after the last reception; null where there are no gaps. */
  final long[] nextReceive;

  private static final long SENT = -1;

  Arrivals(int lanes, int ranks, Slots slots, CostTable costs) {
    this.nextReceive = costs.gapless() ? null : new long[ranks * lanes];
    this.lanes = lanes;
    this.slots = slots;
    this.costs = costs;
  }

  /** Takes requests that are all over, on a rank's clock, and lets their slots go. */
  void absorb(int[] requests, int count, long[] clock, long[] overhead, int base) {
    if (ends.length < count) {
      ends = Arrays.copyOf(ends, 2 * count);
      overheads = Arrays.copyOf(overheads, 2 * count);
      gaps = Arrays.copyOf(gaps, 2 * count);
    }
    if (costs.follow()) {
      absorbAsFirst(requests, count, clock, overhead, base);
    } else {
      absorbEach(requests, count, clock, overhead, base);
    }
    for (int i = 0; i < count; i++) {
      slots.release(requests[i] >> 2);
    }
  }

  private void absorbEach(int[] requests, int count, long[] clock, long[] overhead, int base) {
    for (int k = 0; k < lanes; k++) {
      long now = clock[base + k];
      long paid = 0;
      sort(requests, count, k);
      for (int i = 0; i < count; i++) {
        now = Math.max(now, ends[i]);
        if (nextReceive != null && gaps[i] != SENT) {
          now = Math.max(now, nextReceive[base + k]);
          nextReceive[base + k] = now + gaps[i];
        }
        now += overheads[i];
        paid += overheads[i];
      }
      clock[base + k] = now;
      overhead[base + k] += paid;
    }
  }

  /** Takes them in the order of the first lane's ends; the others go the ways that it goes. */
  private void absorbAsFirst(int[] requests, int count, long[] clock, long[] overhead, int base) {
    int[] sorted = Arrays.copyOf(requests, count);
    IntArrays.mergeSort(
        sorted,
        (a, b) -> Long.compare(slots.picos[(a >> 2) * lanes], slots.picos[(b >> 2) * lanes]));
    for (int request : sorted) {
      int slot = request >> 2;
      takeIfLater(slots.picos, slot * lanes, clock, base);
      if ((request & 3) == RequestCalls.RECEIVER) {
        receive(slots.cost[slot] * lanes, clock, overhead, base);
      }
    }
  }

  private void receive(int cost, long[] clock, long[] overhead, int base) {
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

  /** Equal ends stay in the order of the call. */
  private void sort(int[] requests, int count, int lane) {
    for (int i = 0; i < count; i++) {
      int slot = requests[i] >> 2;
      long end = slots.picos[slot * lanes + lane];
      boolean receives = (requests[i] & 3) == 0;
      int cost = slots.cost[slot] * lanes + lane;
      int at = i;
      while (at > 0 && ends[at - 1] > end) {
        ends[at] = ends[at - 1];
        overheads[at] = overheads[at - 1];
        gaps[at] = gaps[--at];
      }
      ends[at] = end;
      overheads[at] = receives ? costs.receiveOverhead[cost] : 0;
      gaps[at] = receives ? costs.gap[cost] : SENT;
    }
  }
}
