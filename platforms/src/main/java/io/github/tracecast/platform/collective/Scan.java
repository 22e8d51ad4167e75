package io.github.tracecast.platform.collective;

/**
 * Scan and exscan, which send the same messages. In exscan, a rank's result excludes its own data.
 * In the times, a = L + 2o - G and b = G.
 */
final class Scan {
  private Scan() {}

  /**
   * Open MPI's basic algorithm: each rank combines the previous rank's vector with its own, and
   * forwards the result. p - 1 messages. Time: (p - 1)(a + n b).
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
   * MPICH's algorithm: in step k, a rank exchanges the sum over 2^k ranks with the rank that
   * differs in bit k, if that rank exists. If that rank is lower, its sum is also added to the
   * result. Time: ceil(lg p)(a + n b).
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
