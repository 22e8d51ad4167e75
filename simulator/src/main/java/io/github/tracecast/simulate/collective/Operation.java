package io.github.tracecast.simulate.collective;

import java.util.Locale;

/**
 * The collective operations of MPI that move data or synchronize. A nonblocking call is the same
 * operation.
 */
public enum Operation {
  BARRIER,
  BCAST,
  REDUCE,
  ALLREDUCE,
  GATHER,
  GATHERV,
  SCATTER,
  SCATTERV,
  ALLGATHER,
  ALLGATHERV,
  ALLTOALL,
  ALLTOALLV,
  ALLTOALLW,
  REDUCE_SCATTER,
  REDUCE_SCATTER_BLOCK,
  SCAN,
  EXSCAN,
  NEIGHBOR_ALLGATHER,
  NEIGHBOR_ALLGATHERV,
  NEIGHBOR_ALLTOALL,
  NEIGHBOR_ALLTOALLV,
  NEIGHBOR_ALLTOALLW;

  private final String key = name().toLowerCase(Locale.ROOT);

  /**
   * The name in a platform's rules: MPI's name in lower case without its prefix, such as
   * {@code reduce_scatter}.
   */
  public String key() {
    return key;
  }
}
