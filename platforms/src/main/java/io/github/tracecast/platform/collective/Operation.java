package io.github.tracecast.platform.collective;

import java.util.Locale;

/**
 * The collective operations of MPI that move data or synchronize, in the order of their names. A
 * nonblocking call is the same operation.
 */
public enum Operation {
  /** The small allreduce by which MPI agrees on a new communicator. It has its own rules. */
  AGREEMENT(Layout.VECTOR),
  ALLGATHER(Layout.BLOCK),
  ALLGATHERV(Layout.BLOCKS),
  ALLREDUCE(Layout.VECTOR),
  ALLTOALL(Layout.PAIRS),
  ALLTOALLV(Layout.PAIRS),
  ALLTOALLW(Layout.PAIRS),
  BARRIER(Layout.VECTOR),
  BCAST(Layout.VECTOR),
  EXSCAN(Layout.VECTOR),
  GATHER(Layout.BLOCK),
  GATHERV(Layout.BLOCKS),
  NEIGHBOR_ALLGATHER(Layout.PAIRS),
  NEIGHBOR_ALLGATHERV(Layout.PAIRS),
  NEIGHBOR_ALLTOALL(Layout.PAIRS),
  NEIGHBOR_ALLTOALLV(Layout.PAIRS),
  NEIGHBOR_ALLTOALLW(Layout.PAIRS),
  REDUCE(Layout.VECTOR),
  REDUCE_SCATTER(Layout.BLOCKS),
  REDUCE_SCATTER_BLOCK(Layout.BLOCK),
  SCAN(Layout.VECTOR),
  SCATTER(Layout.BLOCK),
  SCATTERV(Layout.BLOCKS);

  /** The layout of an operation's data, which determines the methods of {@link CollectiveCall} that return sizes. */
  enum Layout {
    /** One vector of the same size on all ranks. */
    VECTOR,
    /** A block for each rank; all blocks have the same size. */
    BLOCK,
    /** A block for each rank, with different sizes. */
    BLOCKS,
    /** A block for each pair of ranks. */
    PAIRS
  }

  private final Layout layout;
  private final String key = name().toLowerCase(Locale.ROOT);
  private final boolean neighbours = key.startsWith("neighbor_");

  Operation(Layout layout) {
    this.layout = layout;
  }

  Layout layout() {
    return layout;
  }

  /** Returns the operation with a {@link #key}. */
  public static Operation of(String key) {
    return valueOf(key.toUpperCase(Locale.ROOT));
  }

  /** Whether ranks exchange data only with their neighbours in a process topology. */
  public boolean hasNeighbours() {
    return neighbours;
  }

  /** Whether the operation exists on inter-communicators. */
  public boolean hasTwoGroups() {
    return !neighbours && this != SCAN && this != EXSCAN;
  }

  /** Whether all data are sent to a root. */
  boolean isToRoot() {
    return this == REDUCE || this == GATHER || this == GATHERV;
  }

  /** Whether a root and the other ranks exchange blocks instead of whole vectors. */
  boolean isOfBlocks() {
    return this == GATHER || this == GATHERV || this == SCATTER || this == SCATTERV;
  }

  /** The message size by which rules select an algorithm for equal blocks or vectors of {@code bytes}. */
  public long ruleBytes(long bytes, int ranks) {
    return this == ALLGATHER || this == REDUCE_SCATTER_BLOCK
        ? Math.multiplyExact(bytes, (long) ranks)
        : bytes;
  }

  /** The operation's name in the rules of machines: MPI's name in lower case without its prefix, such as {@code reduce_scatter}. */
  public String key() {
    return key;
  }
}
