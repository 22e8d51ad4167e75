package io.github.tracecast.platform.collective;

/**
 * Pairwise exchange in p - 1 rounds. In each round, a rank sends one block directly to the rank
 * that needs it, and receives one block. It suits long blocks, because each rank has only one
 * message in progress. Source: Thakur, Rabenseifner, Gropp (IJHPCA 2005). p (p - 1) messages, (p -
 * 1)(a + m b), a = L + 2o - G, b = G.
 */
final class Pairwise {
  private Pairwise() {}

  /**
   * Pairwise alltoall. If p is a power of two, rank r exchanges with rank r xor k in round k.
   * Otherwise rank r sends to rank r + k and receives from rank r - k, modulo p. The vector forms
   * omit empty blocks.
   */
  static Algorithm alltoall() {
    return (call, round, steps) ->
        Linear.alltoall(call, round, 1, Integer.bitCount(call.size()) == 1, steps);
  }

  /** Pairwise reduce_scatter. Each rank receives its own block from all other ranks, and reduces it on arrival. */
  static Schedule reduceScatter() {
    return Schedule.of(call -> call.size() - 1, (call, round, steps) -> {
      int rank = call.rank();
      steps.combine(Ranks.around(call, rank - round - 1), rank, 1);
      int to = Ranks.around(call, rank + round + 1);
      steps.send(to, to, 1);
    });
  }
}
