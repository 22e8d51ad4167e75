package io.github.tracecast.platform.collective;

import java.util.Locale;

/**
 * The collective operations of MPI that move data or synchronize, in the order of their names. A
 * nonblocking call is the same operation.
 */
public enum Operation {
  /** The allreduce of a few bytes by which MPI agrees on a new communicator, with rules of its own. */
  AGREEMENT,
  ALLGATHER,
  ALLGATHERV,
  ALLREDUCE,
  ALLTOALL,
  ALLTOALLV,
  ALLTOALLW,
  BARRIER,
  BCAST,
  EXSCAN,
  GATHER,
  GATHERV,
  NEIGHBOR_ALLGATHER,
  NEIGHBOR_ALLGATHERV,
  NEIGHBOR_ALLTOALL,
  NEIGHBOR_ALLTOALLV,
  NEIGHBOR_ALLTOALLW,
  REDUCE,
  REDUCE_SCATTER,
  REDUCE_SCATTER_BLOCK,
  SCAN,
  SCATTER,
  SCATTERV;

  private final String key = name().toLowerCase(Locale.ROOT);
  private final boolean neighbours = key.startsWith("neighbor_");

  /** The operation of that {@link #key}. */
  public static Operation of(String key) {
    return valueOf(key.toUpperCase(Locale.ROOT));
  }

  /** Whether ranks exchange data with their neighbours in a topology only. */
  public boolean hasNeighbours() {
    return neighbours;
  }

  /** Whether inter-communicators have the operation. */
  public boolean hasTwoGroups() {
    return !neighbours && this != SCAN && this != EXSCAN;
  }

  /** Whether all data go to a root. */
  boolean isToRoot() {
    return this == REDUCE || this == GATHER || this == GATHERV;
  }

  /** Whether a root and the other ranks exchange blocks, and not whole vectors. */
  boolean isOfBlocks() {
    return this == GATHER || this == GATHERV || this == SCATTER || this == SCATTERV;
  }

  /**
   * The name in a platform's rules: MPI's name in lower case without its prefix, such as
   * {@code reduce_scatter}.
   */
  public String key() {
    return key;
  }
}
