package io.github.tracecast.simulate.collective;

/**
 * Scan and exscan, which send the same messages: exscan only keeps what came from lower ranks apart
 * from its own. a = L + 2o - G, b = G.
 */
final class Scan {
  private Scan() {}

  /**
   * Each combines what came from the rank before with its own vector and passes it on: p - 1 messages, (p
   * - 1)(a + n b); the basic algorithm of Open MPI.
   */
  static final class Chain extends Schedule {
    @Override
    int rounds(CollectiveCall call) {
      return (call.rank() > 0 ? 1 : 0) + (call.rank() < call.size() - 1 ? 1 : 0);
    }

    @Override
    void emit(CollectiveCall call, int round, BlockSteps steps) {
      if (round == 0 && call.rank() > 0) {
        steps.combineAll(call.rank() - 1);
      } else {
        steps.sendAll(call.rank() + 1);
      }
    }
  }

  /**
   * In step k the sums of 2^k ranks are exchanged with the rank that differs in bit k, where there is
   * one; what comes from a lower rank also goes into the result: ceil(lg p)(a + n b); MPICH's algorithm.
   */
  static final class Doubling extends Schedule {
    @Override
    int rounds(CollectiveCall call) {
      return Ranks.ceilingLog2(call.size());
    }

    @Override
    void emit(CollectiveCall call, int round, BlockSteps steps) {
      int peer = call.rank() ^ 1 << round;
      if (peer < call.size()) {
        steps.combineAll(peer);
        steps.sendAll(peer);
      }
    }
  }
}
