package io.github.tracecast.platform.collective;

/**
 * The basic algorithms of MPI libraries: all messages between all ranks at the same time, or
 * messages between the root and one rank after another. These algorithms are best for few ranks.
 * The vector forms have no other algorithms, because no rank knows all sizes. With LogGP's overhead
 * o and one-byte messages, a rank is busy for (p - 1) o, and a message takes L + 2o.
 */
final class Linear {
  private Linear() {}

  /**
   * Open MPI's gather "linear sync": with an empty message, the root requests the block of one rank
   * after another. It takes 2 (p - 1) messages, (p - 1) m bytes, and the time (p - 1)(2 (L + 2o) +
   * (m - 1) G).
   */
  static Schedule gatherWhenAsked() {
    return Schedule.of(
        call -> call.size() == 1 ? 0 : call.rank() == call.root() ? call.size() - 1 : 2,
        (call, round, steps) -> {
          if (call.rank() == call.root()) {
            int peer = Ranks.afterRoot(call, round + 1);
            steps.receive(peer, peer, 1);
            steps.send(peer, peer, 0);
          } else if (round == 0) {
            steps.receive(call.root(), call.rank(), 0);
          } else {
            steps.send(call.root(), call.rank(), 1);
          }
        });
  }

  /**
   * Allgather: each rank sends its block to all other ranks, nearest rank first, in p (p - 1)
   * messages. The time is that of {@link #alltoall}.
   */
  static Schedule allgather() {
    return allgather(false);
  }

  /**
   * Open MPI's allreduce "allgather reduce": each rank sends its vector to all other ranks, and
   * reduces the received vectors. p (p - 1) n bytes.
   */
  static Schedule allgatherReduce() {
    return allgather(true);
  }

  private static Schedule allgather(boolean whole) {
    return Schedule.of(call -> call.size() > 1 ? 1 : 0, (call, round, steps) -> {
      for (int i = 1; i < call.size(); i++) {
        int peer = Ranks.around(call, call.rank() - i);
        if (whole) {
          steps.combineAll(peer);
        } else {
          steps.receive(peer, peer, 1);
        }
      }
      int first = whole ? 0 : call.rank();
      int count = whole ? steps.blocks() : 1;
      for (int i = 1; i < call.size(); i++) {
        steps.send(Ranks.around(call, call.rank() + i), first, count);
      }
    });
  }

  /**
   * Alltoall with all messages at the same time, or with a limited number of partners at a time.
   * Each rank starts with the next rank, so no rank is the first target of all other ranks. There
   * are p (p - 1) messages. All at the same time take 2 (p - 1) o for one-byte messages if (p - 2)
   * o is at least L. The vector forms omit empty blocks.
   *
   * @param atOnce largest number of partners at a time; 0 for all partners
   */
  static Algorithm alltoall(long atOnce) {
    return (call, round, steps) -> alltoall(call, round, atOnce, false, steps);
  }

  /**
   * Emits a round of an alltoall.
   *
   * @param inPairs whether rank r exchanges with rank r xor i, instead of the ranks i before and
   *     after it
   */
  static boolean alltoall(
      CollectiveCall call, int round, long atOnce, boolean inPairs, Steps steps) {
    int size = call.size();
    long most = atOnce == 0 ? size : Math.min(size, atOnce);
    long first = 1 + most * round;
    if (first >= size) {
      return false;
    }
    int rank = call.rank();
    int end = (int) Math.min(size, first + most);
    for (int i = (int) first; i < end; i++) {
      receive(call, inPairs ? rank ^ i : Ranks.around(call, rank - i), steps);
    }
    for (int i = (int) first; i < end; i++) {
      send(call, inPairs ? rank ^ i : Ranks.around(call, rank + i), steps);
    }
    return true;
  }

  private static void receive(CollectiveCall call, int peer, Steps steps) {
    long bytes = call.receiveBytes(peer);
    if (bytes > 0 || call.operation() == Operation.ALLTOALL) {
      steps.receive(peer, bytes);
    }
  }

  private static void send(CollectiveCall call, int peer, Steps steps) {
    long bytes = call.sendBytes(peer);
    if (bytes > 0 || call.operation() == Operation.ALLTOALL) {
      steps.send(peer, bytes);
    }
  }

  /**
   * Neighbourhood collectives: all messages at the same time, only between neighbours, in rank
   * order. A message from a rank to itself is a copy in memory.
   */
  static Algorithm neighbours() {
    return (call, round, steps) -> {
      if (round > 0) {
        return false;
      }
      int size = call.size();
      for (int peer = call.nextNeighbour(-1); peer < size; peer = call.nextNeighbour(peer)) {
        if (peer != call.rank()) {
          receive(call, peer, steps);
        }
      }
      for (int peer = call.nextNeighbour(-1); peer < size; peer = call.nextNeighbour(peer)) {
        if (peer != call.rank()) {
          send(call, peer, steps);
        }
      }
      return true;
    };
  }
}
