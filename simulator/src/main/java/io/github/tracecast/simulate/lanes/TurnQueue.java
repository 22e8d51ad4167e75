package io.github.tracecast.simulate.lanes;

import java.util.Arrays;

/**
 * Tokens by time, those of equal times by a number, the lowest first. Nothing may be added that would come before what was
 * removed last. That makes a radix heap of it (Ahuja, Mehlhorn, Orlin, Tarjan, "Faster algorithms for the shortest path
 * problem", JACM 1990): an entry lies in the bucket of the highest bit in which it differs from what was removed last, and
 * removing the first one spreads the rest of its bucket over lower ones. So an entry moves at most once a bit, from one end of an array to
 * another's, and is not compared on its way down a tree.
 *
 * <p>Memory: 24 bytes an entry, in arrays that grow and stay. No allocation but for growth. One thread.
 */
final class TurnQueue {
  /** Of an entry: time, number, token. */
  private static final int WIDTH = 3;

  /** First of the buckets of entries of another time than the last one's; those before are of the same time. */
  private static final int LATER = Long.SIZE;

  private final long[][] buckets = new long[2 * Long.SIZE][];

  /** By bucket: the end of its entries. */
  private final int[] ends = new int[2 * Long.SIZE];

  /** Which buckets have entries: a bit each, of the same time and of later ones. */
  private long same;

  private long later;

  private long lastTime;
  private long lastNumber;

  /** The first entry's; bucket {@link #UNKNOWN} where it has to be looked for. */
  private static final int UNKNOWN = -1;

  private int firstBucket = UNKNOWN;
  private int firstAt;
  private long firstTime;
  private long firstNumber;

  TurnQueue() {
    Arrays.setAll(buckets, bucket -> new long[0]);
  }

  boolean isEmpty() {
    return (same | later) == 0;
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
   * @param time 0 or more
   * @param number 0 or more; no other entry of the same time has the same
   */
  void add(long time, long number, int token) {
    if (time < lastTime || time == lastTime && number < lastNumber) {
      throw new AssertionError("something at " + time + " ps after what was at " + lastTime);
    }
    boolean empty = isEmpty();
    int bucket = put(time, number, token);
    if (empty || firstBucket != UNKNOWN && comesFirst(time, number)) {
      isFirst(bucket, ends[bucket] - WIDTH, time, number);
    }
  }

  private boolean comesFirst(long time, long number) {
    return time < firstTime || time == firstTime && number < firstNumber;
  }

  private void isFirst(int bucket, int at, long time, long number) {
    firstBucket = bucket;
    firstAt = at;
    firstTime = time;
    firstNumber = number;
  }

  private int put(long time, long number, long token) {
    int bucket;
    if (time == lastTime) {
      bucket = Long.SIZE - Long.numberOfLeadingZeros(number ^ lastNumber);
      same |= 1L << bucket;
    } else {
      int bit = Long.SIZE - 1 - Long.numberOfLeadingZeros(time ^ lastTime);
      bucket = LATER + bit;
      later |= 1L << bit;
    }
    long[] entries = buckets[bucket];
    int end = ends[bucket];
    if (end == entries.length) {
      entries = Arrays.copyOf(entries, Math.max(8 * WIDTH, 2 * end));
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
    int bucket =
        same != 0 ? Long.numberOfTrailingZeros(same) : LATER + Long.numberOfTrailingZeros(later);
    long[] entries = buckets[bucket];
    isFirst(bucket, 0, entries[0], entries[1]);
    int end = ends[bucket];
    for (int at = WIDTH; at < end; at += WIDTH) {
      if (comesFirst(entries[at], entries[at + 1])) {
        isFirst(bucket, at, entries[at], entries[at + 1]);
      }
    }
  }

  /** Removes the first entry and returns its token. The queue must not be empty. */
  int remove() {
    find();
    int bucket = firstBucket;
    long[] entries = buckets[bucket];
    int token = (int) entries[firstAt + 2];
    int end = ends[bucket];
    ends[bucket] = 0;
    if (bucket < LATER) {
      same &= ~(1L << bucket);
    } else {
      later &= ~(1L << bucket - LATER);
    }
    lastTime = firstTime;
    lastNumber = firstNumber;
    firstBucket = UNKNOWN;
    for (int at = 0; at < end; at += WIDTH) {
      if (at != firstAt) {
        put(entries[at], entries[at + 1], entries[at + 2]);
      }
    }
    return token;
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
