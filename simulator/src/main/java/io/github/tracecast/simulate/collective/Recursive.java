package io.github.tracecast.simulate.collective;

/**
 * Recursive doubling and halving in the core of a power of two, between the steps of
 * {@link PowerOfTwo}. Thakur, Rabenseifner, Gropp, "Optimization of collective communication operations
 * in MPICH" (IJHPCA 2005). p ranks, q = 2^floor(lg p); a = L + 2o - G, b = G.
 */
final class Recursive {
  private Recursive() {}

  /**
   * Allreduce and barrier: lg q exchanges of the whole vector, lg q (a + n b). If p is not a power
   * of two, 2 (a + n b) more.
   */
  static Schedule doubling() {
    return new ConsecutiveSchedules(
        new PowerOfTwo.In(Carry.WHOLE),
        new Exchange(),
        new PowerOfTwo.Out(PowerOfTwo.Result.WHOLE));
  }

  /**
   * Allgather of blocks m: lg p a + (p - 1) m b. If p is not a power of two, a + m b before and a +
   * (p - 1) m b after. Each core rank then adds up to two blocks between them.
   */
  static Schedule doublingAllgather() {
    return new ConsecutiveSchedules(
        new PowerOfTwo.In(Carry.BLOCKS),
        new Allgather(),
        new PowerOfTwo.Out(PowerOfTwo.Result.OTHER_BLOCKS));
  }

  /**
   * Broadcast of n bytes: a binomial scatter of p blocks, then this allgather. (2 lg p) a + 2 (p - 1) /
   * p n b for powers of two.
   */
  static Schedule scatterAllgatherBroadcast() {
    return new ConsecutiveSchedules(new Binomial.Down(Carry.BLOCKS), doublingAllgather());
  }

  /**
   * Reduce_scatter to blocks m: lg p a + (p - 1) m b. If p is not a power of two, a + p m b before
   * and a + m b after. Each core rank then adds up to two blocks between them.
   */
  static Schedule halvingReduceScatter() {
    return new ConsecutiveSchedules(
        new PowerOfTwo.In(Carry.WHOLE),
        new ReduceScatter(),
        new PowerOfTwo.Out(PowerOfTwo.Result.OWN_BLOCK));
  }

  /** Step k exchanges whole vectors with the core rank that differs in bit k. */
  private static final class Exchange extends Schedule {
    @Override
    int rounds(CollectiveCall call) {
      return PowerOfTwo.steps(call);
    }

    /** What the other rank sends. */
    @Override
    public long allocatedBytes(CollectiveCall call, long vector) {
      return vector;
    }

    @Override
    void emit(CollectiveCall call, int round, BlockSteps steps) {
      int peer = PowerOfTwo.local(call, PowerOfTwo.coreRank(call) ^ 1 << round);
      steps.combineAll(peer);
      steps.sendAll(peer);
    }
  }

  /** Step k exchanges the blocks of 2^k core ranks with the core rank that differs in bit k. */
  private static final class Allgather extends Schedule {
    @Override
    int rounds(CollectiveCall call) {
      return PowerOfTwo.steps(call);
    }

    @Override
    void emit(CollectiveCall call, int round, BlockSteps steps) {
      int span = 1 << round;
      int me = PowerOfTwo.coreRank(call);
      int peer = PowerOfTwo.local(call, me ^ span);
      int mine = me & -span;
      int theirs = mine ^ span;
      int from = PowerOfTwo.ahead(call, theirs);
      int count = PowerOfTwo.ahead(call, theirs + span) - from;
      steps.receive(peer, Ranks.afterRoot(call, from), count);
      from = PowerOfTwo.ahead(call, mine);
      count = PowerOfTwo.ahead(call, mine + span) - from;
      steps.send(peer, Ranks.afterRoot(call, from), count);
    }
  }

  /**
   * Halves the span of core ranks. A rank keeps its own half and sends the other half to the rank
   * there.
   */
  private static final class ReduceScatter extends Schedule {
    @Override
    int rounds(CollectiveCall call) {
      return PowerOfTwo.steps(call);
    }

    /** The data that the other rank sends, and the sums. */
    @Override
    public long allocatedBytes(CollectiveCall call, long vector) {
      return Math.multiplyExact(vector, 2L);
    }

    @Override
    void emit(CollectiveCall call, int round, BlockSteps steps) {
      int span = PowerOfTwo.core(call) >> round + 1;
      int me = PowerOfTwo.coreRank(call);
      int peer = PowerOfTwo.local(call, me ^ span);
      int mine = me & -span;
      int theirs = mine ^ span;
      int from = PowerOfTwo.ahead(call, mine);
      steps.combine(peer, from, PowerOfTwo.ahead(call, mine + span) - from);
      from = PowerOfTwo.ahead(call, theirs);
      steps.send(peer, from, PowerOfTwo.ahead(call, theirs + span) - from);
    }
  }
}
