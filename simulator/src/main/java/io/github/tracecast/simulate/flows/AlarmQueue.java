package io.github.tracecast.simulate.flows;

import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.Arrays;

/**
 * A queue of (time, token) pairs, earliest first. Entries of equal times leave in order of
 * insertion. The entries of {@link #addLast} follow them.
 * <p>The queue is a 4-ary heap in parallel arrays. It takes 20 bytes per entry and allocates only
 * when it grows. One thread.
 */
public final class AlarmQueue {
  /** Added to the numbers of {@link #addLast}. It exceeds every number of insertion. */
  private static final long LAST = 1L << 62;

  /** The exponent of two that bounds all insertion numbers and all numbers from ranks. */
  private static final int NUMBER_BITS = 38;

  private long[] times = new long[256];
  private long[] order = new long[256];
  private int[] tokens = new int[256];
  private int size;
  private long inserted;

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
    insert(time, inserted++, token);
  }

  /**
   * Adds an entry with a number of its own.
   *
   * @param number its place among equal times, such as the {@link #number} that it had before
   */
  public void add(long time, long number, int token) {
    insert(time, number, token);
  }

  /**
   * Insertion number of the earliest entry, which orders equal times. The queue must not be empty.
   */
  public long number() {
    return order[0];
  }

  /**
   * Adds an entry after all other entries of its time, later ones included. Several such entries
   * are ordered by rank, then by number.
   *
   * @param rank below 2^24
   * @param number below 2^38; a rank gives each number at most once per time
   */
  public void addLast(long time, int rank, long number, int token) {
    insert(time, LAST + ((long) rank << NUMBER_BITS) + number, token);
  }

  private void insert(long time, long number, int token) {
    if (size == times.length) {
      times = Arrays.copyOf(times, size * 2);
      order = Arrays.copyOf(order, size * 2);
      tokens = Arrays.copyOf(tokens, size * 2);
    }
    int at = size++;
    while (at > 0) {
      int parent = (at - 1) >> 2;
      if (!before(time, number, times[parent], order[parent])) {
        break;
      }
      move(parent, at);
      at = parent;
    }
    put(at, time, number, token);
  }

  /** Removes the earliest entry and returns its token. The queue must not be empty. */
  public int remove() {
    int token = tokens[0];
    int last = --size;
    if (last > 0) {
      sink(times[last], order[last], tokens[last]);
    }
    return token;
  }

  /** Gives the earliest entry a later time. */
  public void delayFirst(long time) {
    sink(time, order[0], tokens[0]);
  }

  public void clear() {
    size = 0;
  }

  public interface Visitor {
    void entry(long time, int token);
  }

  /** Visits all entries in the order of their removal. O(n log n). */
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

  private void sink(long time, long number, int token) {
    int at = 0;
    while (true) {
      int first = 4 * at + 1;
      if (first >= size) {
        break;
      }
      int best = first;
      int end = Math.min(first + 4, size);
      for (int child = first + 1; child < end; child++) {
        if (before(times[child], order[child], times[best], order[best])) {
          best = child;
        }
      }
      if (!before(times[best], order[best], time, number)) {
        break;
      }
      move(best, at);
      at = best;
    }
    put(at, time, number, token);
  }

  private static boolean before(long time, long number, long otherTime, long otherNumber) {
    return time < otherTime || (time == otherTime && number < otherNumber);
  }

  private void move(int from, int to) {
    put(to, times[from], order[from], tokens[from]);
  }

  private void put(int at, long time, long number, int token) {
    times[at] = time;
    order[at] = number;
    tokens[at] = token;
  }
}
