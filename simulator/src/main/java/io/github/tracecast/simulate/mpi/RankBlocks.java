package io.github.tracecast.simulate.mpi;

/**
 * Blocks of consecutive ranks. The last one may have fewer ranks than the others. Immutable.
 *
 * @param ranks ranks of the run
 * @param size ranks in a block
 */
record RankBlocks(int ranks, int size) {
  /** At most the given number of blocks. */
  static RankBlocks of(int ranks, int most) {
    return new RankBlocks(ranks, Math.ceilDiv(ranks, most));
  }

  int count() {
    return Math.ceilDiv(ranks, size);
  }

  int of(int rank) {
    return rank / size;
  }

  int first(int block) {
    return block * size;
  }

  /** The rank after the last one of a block. */
  int end(int block) {
    return (int) Math.min(ranks, (block + 1L) * size);
  }
}
