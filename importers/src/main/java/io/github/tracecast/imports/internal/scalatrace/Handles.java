package io.github.tracecast.imports.internal.scalatrace;

import java.util.Arrays;

/**
 * The recorder's numbers of handles. Each rank counts its own from 1000 on, in the order of
 * creation. The 1001st would replace the first. Not thread-safe.
 */
final class Handles {
  /** Index of a rank's first handle, and how many there are. */
  static final int FIRST = 1000;

  private final int[][] made;
  private final int[] count;

  Handles(int ranks) {
    made = new int[ranks][];
    count = new int[ranks];
  }

  /** Assigns a value to the rank's next handle. Returns false if the rank has no handle left. */
  boolean add(int rank, int id) {
    if (count[rank] == FIRST) {
      return false;
    }
    if (made[rank] == null) {
      made[rank] = new int[4];
    } else if (count[rank] == made[rank].length) {
      made[rank] = Arrays.copyOf(made[rank], 2 * count[rank]);
    }
    made[rank][count[rank]++] = id;
    return true;
  }

  /** Whether the rank has made this handle. */
  boolean has(int rank, long index) {
    return index >= FIRST && index - FIRST < count[rank];
  }

  /** The value of a handle for the rank. */
  int get(int rank, long index) {
    return made[rank][(int) index - FIRST];
  }
}
