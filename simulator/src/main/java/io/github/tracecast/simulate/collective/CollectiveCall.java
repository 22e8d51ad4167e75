package io.github.tracecast.simulate.collective;

/**
 * One collective call as one rank of the communicator sees it. Ranks are local to the communicator,
 * sizes are in bytes and not negative. All ranks of a call must tell the same story: what one sends
 * to a peer is what that peer receives from it.
 */
public interface CollectiveCall {
  /** What is asked for. */
  Operation operation();

  /** Ranks in the communicator, at least 1. */
  int size();

  /** This rank, 0 to size - 1. */
  int rank();

  /** The root's rank; 0 for an operation without a root. */
  int root();

  /**
   * Broadcast, reduction, allreduce and scans: the whole vector. Gather, scatter, allgather, alltoall and
   * reduce_scatter_block: one block, what one rank gives to or gets from one other. Barrier: the size of
   * its messages, 0 in MPI. Not asked of the vector and neighbourhood forms nor of reduce_scatter.
   */
  long bytes();

  /**
   * Vector forms: the block that this rank sends to a peer; uniform forms: {@link #bytes()};
   * neighbourhood forms of either kind: 0 for a rank that is no neighbour.
   * Reduce_scatter: the peer's block of the result, for every peer and this rank itself, as every
   * rank knows all counts. Gatherv asks a rank other than the root for the root as peer only, scatterv
   * asks the root only.
   */
  long sendBytes(int peer);

  /**
   * Vector forms: the block that this rank receives from a peer; uniform forms: {@link #bytes()};
   * neighbourhood forms of either kind: 0 for a rank that is no neighbour.
   * Allgatherv: the peer's block, for every peer and this rank itself. Gatherv asks the root only,
   * scatterv asks a rank other than the root for the root as peer only. Not asked of reduce_scatter.
   */
  long receiveBytes(int peer);

  /**
   * The lowest rank above {@code after}, with which this rank exchanges anything in a neighbourhood
   * collective, or {@link #size()} where there is none; -1 asks for the first. Asks for every rank's
   * counts; a call that holds a list of its neighbours does better.
   */
  default int nextNeighbour(int after) {
    int size = size();
    int peer = after + 1;
    while (peer < size && sendBytes(peer) == 0 && receiveBytes(peer) == 0) {
      peer++;
    }
    return peer;
  }
}
