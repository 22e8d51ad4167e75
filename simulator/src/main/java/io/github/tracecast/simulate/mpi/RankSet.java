package io.github.tracecast.simulate.mpi;

import java.util.Arrays;

/** A set of ranks. Their order has no meaning. One thread. */
public final class RankSet {
  private final int[] ranks;

  /** By rank: its index, or -1. */
  private final int[] at;

  private int size;

  RankSet(int count) {
    ranks = new int[count];
    at = new int[count];
    Arrays.fill(at, -1);
  }

  boolean isEmpty() {
    return size == 0;
  }

  public int size() {
    return size;
  }

  /** The rank at an index from 0 to below {@link #size}. */
  public int get(int index) {
    return ranks[index];
  }

  public boolean contains(int rank) {
    return at[rank] >= 0;
  }

  /** The lowest rank. The set must not be empty. */
  public int lowest() {
    int lowest = ranks[0];
    for (int i = 1; i < size; i++) {
      lowest = Math.min(lowest, ranks[i]);
    }
    return lowest;
  }

  /** Adds a rank that is not in the set. */
  void add(int rank) {
    at[rank] = size;
    ranks[size++] = rank;
  }

  /** Removes a rank that is in the set. */
  void remove(int rank) {
    int last = ranks[--size];
    ranks[at[rank]] = last;
    at[last] = at[rank];
    at[rank] = -1;
  }
}
