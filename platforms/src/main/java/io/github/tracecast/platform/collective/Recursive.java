package io.github.tracecast.platform.collective;

/**
 * Recursive doubling and halving in the core of a power of two, between the steps of {@link
 * PowerOfTwo}. In a step, a core rank exchanges data with the core rank that differs in one bit.
 * Sources: Thakur, Rabenseifner, Gropp, "Optimization of collective communication operations in
 * MPICH" (IJHPCA 2005); R. Rabenseifner, "Optimization of collective reduction operations" (ICCS
 * 2004). p ranks, q = 2^floor(lg p); a = L + 2o - G, b = G.
 */
final class Recursive {
  private Recursive() {}

  /**
   * Allreduce and barrier: lg q exchanges of the whole vector, lg q (a + n b). If p is not a power
   * of two, 2 (a + n b) more.
   */
  static Schedule doubling() {
    return new ScheduleSequence(
        PowerOfTwo.in(PowerOfTwo.Part.WHOLE),
        new Exchange(Parts.VECTOR, true, true, false),
        PowerOfTwo.out(PowerOfTwo.Part.WHOLE));
  }

  /**
   * Allgather of blocks m: lg p a + (p - 1) m b. If p is not a power of two, a + m b before and a +
   * (p - 1) m b after. Each core rank then adds up to two blocks between them.
   */
  static Schedule doublingAllgather() {
    return new ScheduleSequence(
        PowerOfTwo.in(PowerOfTwo.Part.OWN_BLOCK),
        new Exchange(Parts.NEIGHBOURS, true, false, false),
        PowerOfTwo.out(PowerOfTwo.Part.OTHER_BLOCKS));
  }

  /**
   * Broadcast of n bytes: a binomial scatter of p blocks, then this allgather. (2 lg p) a + 2 (p - 1) /
   * p n b for powers of two.
   */
  static Schedule scatterAllgatherBroadcast() {
    return new ScheduleSequence(TreeSchedule.binomial(Operation.SCATTER), doublingAllgather());
  }

  /**
   * Reduce_scatter to blocks m: lg p a + (p - 1) m b. If p is not a power of two, a + p m b before
   * and a + m b after. Each core rank then adds up to two blocks between them.
   */
  static Schedule halvingReduceScatter() {
    return new ScheduleSequence(
        PowerOfTwo.in(PowerOfTwo.Part.WHOLE),
        new Exchange(Parts.NEIGHBOURS, false, true, false),
        PowerOfTwo.out(PowerOfTwo.Part.OWN_BLOCK));
  }

  /**
   * Rabenseifner's allreduce for long vectors. Ranks halve the vector and reduce it with ranks at
   * growing distance. At the end each rank of the core owns one of q segments. Then the segments are
   * gathered. 2 lg q a + 2 (q - 1) / q n b. On LogGP this is 2 lg q (L + 2o) + G (2 n (q - 1) / q - 2
   * lg q). If p is not a power of two, 2 (a + n b) more.
   */
  static Schedule rabenseifnerAllreduce() {
    return new ScheduleSequence(
        PowerOfTwo.in(PowerOfTwo.Part.WHOLE),
        new Exchange(Parts.SEGMENTS, true, true, false),
        new Exchange(Parts.SEGMENTS, false, false, false),
        PowerOfTwo.out(PowerOfTwo.Part.WHOLE));
  }

  /** The same for a reduction. 2 lg q a + 2 (q - 1) / q n b. If p is not a power of two, a + n b more. */
  static Schedule rabenseifnerReduce() {
    return new ScheduleSequence(
        PowerOfTwo.in(PowerOfTwo.Part.WHOLE),
        new Exchange(Parts.SEGMENTS, true, true, false),
        new Exchange(Parts.SEGMENTS, false, false, true));
  }

  /** The part of the data that a core rank has while it exchanges data over a bit. */
  private enum Parts {
    /** All. */
    VECTOR,
    /** The blocks of the ranks that agree in this bit and in higher ones. */
    NEIGHBOURS,
    /**
     * Of q segments. Bit 0 of the rank selects the half, bit 1 the quarter in it, and so on, up to
     * this bit.
     */
    SEGMENTS;

    int first(CollectiveCall call, int coreRank, int bit) {
      return switch (this) {
        case VECTOR -> 0;
        case NEIGHBOURS -> Ranks.afterRoot(call, PowerOfTwo.ahead(call, coreRank & -(1 << bit)));
        case SEGMENTS -> Integer.reverse(coreRank << 31 - bit) * (PowerOfTwo.core(call) >> bit + 1);
      };
    }

    int count(CollectiveCall call, int coreRank, int bit, BlockSteps steps) {
      int from = coreRank & -(1 << bit);
      return switch (this) {
        case VECTOR -> steps.blocks();
        case NEIGHBOURS -> PowerOfTwo.ahead(call, from + (1 << bit)) - PowerOfTwo.ahead(call, from);
        case SEGMENTS -> PowerOfTwo.core(call) >> bit + 1;
      };
    }

    int blocks(CollectiveCall call) {
      return this == SEGMENTS ? PowerOfTwo.core(call) : call.size();
    }
  }

  /**
   * One step for each bit. A reduction sends the other rank's part and reduces its own. A gathering
   * sends its own part and gets the other's.
   *
   * @param lowestFirst whether the first step is the one of the lowest bit
   * @param toRoot whether only the rank with the bit sends, and is then done; the root is core rank 0
   */
  private record Exchange(Parts parts, boolean lowestFirst, boolean reduces, boolean toRoot)
      implements Schedule {
    @Override
    public int rounds(CollectiveCall call) {
      int me = PowerOfTwo.coreRank(call);
      int steps = PowerOfTwo.steps(call);
      return toRoot && me > 0 ? steps - Ranks.floorLog2(me) : steps;
    }

    @Override
    public int blocks(CollectiveCall call) {
      return parts.blocks(call);
    }

    /** What the other rank sends. Halving also needs room for the sums. */
    @Override
    public long allocatedBytes(CollectiveCall call, long vector) {
      return reduces ? Math.multiplyExact(vector, parts == Parts.NEIGHBOURS ? 2L : 1L) : 0;
    }

    @Override
    public void emit(CollectiveCall call, int round, BlockSteps steps) {
      int bit = lowestFirst ? round : PowerOfTwo.steps(call) - 1 - round;
      int me = PowerOfTwo.coreRank(call);
      int other = me ^ 1 << bit;
      int peer = PowerOfTwo.local(call, other);
      int got = reduces ? me : other;
      int first = parts.first(call, got, bit);
      int count = parts.count(call, got, bit, steps);
      if (reduces) {
        steps.combine(peer, first, count);
      } else if (!toRoot || other > me) {
        steps.receive(peer, first, count);
      }
      int sent = reduces ? other : me;
      if (!toRoot || other < me) {
        steps.send(peer, parts.first(call, sent, bit), parts.count(call, sent, bit, steps));
      }
    }
  }
}
