package io.github.tracecast.platform.collective;

/**
 * The dissemination barrier. In round k, a rank notifies the rank 2^k after it, which then knows
 * that 2^(k+1) ranks have reached the barrier. It takes p lg p messages and the time lg p (L + 2o +
 * (m - 1) G). Source: Hensgen, Finkel, Manber, "Two algorithms for barrier synchronization" (IJPP
 * 1988).
 */
final class Dissemination {
  private Dissemination() {}

  static Schedule barrier() {
    return Schedule.of(call -> Ranks.ceilingLog2(call.size()), (call, round, steps) -> {
      steps.combineAll(Ranks.around(call, call.rank() - (1 << round)));
      steps.sendAll(Ranks.around(call, call.rank() + (1 << round)));
    });
  }
}
