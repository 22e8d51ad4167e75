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

  /** How a call gives the sizes of the blocks that a rank sends to others, or receives from them. */
  public enum Blocks {
    /** One size for all partners. */
    ONE,
    /** One count for each partner. */
    COUNTED,
    /** One count and one datatype for each partner. */
    TYPED
  }

  private final String key = name().toLowerCase(Locale.ROOT);
  private final MpiCall call = MpiCall.valueOf(name());
  private final boolean neighbours = call.has(CallArgument.COMMUNICATOR_WITH_NEIGHBOURS);
  private final Blocks sent = blocks(CallArgument.COUNTS, CallArgument.DATATYPES);
  private final Blocks received =
      blocks(CallArgument.RECEIVE_COUNTS, CallArgument.RECEIVE_DATATYPES);

  private Blocks blocks(CallArgument counts, CallArgument types) {
    return call.has(types) ? Blocks.TYPED : call.has(counts) ? Blocks.COUNTED : Blocks.ONE;
  }

  /** Whether ranks exchange data with their neighbours in a topology only. */
  public boolean hasNeighbours() {
    return neighbours;
  }

  public Blocks sent() {
    return sent;
  }

  public Blocks received() {
    return received;
  }

  /**
   * The name in a platform's rules: MPI's name in lower case without its prefix, such as
   * {@code reduce_scatter}.
   */
  public String key() {
    return key;
  }
}
