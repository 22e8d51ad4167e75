package io.github.tracecast.simulate.collective;

/**
 * The binomial tree over the ranks counted from the root. The parent of v is v without its lowest
 * set bit. The children of v are v + 2^j for each 2^j below that bit. Each round has one message,
 * because implementations block on each. p - 1 messages. Source: Thakur, Rabenseifner, Gropp,
 * "Optimization of collective communication operations in MPICH" (IJHPCA 2005).
 */
final class Binomial {
  private Binomial() {}

  /** Number of v's children. */
  private static int children(int v, int size) {
    int room = size - v;
    return Ranks.ceilingLog2(v == 0 ? room : Math.min(Integer.lowestOneBit(v), room));
  }

  private static int parent(int v) {
    return v & (v - 1);
  }

  /** Number of ranks in the subtree of v, including v. */
  private static int subtree(int v, int size) {
    return Math.min(Integer.lowestOneBit(v), size - v);
  }

  /**
   * To the root, nearest child first. Whole vectors (reduce): lg p (a + n b). Blocks (gather, block m):
   * lg p a + (p - 1) m b; a = L + 2o - G, b = G.
   */
  static final class Up extends Schedule {
    private final Carry carry;

    Up(Carry carry) {
      this.carry = carry;
    }

    @Override
    int rounds(CollectiveCall call) {
      int v = Ranks.fromRoot(call);
      return children(v, call.size()) + (v == 0 ? 0 : 1);
    }

    /** The data that a child sends. An inner rank also has no receive buffer for the sums. */
    @Override
    public long allocatedBytes(CollectiveCall call, long vector) {
      int v = Ranks.fromRoot(call);
      if (carry == Carry.BLOCKS || children(v, call.size()) == 0) {
        return 0;
      }
      return v == 0 || call.operation() == Operation.ALLREDUCE
          ? vector
          : Math.multiplyExact(vector, 2L);
    }

    @Override
    void emit(CollectiveCall call, int round, BlockSteps steps) {
      int size = call.size();
      int v = Ranks.fromRoot(call);
      if (round < children(v, size)) {
        int child = v + (1 << round);
        int peer = Ranks.afterRoot(call, child);
        carry.receiveUp(steps, peer, peer, subtree(child, size));
      } else {
        int peer = Ranks.afterRoot(call, parent(v));
        carry.send(steps, peer, call.rank(), subtree(v, size));
      }
    }
  }

  /**
   * From the root, farthest child (the largest subtree) first. Whole vectors (broadcast): lg p (a + n b).
   * Blocks (scatter, block m): lg p a + (p - 1) m b; a = L + 2o - G, b = G.
   */
  static final class Down extends Schedule {
    private final Carry carry;

    Down(Carry carry) {
      this.carry = carry;
    }

    @Override
    int rounds(CollectiveCall call) {
      int v = Ranks.fromRoot(call);
      return children(v, call.size()) + (v == 0 ? 0 : 1);
    }

    @Override
    void emit(CollectiveCall call, int round, BlockSteps steps) {
      int size = call.size();
      int v = Ranks.fromRoot(call);
      if (v != 0 && round == 0) {
        int peer = Ranks.afterRoot(call, parent(v));
        carry.receiveDown(steps, peer, call.rank(), subtree(v, size));
        return;
      }
      int sent = v == 0 ? round : round - 1;
      int child = v + (1 << (children(v, size) - 1 - sent));
      int peer = Ranks.afterRoot(call, child);
      carry.send(steps, peer, peer, subtree(child, size));
    }
  }
}
