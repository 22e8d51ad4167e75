package io.github.tracecast.simulate.lanes;

/** Ranks that can go on, first come first served; each is in it at most once. One thread. */
final class ReadyQueue {
  private final int[] ranks;
  private int first;
  private int size;

  ReadyQueue(int ranks) {
    this.ranks = new int[Integer.highestOneBit(Math.max(1, ranks)) * 2];
  }

  boolean isEmpty() {
    return size == 0;
  }

  void add(int rank) {
    ranks[first + size++ & ranks.length - 1] = rank;
  }

  int remove() {
    int rank = ranks[first];
    first = first + 1 & ranks.length - 1;
    size--;
    return rank;
  }
}
