package io.github.tracecast.simulate.collective;

/**
 * Dissemination barrier. In round k, a rank notifies the rank 2^k after it, which then knows of
 * 2^(k+1) ranks. p lg p messages, lg p (L + 2o + (m - 1) G). Source: Hensgen, Finkel, Manber, "Two
 * algorithms for barrier synchronization" (IJPP 1988).
 */
final class Dissemination extends Schedule {
  @Override
  int rounds(CollectiveCall call) {
    return Ranks.ceilingLog2(call.size());
  }

  @Override
  void emit(CollectiveCall call, int round, BlockSteps steps) {
    int distance = 1 << round;
    steps.combineAll(Ranks.around(call, call.rank() - distance));
    steps.sendAll(Ranks.around(call, call.rank() + distance));
  }
}
