package io.github.tracecast.simulate.lowering;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;

/**
 * Assigns numbers to distinct pairs of ints, from 0 in the order of their first use. One thread
 * fills the table; afterwards it is only read.
 */
public final class PairTable {
  public static final int NONE = -1;

  private final Long2IntOpenHashMap numbers = new Long2IntOpenHashMap();
  private final LongArrayList pairs = new LongArrayList();

  PairTable() {
    numbers.defaultReturnValue(NONE);
  }

  private static long pair(int first, int second) {
    return (long) first << 32 | second & 0xFFFF_FFFFL;
  }

  /** Returns the number of a pair; a new pair gets the next number. */
  int of(int first, int second) {
    long pair = pair(first, second);
    int next = pairs.size();
    int known = numbers.putIfAbsent(pair, next);
    if (known != NONE) {
      return known;
    }
    pairs.add(pair);
    return next;
  }

  /** The number of a pair, or {@link #NONE}. */
  public int find(int first, int second) {
    return numbers.get(pair(first, second));
  }

  public int count() {
    return pairs.size();
  }

  public int first(int number) {
    return (int) (pairs.getLong(number) >> 32);
  }

  public int second(int number) {
    return (int) pairs.getLong(number);
  }
}
