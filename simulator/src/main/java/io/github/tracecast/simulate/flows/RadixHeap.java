package io.github.tracecast.simulate.flows;

import java.util.Arrays;

/**
 * A queue of (time, token) pairs with the order of {@link AlarmQueue}: earliest first, equal times
 * in order of insertion, entries of {@link #addLast} after all others of their time. No entry may
 * be earlier than the last removed one, as in a simulation.
 *
 * <p>Bucket 0 has the entries of the time that was removed last. Bucket b has those whose time
 * first differs from it in bit b - 1. If bucket 0 is empty, the lowest other bucket has the
 * earliest entry, and its entries move to lower buckets. So an entry moves at most 63 times, and
 * entries of equal times move together. A heap instead compares each entry with others of its time.
 *
 * <p>Source: Ahuja, Mehlhorn, Orlin, Tarjan, "Faster algorithms for the shortest path problem",
 * Journal of the ACM 37, 1990. Buckets are lists in parallel arrays, 24 bytes per entry. It
 * allocates only when it grows. One thread.
 */
public final class RadixHeap {
  private static final int NONE = -1;

  private static final int BUCKETS = Long.SIZE;

  private final int[] heads = new int[BUCKETS];
  private final int[] tails = new int[BUCKETS];

  /** The earliest time in each bucket that is not empty. */
  private final long[] least = new long[BUCKETS];

  /** A bit for each bucket that is not empty. */
  private long filled;

  /** Whether the numbers in bucket 0 ascend. */
  private boolean ascends = true;

  /** The time of the last removed entry, and the time of the earliest entry. */
  private long last;

  private long earliest = Long.MAX_VALUE;

  private long[] times = new long[64];
  private long[] numbers = new long[64];
  private int[] tokens = new int[64];

  /** The next entry in a bucket, or in the list of free entries. */
  private int[] next = new int[64];

  private int used;
  private int free = NONE;

  private long inserted;
  private long removed;

  /** The entries of {@link #addLast}. */
  private final AlarmQueue atEnd = new AlarmQueue();

  public RadixHeap() {
    Arrays.fill(heads, NONE);
  }

  public boolean isEmpty() {
    return filled == 0 && atEnd.isEmpty();
  }

  /** Time of the earliest entry, or {@link Long#MAX_VALUE} if there is none. */
  public long earliest() {
    return Math.min(earliest, atEnd.earliest());
  }

  /** Number of the entry that was removed last, which orders equal times. */
  public long removedNumber() {
    return removed;
  }

  public void add(long time, int token) {
    add(time, inserted++, token);
  }

  /**
   * Adds an entry with a given number instead of an insertion number.
   *
   * @param number its order among equal times, such as its earlier {@link #removedNumber}; entries
   *     of equal time and number keep the order of insertion
   */
  public void add(long time, long number, int token) {
    if (number >= AlarmQueue.LAST) {
      atEnd.add(time, number, token);
      return;
    }
    int entry = free;
    if (entry == NONE) {
      entry = grow();
    } else {
      free = next[entry];
    }
    times[entry] = time;
    numbers[entry] = number;
    tokens[entry] = token;
    earliest = Math.min(earliest, time);
    append(bucket(time), entry);
  }

  /** Adds an entry that comes after all others of its time, see {@link AlarmQueue#addLast}. */
  public void addLast(long time, int rank, long number, int token) {
    atEnd.addLast(time, rank, number, token);
  }

  private int grow() {
    if (used == times.length) {
      times = Arrays.copyOf(times, used * 2);
      numbers = Arrays.copyOf(numbers, used * 2);
      tokens = Arrays.copyOf(tokens, used * 2);
      next = Arrays.copyOf(next, used * 2);
    }
    return used++;
  }

  private int bucket(long time) {
    return Long.SIZE - Long.numberOfLeadingZeros(time ^ last);
  }

  private void append(int bucket, int entry) {
    next[entry] = NONE;
    if (heads[bucket] == NONE) {
      heads[bucket] = entry;
      least[bucket] = times[entry];
      filled |= 1L << bucket;
    } else {
      least[bucket] = Math.min(least[bucket], times[entry]);
      int tail = tails[bucket];
      next[tail] = entry;
      if (bucket == 0 && numbers[entry] < numbers[tail]) {
        ascends = false;
      }
    }
    tails[bucket] = entry;
  }

  /** Removes the earliest entry and returns its token. The queue must not be empty. */
  public int remove() {
    if (atEnd.earliest() < earliest) {
      removed = atEnd.number();
      return atEnd.remove();
    }
    if (heads[0] == NONE) {
      advance();
    }
    if (!ascends) {
      sort();
    }
    int entry = heads[0];
    heads[0] = next[entry];
    next[entry] = free;
    free = entry;
    if (heads[0] == NONE) {
      filled &= ~1;
      earliest = filled == 0 ? Long.MAX_VALUE : least[Long.numberOfTrailingZeros(filled)];
    }
    removed = numbers[entry];
    return tokens[entry];
  }

  /** Advances to the earliest time, and moves the entries of the lowest bucket to lower buckets. */
  private void advance() {
    last = earliest;
    int bucket = Long.numberOfTrailingZeros(filled);
    int entry = heads[bucket];
    heads[bucket] = NONE;
    filled &= ~(1L << bucket);
    while (entry != NONE) {
      int following = next[entry];
      append(bucket(times[entry]), entry);
      entry = following;
    }
  }

  /** Sorts bucket 0, which consists of few ascending runs, by merging two runs at a time. */
  private void sort() {
    int merged;
    do {
      int rest = heads[0];
      heads[0] = NONE;
      merged = 0;
      while (rest != NONE) {
        int left = rest;
        int right = cut(left);
        rest = right == NONE ? NONE : cut(right);
        merge(left, right);
        merged++;
      }
    } while (merged > 1);
    ascends = true;
  }

  /** Ends the list of an entry after the entry's ascending run. Returns the first entry after the run. */
  private int cut(int from) {
    int at = from;
    while (next[at] != NONE && numbers[next[at]] >= numbers[at]) {
      at = next[at];
    }
    int after = next[at];
    next[at] = NONE;
    return after;
  }

  private void merge(int left, int right) {
    int a = left;
    int b = right;
    while (a != NONE || b != NONE) {
      int entry;
      if (b == NONE || a != NONE && numbers[a] <= numbers[b]) {
        entry = a;
        a = next[a];
      } else {
        entry = b;
        b = next[b];
      }
      append(0, entry);
    }
  }

  /** Visits all entries in the order in which they would be removed. O(n log n). */
  public void forEach(AlarmQueue.Visitor visitor) {
    AlarmQueue all = new AlarmQueue();
    for (int head : heads) {
      for (int entry = head; entry != NONE; entry = next[entry]) {
        all.add(times[entry], numbers[entry], tokens[entry]);
      }
    }
    long[] number = {0};
    atEnd.forEach((time, token) -> all.addLast(time, 0, number[0]++, token));
    all.forEach(visitor);
  }
}
