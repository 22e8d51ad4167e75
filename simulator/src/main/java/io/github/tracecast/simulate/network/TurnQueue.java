package io.github.tracecast.simulate.network;

import java.util.Arrays;

/**
 * A queue of tokens by time. At equal times the lowest number comes first. No new entry may come
 * before the one that was removed last.
 *
 * <p>So the queue can be a radix heap (Ahuja, Mehlhorn, Orlin, Tarjan, "Faster algorithms for the
 * shortest path problem", JACM 1990). An entry's bucket depends on the highest digit in which the
 * entry differs from a base, and on that digit's value. If the first bucket holds many entries, its
 * first entry becomes the base. The others then move to earlier buckets. So an entry moves at most
 * once per digit. Each move goes from the end of one array to the end of another, not along a tree.
 *
 * <p>Memory: 24 bytes per entry, in arrays that only grow. It allocates only for growth. One
 * thread.
 */
final class TurnQueue {
  /** Fields of an entry: time, number, token. */
  private static final int WIDTH = 3;

  /**
   * Length of a bucket up to which it is searched each time. Longer ones are spread over other
   * buckets.
   */
  private static final int FEW = 8 * WIDTH;

  private static final int DIGIT_BITS = 4;
  private static final int DIGITS = 1 << DIGIT_BITS;

  /**
   * Number of digits of a number or a time. A level is the place of a digit. Levels of times follow
   * those of numbers.
   */
  private static final int LEVELS = Long.SIZE / DIGIT_BITS;

  private static final int UNKNOWN = -1;

  /** Entries by level and digit. */
  private final long[][] buckets = new long[2 * LEVELS * DIGITS][];

  /** By bucket: the end of its entries. */
  private final int[] ends = new int[buckets.length];

  /** Levels that have entries, then digits of each level that have entries. One bit each. */
  private int levels;

  private final int[] digits = new int[2 * LEVELS];

  private long baseTime;
  private long baseNumber;
  private long lastTime;

  /**
   * Bucket of the first entry, or {@link #UNKNOWN} if a search is needed; below: its index, time
   * and number.
   */
  private int firstBucket = UNKNOWN;

  private int firstAt;
  private long firstTime;
  private long firstNumber;

  TurnQueue() {
    Arrays.fill(buckets, new long[0]);
  }

  boolean isEmpty() {
    return levels == 0;
  }

  /** Time of the first entry, or {@link Long#MAX_VALUE} if there is none. */
  long earliest() {
    if (isEmpty()) {
      return Long.MAX_VALUE;
    }
    find();
    return firstTime;
  }

  /**
   * Adds an entry.
   *
   * @param time 0 or more, not before that of the entry that was removed last
   * @param number 0 or more; unique at its time, and above all numbers removed at that time
   */
  void add(long time, long number, int token) {
    if (time < lastTime) {
      throw new AssertionError(time + " ps after " + lastTime + " ps");
    }
    boolean empty = isEmpty();
    int bucket = put(time, number, token);
    if (empty || firstBucket != UNKNOWN && comesFirst(time, number)) {
      setFirst(bucket, ends[bucket] - WIDTH, time, number);
    }
  }

  private boolean comesFirst(long time, long number) {
    return time < firstTime || time == firstTime && number < firstNumber;
  }

  private void setFirst(int bucket, int at, long time, long number) {
    firstBucket = bucket;
    firstAt = at;
    firstTime = time;
    firstNumber = number;
  }

  private int put(long time, long number, long token) {
    boolean same = time == baseTime;
    long key = same ? number : time;
    long differing = key ^ (same ? baseNumber : baseTime) | 1;
    int place = (Long.SIZE - 1 - Long.numberOfLeadingZeros(differing)) / DIGIT_BITS;
    int digit = (int) (key >>> place * DIGIT_BITS) & DIGITS - 1;
    int level = same ? place : LEVELS + place;
    levels |= 1 << level;
    digits[level] |= 1 << digit;
    int bucket = level * DIGITS + digit;
    long[] entries = buckets[bucket];
    int end = ends[bucket];
    if (end == entries.length) {
      entries = Arrays.copyOf(entries, Math.max(FEW, 2 * end));
      buckets[bucket] = entries;
    }
    entries[end] = time;
    entries[end + 1] = number;
    entries[end + 2] = token;
    ends[bucket] = end + WIDTH;
    return bucket;
  }

  /** Finds the first entry, which is in the lowest bucket that has entries. */
  private void find() {
    if (firstBucket != UNKNOWN) {
      return;
    }
    int level = Integer.numberOfTrailingZeros(levels);
    int bucket = level * DIGITS + Integer.numberOfTrailingZeros(digits[level]);
    long[] entries = buckets[bucket];
    int end = ends[bucket];
    int first = 0;
    for (int at = WIDTH; at < end; at += WIDTH) {
      if (entries[at] < entries[first]
          || entries[at] == entries[first] && entries[at + 1] < entries[first + 1]) {
        first = at;
      }
    }
    setFirst(bucket, first, entries[first], entries[first + 1]);
  }

  /** Removes the first entry and returns its token. The queue must not be empty. */
  int remove() {
    find();
    int bucket = firstBucket;
    int token = (int) buckets[bucket][firstAt + 2];
    if (ends[bucket] > FEW) {
      spread(bucket);
    } else {
      close(bucket);
    }
    lastTime = firstTime;
    firstBucket = UNKNOWN;
    return token;
  }

  /** Removes the first entry from its bucket. */
  private void close(int bucket) {
    long[] entries = buckets[bucket];
    int end = ends[bucket] - WIDTH;
    ends[bucket] = end;
    entries[firstAt] = entries[end];
    entries[firstAt + 1] = entries[end + 1];
    entries[firstAt + 2] = entries[end + 2];
    if (end == 0) {
      clear(bucket);
    }
  }

  /**
   * Makes the first entry the base and moves all others of its bucket to the buckets for that base.
   */
  private void spread(int bucket) {
    long[] entries = buckets[bucket];
    int end = ends[bucket];
    ends[bucket] = 0;
    clear(bucket);
    baseTime = firstTime;
    baseNumber = firstNumber;
    for (int at = 0; at < end; at += WIDTH) {
      if (at != firstAt) {
        put(entries[at], entries[at + 1], entries[at + 2]);
      }
    }
  }

  private void clear(int bucket) {
    int level = bucket / DIGITS;
    digits[level] &= ~(1 << bucket % DIGITS);
    if (digits[level] == 0) {
      levels &= ~(1 << level);
    }
  }
}
