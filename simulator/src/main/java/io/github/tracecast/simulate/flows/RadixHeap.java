package io.github.tracecast.simulate.flows;

import java.util.Arrays;

/**
 * A queue of (time, token) pairs with the order of {@link AlarmQueue}: earliest first, equal times
 * in order of insertion, entries of {@link #addLast} after all others of their time. No entry may
 * be earlier than the last removed one, as in a simulation.
 *
 * <p>Each bucket belongs to a digit d of times in base 64, and to a value v. A bucket holds the
 * entries whose time first differs from the last removed time in digit d, and whose digit d is v.
 * So a bucket of the lowest digit holds one time. If these buckets are empty, the bucket with the
 * lowest digit and value holds the earliest entry. Its entries move to buckets of lower digits. An
 * entry moves at most 10 times, and entries of equal times move together. A heap instead compares
 * each entry with others of its time.
 *
 * <p>Source: Ahuja, Mehlhorn, Orlin, Tarjan, "Faster algorithms for the shortest path problem",
 * Journal of the ACM 37, 1990. Buckets are lists in parallel arrays, 24 bytes per entry. The
 * buckets themselves take 11 kB. The queue allocates only when it grows. One thread.
 */
public final class RadixHeap {
  private static final int NONE = -1;

  private static final int DIGIT_BITS = 6;
  private static final int VALUES = 1 << DIGIT_BITS;
  private static final int DIGITS = Math.ceilDiv(Long.SIZE, DIGIT_BITS);

  private static final int BUCKETS = DIGITS * VALUES;

  private final int[] heads = new int[BUCKETS];
  private final int[] tails = new int[BUCKETS];

  /** The earliest time in each bucket that is not empty. */
  private final long[] least = new long[BUCKETS];

  /** A bit for each digit that has a bucket with entries. */
  private int filledDigits;

  /** For each digit, a bit for each value whose bucket has entries. */
  private final long[] filledValues = new long[DIGITS];

  /** A bit for each bucket of the lowest digit in which the numbers do not ascend. */
  private long unsorted;

  /** The time of the last removed entry. */
  private long last;

  /** The time of the earliest entry. */
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
    return filledDigits == 0 && atEnd.isEmpty();
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
    int digit = (Long.SIZE - 1 - Long.numberOfLeadingZeros(time ^ last | 1)) / DIGIT_BITS;
    return digit * VALUES + (int) (time >>> digit * DIGIT_BITS & VALUES - 1);
  }

  private void append(int bucket, int entry) {
    next[entry] = NONE;
    if (heads[bucket] == NONE) {
      heads[bucket] = entry;
      least[bucket] = times[entry];
      int digit = bucket >> DIGIT_BITS;
      filledDigits |= 1 << digit;
      filledValues[digit] |= 1L << bucket;
    } else {
      least[bucket] = Math.min(least[bucket], times[entry]);
      int tail = tails[bucket];
      next[tail] = entry;
      if (bucket < VALUES && numbers[entry] < numbers[tail]) {
        unsorted |= 1L << bucket;
      }
    }
    tails[bucket] = entry;
  }

  private void empty(int bucket) {
    heads[bucket] = NONE;
    int digit = bucket >> DIGIT_BITS;
    filledValues[digit] &= ~(1L << bucket);
    if (filledValues[digit] == 0) {
      filledDigits &= ~(1 << digit);
    }
  }

  /** The bucket of the earliest entry. The queue must not be empty. */
  private int lowest() {
    int digit = Integer.numberOfTrailingZeros(filledDigits);
    return digit * VALUES + Long.numberOfTrailingZeros(filledValues[digit]);
  }

  /** Removes the earliest entry and returns its token. The queue must not be empty. */
  public int remove() {
    if (atEnd.earliest() < earliest) {
      removed = atEnd.number();
      return atEnd.remove();
    }
    int bucket = lowest();
    last = earliest;
    if (bucket >= VALUES && next[heads[bucket]] != NONE) {
      distribute(bucket);
      bucket = (int) last & VALUES - 1;
    }
    if (bucket < VALUES && (unsorted & 1L << bucket) != 0) {
      sort(bucket);
    }
    int entry = heads[bucket];
    heads[bucket] = next[entry];
    next[entry] = free;
    free = entry;
    if (heads[bucket] == NONE) {
      empty(bucket);
      earliest = filledDigits == 0 ? Long.MAX_VALUE : least[lowest()];
    }
    removed = numbers[entry];
    return tokens[entry];
  }

  /** Moves the entries of a bucket to buckets of lower digits. */
  private void distribute(int bucket) {
    int entry = heads[bucket];
    empty(bucket);
    while (entry != NONE) {
      int following = next[entry];
      append(bucket(times[entry]), entry);
      entry = following;
    }
  }

  /** Sorts a bucket of one time, which consists of few ascending runs, by merging two runs at a time. */
  private void sort(int bucket) {
    int merged;
    do {
      int rest = heads[bucket];
      heads[bucket] = NONE;
      merged = 0;
      while (rest != NONE) {
        int left = rest;
        int right = cut(left);
        rest = right == NONE ? NONE : cut(right);
        merge(bucket, left, right);
        merged++;
      }
    } while (merged > 1);
    unsorted &= ~(1L << bucket);
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

  private void merge(int bucket, int left, int right) {
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
      append(bucket, entry);
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
