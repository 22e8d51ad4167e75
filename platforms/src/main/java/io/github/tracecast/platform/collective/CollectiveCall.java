package io.github.tracecast.platform.collective;

/**
 * A collective call of one rank. Ranks are local to the communicator. Sizes are in bytes and not
 * negative. The calls of all ranks must agree: a rank receives from a peer the size that this peer
 * sends to it. In an inter-communicator, ranks are numbered over both groups, the first group
 * before the second. In the vector forms, the number of a block is a rank of the other group.
 */
public interface CollectiveCall {
  /** Value of {@link #root} for ranks of an inter-communicator that neither send nor receive in the operation. */
  int NO_ROOT = -1;

  /** The collective operation of the call. */
  Operation operation();

  /** Number of ranks in the communicator, at least 1. */
  int size();

  /** The calling rank, 0 to size - 1. */
  int rank();

  /**
   * The root's rank; 0 for an operation without a root. In an inter-communicator, only the root
   * itself and the ranks of the other group know the root. For the other ranks of the root's group,
   * which neither send nor receive, it is {@link #NO_ROOT}.
   */
  int root();

  /** Size of the first group of an inter-communicator; 0 for other communicators. */
  default int firstGroup() {
    return 0;
  }

  /**
   * The size of a block that the rank sends if all blocks are equal. In an inter-communicator, it
   * may differ from the size of received blocks, {@link #bytes()}.
   */
  default long ownBytes() {
    return bytes();
  }

  /**
   * For broadcast, reduction, allreduce and scans, the size of the whole vector. For gather,
   * scatter, allgather, alltoall and reduce_scatter_block, the size of the block between two ranks.
   * For barrier, the size of the messages, which is 0 in MPI. The vector forms, the neighbourhood
   * forms and reduce_scatter do not use it.
   */
  long bytes();

  /**
   * The size of the block that this rank sends to a peer in vector forms such as gatherv; otherwise
   * {@link #bytes()}. In all neighbourhood forms, it is 0 for a peer that is not a neighbour. In
   * reduce_scatter, it is the size of the peer's block of the result, also for the rank itself,
   * because every rank knows all counts. In gatherv, all ranks except the root call this method
   * with the root as peer. In scatterv, only the root calls it.
   */
  default long sendBytes(int peer) {
    return bytes();
  }

  /**
   * The size of the block that this rank receives from a peer in vector forms such as gatherv;
   * otherwise {@link #bytes()}. In all neighbourhood forms, it is 0 for a peer that is not a
   * neighbour. In allgatherv, it is the size of the peer's block, also for the rank itself. In
   * gatherv, only the root calls this method. In scatterv, all other ranks call it with the root as
   * peer. Reduce_scatter does not use it.
   */
  default long receiveBytes(int peer) {
    return bytes();
  }

  /**
   * The lowest rank above {@code after} with which this rank exchanges data in a neighbourhood
   * collective. {@link #size()} if there is none. With -1, it returns the first neighbour. This
   * default method checks the sizes for every rank; a class with a list of neighbours should
   * override it.
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
