package io.github.tracecast.simulate.collective;

/**
 * Rabenseifner's reduce and allreduce for long vectors. Ranks halve the vector and reduce it with
 * ranks at growing distance. At the end each rank of the core owns one of q segments. Then the
 * segments are gathered. Source: R. Rabenseifner, "Optimization of collective reduction operations"
 * (ICCS 2004). p ranks, q = 2^floor(lg p); a = L + 2o - G, b = G.
 */
final class Rabenseifner {
  private Rabenseifner() {}

  /**
   * 2 lg q a + 2 (q - 1) / q n b. On LogGP this is 2 lg q (L + 2o) + G (2 n (q - 1) / q - 2 lg q).
   * If p is not a power of two, 2 (a + n b) more.
   */
  static Schedule allreduce() {
    return new Segmented(
        new PowerOfTwo.In(Carry.WHOLE),
        new Halve(),
        new Redouble(),
        new PowerOfTwo.Out(PowerOfTwo.Result.WHOLE));
  }

  /** 2 lg q a + 2 (q - 1) / q n b. If p is not a power of two, a + n b more. */
  static Schedule reduce() {
    return new Segmented(new PowerOfTwo.In(Carry.WHOLE), new Halve(), new Gather());
  }

  private static final class Segmented extends ConsecutiveSchedules {
    Segmented(Schedule... stages) {
      super(stages);
    }

    @Override
    int blocks(CollectiveCall call) {
      return PowerOfTwo.core(call);
    }
  }

  /**
   * The first of the q / 2^steps segments that a core rank handles after {@code steps} halvings.
   * Bit 0 of the rank selects the half, bit 1 the quarter in it, and so on.
   */
  private static int window(int q, int coreRank, int steps) {
    if (steps == 0) {
      return 0;
    }
    return Integer.reverse(coreRank << 32 - steps) * (q >> steps);
  }

  /** Step k: a rank sends the other half of its window to the core rank that differs in bit k. */
  private static final class Halve extends Schedule {
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
      int q = PowerOfTwo.core(call);
      int me = PowerOfTwo.coreRank(call);
      int other = me ^ 1 << round;
      int peer = PowerOfTwo.local(call, other);
      int count = q >> round + 1;
      steps.combine(peer, window(q, me, round + 1), count);
      steps.send(peer, window(q, other, round + 1), count);
    }
  }

  /** The halvings in reverse order. The two ranks of a pair exchange their segments. */
  private static final class Redouble extends Schedule {
    @Override
    int rounds(CollectiveCall call) {
      return PowerOfTwo.steps(call);
    }

    @Override
    void emit(CollectiveCall call, int round, BlockSteps steps) {
      int q = PowerOfTwo.core(call);
      int bit = Ranks.floorLog2(q) - 1 - round;
      int me = PowerOfTwo.coreRank(call);
      int other = me ^ 1 << bit;
      int peer = PowerOfTwo.local(call, other);
      int count = q >> bit + 1;
      steps.receive(peer, window(q, other, bit + 1), count);
      steps.send(peer, window(q, me, bit + 1), count);
    }
  }

  /**
   * The halvings in reverse order, towards the root, core rank 0. The rank of a pair with the bit
   * set sends its segments and is done.
   */
  private static final class Gather extends Schedule {
    @Override
    int rounds(CollectiveCall call) {
      int me = PowerOfTwo.coreRank(call);
      int steps = PowerOfTwo.steps(call);
      return me > 0 ? steps - Ranks.floorLog2(me) : steps;
    }

    @Override
    void emit(CollectiveCall call, int round, BlockSteps steps) {
      int q = PowerOfTwo.core(call);
      int bit = Ranks.floorLog2(q) - 1 - round;
      int me = PowerOfTwo.coreRank(call);
      int other = me ^ 1 << bit;
      int peer = PowerOfTwo.local(call, other);
      int count = q >> bit + 1;
      if (other > me) {
        steps.receive(peer, window(q, other, bit + 1), count);
      } else {
        steps.send(peer, window(q, me, bit + 1), count);
      }
    }
  }
}
