package io.github.tracecast.platform.collective;

/**
 * Scan and exscan. Both send the same messages. Exscan stores the result of lower ranks apart from
 * the rank's own data. a = L + 2o - G, b = G.
 */
final class Scan {
  private Scan() {}

  /**
   * Each rank combines the previous rank's vector with its own and forwards it: p - 1 messages, (p
   * - 1)(a + n b). This is Open MPI's basic algorithm.
   */
  static Schedule chain() {
    return Schedule.of(
        call -> (call.rank() > 0 ? 1 : 0) + (call.rank() < call.size() - 1 ? 1 : 0),
        (call, round, steps) -> {
          if (round == 0 && call.rank() > 0) {
            steps.combineAll(call.rank() - 1);
          } else {
            steps.sendAll(call.rank() + 1);
          }
        });
  }

  /**
   * In step k, a rank exchanges the sums of 2^k ranks with the rank that differs in bit k, if that
   * rank exists. Data from a lower rank also goes into the result. Time: ceil(lg p)(a + n b). This
   * is MPICH's algorithm.
   */
  static Schedule doubling() {
    return Schedule.of(call -> Ranks.ceilingLog2(call.size()), (call, round, steps) -> {
      int peer = call.rank() ^ 1 << round;
      if (peer < call.size()) {
        steps.combineAll(peer);
        steps.sendAll(peer);
      }
    });
  }
}
