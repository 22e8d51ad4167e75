package io.github.tracecast.simulate.collective;

import io.github.tracecast.trace.CallArgument;
import io.github.tracecast.trace.MpiCall;
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
  private final MpiCall call = MpiCall.valueOf(name());
  private final boolean neighbours = call.has(CallArgument.COMMUNICATOR_WITH_NEIGHBOURS);
  private final boolean sendsBlocks = call.has(CallArgument.COUNTS);
  private final boolean receivesBlocks = call.has(CallArgument.RECEIVE_COUNTS);

  /** Whether ranks exchange data with their neighbours in a topology only. */
  public boolean hasNeighbours() {
    return neighbours;
  }

  /** Whether a call gives a count for each partner to which it sends. */
  public boolean sendsBlocks() {
    return sendsBlocks;
  }

  /** Whether a call gives a count for each partner from which it receives. */
  public boolean receivesBlocks() {
    return receivesBlocks;
  }

  /**
   * The name in a platform's rules: MPI's name in lower case without its prefix, such as
   * {@code reduce_scatter}.
   */
  public String key() {
    return key;
  }
}
