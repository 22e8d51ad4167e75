package io.github.tracecast.platform.collective;

/**
 * Recursive doubling and halving among the q ranks of a core, a power of two, between the steps of
 * {@link PowerOfTwo}. In each step, a core rank exchanges data with the core rank whose number
 * differs from its own in one bit. Sources: Thakur, Rabenseifner, Gropp, "Optimization of
 * collective communication operations in MPICH" (IJHPCA 2005); R. Rabenseifner, "Optimization of
 * collective reduction operations" (ICCS 2004). In the formulas, p is the number of ranks, q =
 * 2^floor(lg p), a = L + 2o - G, and b = G.
 */
final class Recursive {
  private Recursive() {}

  /**
   * Allreduce and barrier, with lg q exchanges of the whole vector. Time: lg q (a + n b), plus 2 (a
   * + n b) if p is not a power of two.
   */
  static Schedule doubling() {
    return new ScheduleSequence(
        PowerOfTwo.in(PowerOfTwo.Part.WHOLE),
        new Exchange(Parts.VECTOR, true, true, false),
        PowerOfTwo.out(PowerOfTwo.Part.WHOLE));
  }

  /**
   * Allgather by recursive doubling. Time: lg p a + (p - 1) m b. If p is not a power of two, add a
   * + m b before and a + (p - 1) m b after these steps; core ranks then contribute up to two
   * blocks.
   */
  static Schedule doublingAllgather() {
    return new ScheduleSequence(
        PowerOfTwo.in(PowerOfTwo.Part.OWN_BLOCK),
        new Exchange(Parts.NEIGHBOURS, true, false, false),
        PowerOfTwo.out(PowerOfTwo.Part.OTHER_BLOCKS));
  }

  /**
   * Broadcast by a binomial scatter of p blocks, then {@link #doublingAllgather}. Time for powers
   * of two: (2 lg p) a + 2 (p - 1) / p n b.
   */
  static Schedule scatterAllgatherBroadcast() {
    return new ScheduleSequence(TreeSchedule.binomial(Operation.SCATTER), doublingAllgather());
  }

  /**
   * Reduce_scatter by recursive halving. Time: lg p a + (p - 1) m b. If p is not a power of two,
   * add a + p m b before and a + m b after these steps; core ranks then have up to two blocks.
   */
  static Schedule halvingReduceScatter() {
    return new ScheduleSequence(
        PowerOfTwo.in(PowerOfTwo.Part.WHOLE),
        new Exchange(Parts.NEIGHBOURS, false, true, false),
        PowerOfTwo.out(PowerOfTwo.Part.OWN_BLOCK));
  }

  /**
   * Rabenseifner's allreduce for long vectors. In each step, a rank exchanges half of its current
   * part of the vector with a rank at twice the distance, and reduces the other half. Each rank of
   * the core then has one of q reduced segments. Finally, the segments are gathered. Time: 2 lg q a
   * + 2 (q - 1) / q n b, or with LogGP's parameters 2 lg q (L + 2o) + G (2 n (q - 1) / q - 2 lg q).
   * If p is not a power of two, add 2 (a + n b).
   */
  static Schedule rabenseifnerAllreduce() {
    return new ScheduleSequence(
        PowerOfTwo.in(PowerOfTwo.Part.WHOLE),
        new Exchange(Parts.SEGMENTS, true, true, false),
        new Exchange(Parts.SEGMENTS, false, false, false),
        PowerOfTwo.out(PowerOfTwo.Part.WHOLE));
  }

  /**
   * Rabenseifner's reduce for long vectors, like {@link #rabenseifnerAllreduce}. Time: 2 lg q a + 2
   * (q - 1) / q n b. If p is not a power of two, add a + n b.
   */
  static Schedule rabenseifnerReduce() {
    return new ScheduleSequence(
        PowerOfTwo.in(PowerOfTwo.Part.WHOLE),
        new Exchange(Parts.SEGMENTS, true, true, false),
        new Exchange(Parts.SEGMENTS, false, false, true));
  }

  /** The part of the data that a core rank has before its exchange with the core rank that differs in one bit. */
  private enum Parts {
    /** The whole vector. */
    VECTOR,
    /** The blocks of all ranks whose numbers are equal to the core rank's in this bit and in all higher bits. */
    NEIGHBOURS,
    /**
     * A range of the q segments: bit 0 of the core rank selects a half of all segments, bit 1
     * selects a half of this half, and so on, up to this bit.
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
   * Exchanges between core ranks, one step for each bit. In a reduction, a rank sends the part of
   * its partner and reduces its own part. In a gather, a rank sends its own part and receives the
   * part of its partner.
   *
   * @param lowestFirst whether the lowest bit is first
   * @param toRoot whether only the rank with the bit set sends, after which it has finished; the
   *     root is core rank 0
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

    /** The memory for the data from the partner. Halving also needs memory for the sums. */
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
