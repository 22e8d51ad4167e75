package io.github.tracecast.simulate.collective;

/**
 * All messages at once, between the root and all other ranks, or between all ranks. These are the
 * basic algorithms of MPI libraries. They are best for few ranks. In the vector forms, they are the
 * only option, because no rank knows all sizes. With LogGP's overhead o and one-byte messages, the
 * root is busy for (p - 1) o. A message takes L + 2o.
 */
final class Linear {
  private Linear() {}

  /**
   * All ranks send to the root: (p - 1) messages, (p - 1) m bytes; time L + p o + (m - 1) G. Successive
   * messages that need a handshake take the handshake's time p - 1 times.
   */
  static final class Up extends Schedule {
    private final Carry carry;
    private final long atOnce;

    /**
     * @param atOnce most receives of the root at a time; 0 for all
     */
    Up(Carry carry, long atOnce) {
      this.carry = carry;
      this.atOnce = atOnce;
    }

    @Override
    int rounds(CollectiveCall call) {
      return roundsOfRoot(call, atOnce);
    }

    @Override
    void emit(CollectiveCall call, int round, BlockSteps steps) {
      if (call.rank() != call.root()) {
        carry.send(steps, call.root(), call.rank(), 1);
        return;
      }
      int end = end(call, round, atOnce);
      for (int i = first(round, atOnce); i < end; i++) {
        int peer = Ranks.afterRoot(call, i);
        carry.receiveUp(steps, peer, peer, 1);
      }
    }
  }

  /** The root sends to all ranks: (p - 1) messages, (p - 1) m bytes; time L + p o + (m - 1) G. */
  static final class Down extends Schedule {
    private final Carry carry;
    private final long atOnce;

    /**
     * @param atOnce most sends of the root at a time; 0 for all
     */
    Down(Carry carry, long atOnce) {
      this.carry = carry;
      this.atOnce = atOnce;
    }

    @Override
    int rounds(CollectiveCall call) {
      return roundsOfRoot(call, atOnce);
    }

    @Override
    void emit(CollectiveCall call, int round, BlockSteps steps) {
      if (call.rank() != call.root()) {
        carry.receiveDown(steps, call.root(), call.rank(), 1);
        return;
      }
      int end = end(call, round, atOnce);
      for (int i = first(round, atOnce); i < end; i++) {
        int peer = Ranks.afterRoot(call, i);
        carry.send(steps, peer, peer, 1);
      }
    }
  }

  /**
   * The root asks one rank after another for its block, with an empty message: Open MPI's gather
   * "linear sync". 2 (p - 1) messages, (p - 1) m bytes; (p - 1)(2 (L + 2o) + (m - 1) G).
   */
  static final class UpWhenAsked extends Schedule {
    @Override
    int rounds(CollectiveCall call) {
      return call.size() == 1 ? 0 : call.rank() == call.root() ? call.size() - 1 : 2;
    }

    @Override
    void emit(CollectiveCall call, int round, BlockSteps steps) {
      if (call.rank() == call.root()) {
        int peer = Ranks.afterRoot(call, round + 1);
        steps.receive(peer, peer, 1);
        steps.send(peer, peer, 0);
      } else if (round == 0) {
        steps.receive(call.root(), call.rank(), 0);
      } else {
        steps.send(call.root(), call.rank(), 1);
      }
    }
  }

  private static int roundsOfRoot(CollectiveCall call, long atOnce) {
    int others = call.size() - 1;
    return others == 0 || atOnce == 0 || call.rank() != call.root()
        ? Math.min(1, others)
        : (int) Math.ceilDiv(others, Math.min(others, atOnce));
  }

  /** The first partner of a round, counted from the root. */
  private static int first(int round, long atOnce) {
    return 1 + (round == 0 ? 0 : Math.toIntExact(atOnce * round));
  }

  /** The partner after the last one of a round. */
  private static int end(CollectiveCall call, int round, long atOnce) {
    long count = atOnce == 0 ? call.size() : atOnce;
    return (int) Math.min(call.size(), first(round, atOnce) + count);
  }

