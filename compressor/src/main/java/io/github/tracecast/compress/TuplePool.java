package io.github.tracecast.compress;

import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.LongArrays;
import java.util.Arrays;

/**
 * Assigns numbers to the distinct lists of a task in the order of their first use, so that a number
 * can replace a list. Not thread-safe.
 */
final class TuplePool {
  private long[] terms = new long[16];
  private int[] starts = new int[8];
  private int count;

  /** A hash table with open addressing: the number of a tuple + 1, or 0 for a free slot. */
  private int[] slots = new int[16];

  /** Returns the number of a list, and adds the list if it is new. */
  long intern(long[] from, int length) {
    if (2 * count >= slots.length) {
      grow();
    }
    int mask = slots.length - 1;
    int at = hash(from, 0, length) & mask;
    while (slots[at] != 0) {
      int known = slots[at] - 1;
      if (Arrays.equals(terms, starts[known], starts[known + 1], from, 0, length)) {
        return known;
      }
      at = at + 1 & mask;
    }
    int start = starts[count];
    terms = LongArrays.grow(terms, start + length);
    System.arraycopy(from, 0, terms, start, length);
    starts = IntArrays.grow(starts, count + 2);
    slots[at] = ++count;
    starts[count] = start + length;
    return count - 1;
  }

  /** Returns a copy of the list that has this number. */
  long[] get(long number) {
    return Arrays.copyOfRange(terms, starts[(int) number], starts[(int) number + 1]);
  }

  private void grow() {
    slots = new int[2 * slots.length];
    int mask = slots.length - 1;
    for (int number = 0; number < count; number++) {
      int at = hash(terms, starts[number], starts[number + 1]) & mask;
      while (slots[at] != 0) {
        at = at + 1 & mask;
      }
      slots[at] = number + 1;
    }
  }

  private static int hash(long[] terms, int from, int to) {
    long hash = to - from;
    for (int i = from; i < to; i++) {
      hash = (hash ^ terms[i]) * 0x9E3779B97F4A7C15L;
      hash ^= hash >>> 29;
    }
    return (int) (hash ^ hash >>> 32);
  }
}
