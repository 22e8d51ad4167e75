package io.github.tracecast.imports.internal.scalatrace;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;

/**
 * The recorder's numbers of handles. Each rank counts its own from 1000 on, in the order of
 * creation. The 1001st would replace the first. Not thread-safe.
 */
final class Handles {
  /** Index of a rank's first handle, and how many there are. */
  static final int FIRST = 1000;

  private final IntArrayList[] made;

  Handles(int ranks) {
    made = new IntArrayList[ranks];
    Arrays.setAll(made, rank -> new IntArrayList());
  }

  /** Assigns a value to the rank's next handle. Returns false if the rank has no handle left. */
  boolean add(int rank, int id) {
    return made[rank].size() < FIRST && made[rank].add(id);
  }

  /** Whether the rank has made this handle. */
  boolean has(int rank, long index) {
    return index >= FIRST && index - FIRST < made[rank].size();
  }

  /** The value of a handle for the rank. */
  int get(int rank, long index) {
    return made[rank].getInt((int) index - FIRST);
  }
}
