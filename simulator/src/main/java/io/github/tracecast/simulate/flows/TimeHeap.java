package io.github.tracecast.simulate.flows;

import java.util.Arrays;

/**
 * A queue of numbers by time. The time of a number can change. At equal times the lowest order
 * number comes first.
 *
 * <p>The queue is an indexed 4-ary heap in parallel arrays. It allocates only when it grows. One
 * thread.
 */
public final class TimeHeap {
  private static final int ABSENT = -1;

  private long[] times = new long[64];
  private long[] orders = new long[64];
  private int[] things = new int[64];
  private int size;

  /** By thing: its place in the heap. */
  private int[] place = new int[0];

  /** Time of the earliest thing, or {@link Long#MAX_VALUE} if there is none. */
  public long earliest() {
    return size == 0 ? Long.MAX_VALUE : times[0];
  }

  /** Visits all things in order. O(n log n). */
  public void forEach(AlarmQueue.Visitor visitor) {
    AlarmQueue all = new AlarmQueue();
    for (int at = 0; at < size; at++) {
      all.add(times[at], orders[at], things[at]);
    }
    all.forEach(visitor);
  }

  /**
   * Adds a thing that is not in the queue.
   *
   * @param thing 0 or more; the memory taken grows with the largest one
   */
  public void add(int thing, long time, long number) {
    if (thing >= place.length) {
      int before = place.length;
      int length = Math.max(thing + 1, Math.max(64, 2 * before));
      place = Arrays.copyOf(place, length);
      Arrays.fill(place, before, length, ABSENT);
    }
    if (size == things.length) {
      times = Arrays.copyOf(times, 2 * size);
      orders = Arrays.copyOf(orders, 2 * size);
      things = Arrays.copyOf(things, 2 * size);
    }
    rise(size++, time, number, thing);
  }

  /** Gives a thing of the queue another time. */
  public void move(int thing, long time) {
    int at = place[thing];
    if (time < times[at]) {
      rise(at, time, orders[at], thing);
    } else if (time > times[at]) {
      sink(at, time, orders[at], thing);
    }
  }

  /** Removes the earliest thing and returns it. The queue must not be empty. */
  public int remove() {
    int thing = things[0];
    place[thing] = ABSENT;
    int last = --size;
    if (last > 0) {
      sink(0, times[last], orders[last], things[last]);
    }
    return thing;
  }

  private void rise(int from, long time, long number, int thing) {
    int at = from;
    while (at > 0) {
      int parent = (at - 1) >> 2;
      if (!before(time, number, parent)) {
        break;
      }
      put(at, times[parent], orders[parent], things[parent]);
      at = parent;
    }
    put(at, time, number, thing);
  }

  private void sink(int from, long time, long number, int thing) {
    int at = from;
    while (true) {
      int best = 4 * at + 1;
      if (best >= size) {
        break;
      }
      int end = Math.min(best + 4, size);
      for (int child = best + 1; child < end; child++) {
        if (before(times[child], orders[child], best)) {
          best = child;
        }
      }
      if (before(time, number, best)) {
        break;
      }
      put(at, times[best], orders[best], things[best]);
      at = best;
    }
    put(at, time, number, thing);
  }

  private boolean before(long time, long number, int at) {
    return time < times[at] || time == times[at] && number < orders[at];
  }

  private void put(int at, long time, long number, int thing) {
    times[at] = time;
    orders[at] = number;
    things[at] = thing;
    place[thing] = at;
  }
}
