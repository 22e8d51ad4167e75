package io.github.tracecast.platform.collective;

/**
 * One collective call from the view of one rank of the communicator. Ranks are local to the
 * communicator. Sizes are in bytes and not negative. The calls of all ranks must agree: a rank
 * receives from a peer the size that this peer sends to it. Ranks of an inter-communicator count both
 * groups, the first before the second; blocks of the vector forms count the other group alone.
 */
public interface CollectiveCall {
  /** The root, for the ranks of an inter-communicator that have no part in the operation. */
  int NO_ROOT = -1;

  /** The operation of the call. */
  Operation operation();

  /** Ranks in the communicator, at least 1. */
  int size();

  /** This rank, 0 to size - 1. */
  int rank();

  /**
   * The root's rank; 0 for an operation without a root. In an inter-communicator, only the root and
   * the ranks of the other group know it. It is {@link #NO_ROOT} for the other ranks, which take no
   * part.
   */
  int root();

  /** Size of the first group of an inter-communicator; 0 for other communicators. */
  default int firstGroup() {
    return 0;
  }

  /**
   * The size of one block that the rank sends in uniform forms. In an inter-communicator, the size
   * of received blocks, {@link #bytes()}, may differ.
   */
  default long ownBytes() {
    return bytes();
  }

  /**
   * The size of the whole vector for broadcast, reduction, allreduce and scans. The size of one
   * block between two ranks for gather, scatter, allgather, alltoall and reduce_scatter_block. The
   * size of the messages for barrier, 0 in MPI. The vector forms, the neighbourhood forms and
   * reduce_scatter do not use it.
   */
  long bytes();

  /**
   * The block that this rank sends to a peer in the vector forms; {@link #bytes()} in uniform
   * forms. In the neighbourhood forms of either kind, 0 for a rank that is not a neighbour. In
   * reduce_scatter, the peer's block of the result. Every rank knows all counts, so this also
   * covers the rank itself. In gatherv, a rank other than the root only asks about the root. In
   * scatterv, only the root asks.
   */
  default long sendBytes(int peer) {
    return bytes();
  }

  /**
   * The block that this rank receives from a peer in the vector forms; {@link #bytes()} in uniform
   * forms. In the neighbourhood forms of either kind, 0 for a rank that is not a neighbour. In
   * allgatherv, the peer's block, for every peer and this rank itself. In gatherv, only the root
   * asks. In scatterv, a rank other than the root only asks about the root. Reduce_scatter does not
   * use it.
   */
  default long receiveBytes(int peer) {
    return bytes();
  }

  /**
   * The lowest rank above {@code after} with which this rank exchanges data in a neighbourhood
   * collective. {@link #size()} if there is none; -1 asks for the first. The default method checks
   * every rank's sizes. A call with a list of its neighbours should override it.
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
