package io.github.tracecast.simulate.collective;

/**
 * The ring: each rank always sends to the next and receives from the one before, one block a
 * round. Bandwidth-optimal for long vectors, for any number of ranks; Patarasuk, Yuan, "Bandwidth optimal
 * all-reduce algorithms for clusters of workstations" (JPDC 2009). D(m) = L + 2o + (m - 1) G.
 */
final class Ring {
  private Ring() {}

  /** Allreduce of a vector cut in p: 2 p (p - 1) messages, 2 (p - 1) n bytes, 2 (p - 1) D(n / p). */
  static Schedule allreduce() {
    return new Sequence(new ReduceScatter(), new Allgather());
  }

  /**
   * Van de Geijn's broadcast: binomial scatter of a vector cut in p, then ring allgather. (lg p + p - 1) a
   * + 2 (p - 1) / p n b, a = L + 2o - G, b = G; Barnett et al., "Interprocessor collective communication
   * library" (SHPCC 1994).
   */
  static Schedule scatterAllgatherBroadcast() {
    return new Sequence(new Binomial.Down(Carry.BLOCKS), new Allgather());
  }

  /** Passes on the block that came last, its own first: p (p - 1) messages, (p - 1) D(m). */
  static final class Allgather extends Schedule {
    @Override
    int rounds(CollectiveCall call) {
      return call.size() - 1;
    }

    @Override
    void emit(CollectiveCall call, int round, BlockSteps steps) {
      int rank = call.rank();
      steps.receive(Ranks.around(call, rank - 1), Ranks.around(call, rank - round - 1), 1);
      steps.send(Ranks.around(call, rank + 1), Ranks.around(call, rank - round), 1);
    }
  }

  /** Adds its own to the block that came last and passes it on; its own block comes last, complete. */
  private static final class ReduceScatter extends Schedule {
    @Override
    int rounds(CollectiveCall call) {
      return call.size() - 1;
    }

    @Override
    void emit(CollectiveCall call, int round, BlockSteps steps) {
      int rank = call.rank();
      steps.combine(Ranks.around(call, rank - 1), Ranks.around(call, rank - round - 2), 1);
      steps.send(Ranks.around(call, rank + 1), Ranks.around(call, rank - round - 1), 1);
    }
  }
}
