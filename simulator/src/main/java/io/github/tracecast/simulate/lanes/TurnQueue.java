package io.github.tracecast.simulate.lanes;

import java.util.Arrays;

/**
 * Tokens by time, those of equal times by a number, the lowest first. Nothing may be added that would come before what was
 * removed last. That makes a radix heap of it (Ahuja, Mehlhorn, Orlin, Tarjan, "Faster algorithms for the shortest path
 * problem", JACM 1990): an entry lies in a bucket by the highest digit in which it differs from a base, and by that digit's value.
 * When the first bucket is many entries long, its first one becomes the base and the others go to buckets before it. So an entry
 * moves at most once a digit, from the end of one array to that of another, and not along a tree.
 *
 * <p>Memory: 24 bytes an entry, in arrays that grow and stay. No allocation but for growth. One thread.
 */
final class TurnQueue {
  /** Of an entry: time, number, token. */
  private static final int WIDTH = 3;

  /** So many entries are looked through again and again rather than spread over other buckets. */
  private static final int FEW = 8 * WIDTH;

  private static final int DIGIT_BITS = 4;
  private static final int DIGITS = 1 << DIGIT_BITS;

  /** Digits of a number, and of a time. A level is a digit's place; those of times come after those of numbers. */
  private static final int LEVELS = Long.SIZE / DIGIT_BITS;

  private static final int UNKNOWN = -1;

  /** By level and digit. */
  private final long[][] buckets = new long[2 * LEVELS * DIGITS][];

  /** By bucket: the end of its entries. */
  private final int[] ends = new int[buckets.length];

  /** Levels that have entries; by level: digits that have. A bit each. */
  private int levels;

  private final int[] digits = new int[2 * LEVELS];

  private long baseTime;
  private long baseNumber;
  private long lastTime;

  /** Where the first entry is, {@link #UNKNOWN} if it has to be looked for; its time and number. */
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
   * @param number 0 or more; no other entry of the same time has the same, nor one that was removed a higher one
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

  /** Looks for the first entry, which is in the lowest bucket that has any. */
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

  /** Takes the first entry out of its bucket. */
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

  /** Makes the first entry the base and puts all others of its bucket where they belong by that. */
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

  /** All tokens, in no order that matters. */
  int[] tokens() {
    int[] tokens = new int[Arrays.stream(ends).sum() / WIDTH];
    int count = 0;
    for (int bucket = 0; bucket < ends.length; bucket++) {
      for (int at = 0; at < ends[bucket]; at += WIDTH) {
        tokens[count++] = (int) buckets[bucket][at + 2];
      }
    }
    return tokens;
  }
}
