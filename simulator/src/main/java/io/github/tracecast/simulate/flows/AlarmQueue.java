package io.github.tracecast.simulate.flows;

import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.Arrays;

/**
 * A queue of (time, token) pairs, earliest first. Entries of equal times are removed in order of
 * insertion; entries of {@link #addLast} follow them.
 * <p>A {@link #movable} queue holds each token at most once, and the time of a token can change.
 *
 * <p>The queue is a 4-ary heap in parallel arrays of 20 bytes per entry. A movable queue takes 4
 * more bytes for each token up to the largest. It allocates only when it grows. One thread.
 */
public final class AlarmQueue {
  /** Offset that puts the numbers of {@link #addLast} above every insertion number. */
  static final long LAST = 1L << 62;

  /** All insertion numbers, and the numbers that {@link #addLast} receives, are below two to this power. */
  private static final int NUMBER_BITS = 38;

  private static final int ABSENT = -1;

  private final boolean movable;
  private long[] times = new long[256];
  private long[] order = new long[256];
  private int[] tokens = new int[256];

  /** In a movable queue, the index of each token in the heap. */
  private int[] place = new int[0];

  private int size;
  private long inserted;

  public AlarmQueue() {
    this(false);
  }

  private AlarmQueue(boolean movable) {
    this.movable = movable;
  }

  /** Returns a queue whose tokens are numbered from 0, and in which {@link #set} changes the time of a token. */
  public static AlarmQueue movable() {
    return new AlarmQueue(true);
  }

  public boolean isEmpty() {
    return size == 0;
  }

  /** Time of the earliest entry, or {@link Long#MAX_VALUE} if there is none. */
  public long earliest() {
    return size == 0 ? Long.MAX_VALUE : times[0];
  }

  /** Token of the earliest entry. The queue must not be empty. */
  public int first() {
    return tokens[0];
  }

  public void add(long time, int token) {
    add(time, inserted++, token);
  }

  /**
   * Adds an entry with a given number instead of an insertion number.
   *
   * @param number the entry's order among equal times, such as its earlier {@link #number}
   */
  public void add(long time, long number, int token) {
    if (size == times.length) {
      times = Arrays.copyOf(times, size * 2);
      order = Arrays.copyOf(order, size * 2);
      tokens = Arrays.copyOf(tokens, size * 2);
    }
    rise(size++, time, number, token);
  }

  /** Number of the earliest entry; numbers order entries of equal times. The queue must not be empty. */
  public long number() {
    return order[0];
  }

  /**
   * Adds an entry that comes after all {@link #add} entries of its time, even entries that are
   * added later. Several of these entries are ordered by rank, then by number.
   *
   * @param rank the rank, below 2^24
   * @param number the number, below 2^38; a rank gives each number at most once per time
   */
  public void addLast(long time, int rank, long number, int token) {
    add(time, LAST + ((long) rank << NUMBER_BITS) + number, token);
  }

  /** Adds a token to a movable queue, or gives it another time and number. */
  public void set(int token, long time, long number) {
    if (token >= place.length) {
      int before = place.length;
      place = Arrays.copyOf(place, Math.max(token + 1, 2 * before));
      Arrays.fill(place, before, place.length, ABSENT);
    }
    int at = place[token];
    if (at == ABSENT) {
      add(time, number, token);
    } else if (time < times[at]) {
      rise(at, time, number, token);
    } else {
      sink(at, time, number, token);
    }
  }

  /** Removes the earliest entry and returns its token. The queue must not be empty. */
  public int remove() {
    int token = tokens[0];
    if (movable) {
      place[token] = ABSENT;
    }
    int last = --size;
    if (last > 0) {
      sink(0, times[last], order[last], tokens[last]);
    }
    return token;
  }

  /** Empties a movable queue. */
  public void clear() {
    while (size > 0) {
      place[tokens[--size]] = ABSENT;
    }
  }

  public interface Visitor {
    void entry(long time, int token);
  }

  /** Visits all entries in the order in which they would be removed. O(n log n). */
  public void forEach(Visitor visitor) {
    int[] entries = new int[size];
    Arrays.setAll(entries, at -> at);
    IntArrays.quickSort(
        entries,
        (a, b) -> times[a] == times[b]
            ? Long.compare(order[a], order[b])
            : Long.compare(times[a], times[b]));
    for (int at : entries) {
      visitor.entry(times[at], tokens[at]);
    }
  }

  private void rise(int from, long time, long number, int token) {
    int at = from;
    while (at > 0) {
      int parent = (at - 1) >> 2;
      if (time > times[parent] || time == times[parent] && number >= order[parent]) {
        break;
      }
      put(at, times[parent], order[parent], tokens[parent]);
      at = parent;
    }
    put(at, time, number, token);
  }

  private void sink(int from, long time, long number, int token) {
    int at = from;
    while (true) {
      int best = 4 * at + 1;
      if (best >= size) {
        break;
      }
      int end = Math.min(best + 4, size);
      for (int child = best + 1; child < end; child++) {
        if (times[child] < times[best]
            || times[child] == times[best] && order[child] < order[best]) {
          best = child;
        }
      }
      if (time < times[best] || time == times[best] && number <= order[best]) {
        break;
      }
      put(at, times[best], order[best], tokens[best]);
      at = best;
    }
    put(at, time, number, token);
  }

  private void put(int at, long time, long number, int token) {
    times[at] = time;
    order[at] = number;
    tokens[at] = token;
    if (movable) {
      place[token] = at;
    }
  }
}
