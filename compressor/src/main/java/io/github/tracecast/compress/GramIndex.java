package io.github.tracecast.compress;

import java.util.Arrays;

/**
 * Finds the earlier positions at which the same gram ends. A gram is a short sequence of entries.
 * Each bucket of a hash table is a chain of positions. Memory is proportional to the list's length.
 * Not thread-safe.
 */
final class GramIndex {
  private long[] grams = new long[16];
  private int[] previous = new int[16];
  private int[] heads = new int[16];

  GramIndex() {
    Arrays.fill(heads, -1);
  }

  void push(int at, long gram) {
    if (at >= grams.length) {
      grams = Arrays.copyOf(grams, 2 * at);
      previous = Arrays.copyOf(previous, 2 * at);
      rehash(0, at);
    }
    grams[at] = gram;
    int bucket = bucket(gram);
    previous[at] = heads[bucket];
    heads[bucket] = at;
  }

  /**
   * Drops the first {@code number} positions, after which {@code count} positions remain. Positions
   * from {@code first} on have a gram.
   */
  void forget(int number, int first, int count) {
    System.arraycopy(grams, number, grams, 0, count);
    rehash(first, count);
  }

  private void rehash(int first, int count) {
    heads = new int[Integer.highestOneBit(grams.length)];
    Arrays.fill(heads, -1);
    for (int at = first; at < count; at++) {
      int bucket = bucket(grams[at]);
      previous[at] = heads[bucket];
      heads[bucket] = at;
    }
  }

  void pop(int at) {
    heads[bucket(grams[at])] = previous[at];
  }

  /** Returns the last earlier position with the same gram; -1 if there is none. */
  int previousPosition(int at) {
    long gram = grams[at];
    int before = previous[at];
    while (before >= 0 && grams[before] != gram) {
      before = previous[before];
    }
    return before;
  }

  private int bucket(long gram) {
    long mixed = gram * Folder.MIX;
    return (int) (mixed >>> 40) & heads.length - 1;
  }
}
