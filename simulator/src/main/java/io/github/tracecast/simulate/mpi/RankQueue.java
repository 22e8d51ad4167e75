package io.github.tracecast.simulate.mpi;

/** A first-in, first-out queue of ranks. Each rank is in it at most once. One thread. */
public final class RankQueue {
  private int[] ranks = new int[16];
  private int first;
  private int size;

  boolean isEmpty() {
    return size == 0;
  }

  void add(int rank) {
    if (size == ranks.length) {
      grow();
    }
    ranks[first + size++ & ranks.length - 1] = rank;
  }

  private void grow() {
    int[] larger = new int[2 * size];
    for (int i = 0; i < size; i++) {
      larger[i] = ranks[first + i & ranks.length - 1];
    }
    ranks = larger;
    first = 0;
  }

  int remove() {
    int rank = ranks[first];
    first = first + 1 & ranks.length - 1;
    size--;
    return rank;
  }
}