  /**
   * Each rank sends its block to all others, nearest rank first: p (p - 1) messages. Time as for
   * {@link Alltoall}.
   */
  static final class Allgather extends Schedule {
    @Override
    int rounds(CollectiveCall call) {
      return call.size() > 1 ? 1 : 0;
    }

    @Override
    void emit(CollectiveCall call, int round, BlockSteps steps) {
      int rank = call.rank();
      for (int i = 1; i < call.size(); i++) {
        int peer = Ranks.around(call, rank - i);
        steps.receive(peer, peer, 1);
      }
      for (int i = 1; i < call.size(); i++) {
        steps.send(Ranks.around(call, rank + i), rank, 1);
      }
    }
  }

  /**
   * Alltoall with all messages at once, or with at most some partners at a time. Each rank starts
   * with the next rank, so no rank is the first target of all others. p (p - 1) messages; all at once take
   * 2 (p - 1) o for one-byte messages if (p - 2) o is at least L. The vector forms omit empty
   * blocks.
   */
  static final class Alltoall implements Algorithm {
    private final boolean leaveOutEmpty;
    private final long atOnce;

    /**
     * @param atOnce most partners at a time; 0 for all
     */
    Alltoall(boolean leaveOutEmpty, long atOnce) {
      this.leaveOutEmpty = leaveOutEmpty;
      this.atOnce = atOnce == 0 ? Long.MAX_VALUE : atOnce;
    }

    @Override
    public boolean round(CollectiveCall call, int round, Steps steps) {
      int size = call.size();
      long first = 1 + (round == 0 ? 0 : Math.min(size, atOnce) * round);
      if (first >= size) {
        return false;
      }
      int end = (int) Math.min(size, first + Math.min(size, atOnce));
      for (int i = (int) first; i < end; i++) {
        int peer = Ranks.around(call, call.rank() - i);
        long bytes = call.receiveBytes(peer);
        if (bytes > 0 || !leaveOutEmpty) {
          steps.receive(peer, bytes);
        }
      }
      for (int i = (int) first; i < end; i++) {
        int peer = Ranks.around(call, call.rank() + i);
        long bytes = call.sendBytes(peer);
        if (bytes > 0 || !leaveOutEmpty) {
          steps.send(peer, bytes);
        }
      }
      return true;
    }
  }

  /**
   * Neighbourhood collectives: all messages at once, only between neighbours, in rank order. A
   * message from a rank to itself is a copy in memory.
   */
  static final class Neighbours implements Algorithm {
    @Override
    public boolean round(CollectiveCall call, int round, Steps steps) {
      if (round > 0) {
        return false;
      }
      int size = call.size();
      for (int peer = call.nextNeighbour(-1); peer < size; peer = call.nextNeighbour(peer)) {
        long bytes = call.receiveBytes(peer);
        if (bytes > 0 && peer != call.rank()) {
          steps.receive(peer, bytes);
        }
      }
      for (int peer = call.nextNeighbour(-1); peer < size; peer = call.nextNeighbour(peer)) {
        long bytes = call.sendBytes(peer);
        if (bytes > 0 && peer != call.rank()) {
          steps.send(peer, bytes);
        }
      }
      return true;
    }
  }

  /**
   * Allreduce: each rank sends its vector to all others and reduces the received ones. This is Open
   * MPI's "allgather reduce". p (p - 1) n bytes.
   */
  static final class AllgatherReduce extends Schedule {
    @Override
    int rounds(CollectiveCall call) {
      return call.size() > 1 ? 1 : 0;
    }

    @Override
    void emit(CollectiveCall call, int round, BlockSteps steps) {
      for (int i = 1; i < call.size(); i++) {
        steps.combineAll(Ranks.around(call, call.rank() - i));
      }
      for (int i = 1; i < call.size(); i++) {
        steps.sendAll(Ranks.around(call, call.rank() + i));
      }
    }
  }
}
