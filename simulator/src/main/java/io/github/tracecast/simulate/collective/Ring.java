package io.github.tracecast.simulate.collective;

/**
 * The ring. Each rank always sends to the next rank and receives from the previous one, one block
 * per round. It is bandwidth-optimal for long vectors and any number of ranks. Source: Patarasuk,
 * Yuan, "Bandwidth optimal all-reduce algorithms for clusters of workstations" (JPDC 2009). D(m) =
 * L + 2o + (m - 1) G.
 */
final class Ring {
  private Ring() {}

  /**
   * Allreduce of a vector in p blocks: 2 p (p - 1) messages, 2 (p - 1) n bytes, 2 (p - 1) D(n / p).
   */
  static Schedule allreduce() {
    return new ConsecutiveSchedules(new ReduceScatter(), new Allgather());
  }

  /**
   * Van de Geijn's broadcast: a binomial scatter of p blocks, then a ring allgather. Time: (lg p +
   * p - 1) a + 2 (p - 1) / p n b, a = L + 2o - G, b = G. Source: Barnett et al., "Interprocessor
   * collective communication library" (SHPCC 1994).
   */
  static Schedule scatterAllgatherBroadcast() {
    return new ConsecutiveSchedules(new Binomial.Down(Carry.BLOCKS), new Allgather());
  }

  /**
   * Each rank first sends its own block, then the block that it received last: p (p - 1) messages,
   * (p - 1) D(m).
   */
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

  /**
   * Each rank adds its own data to the block that it received last, and forwards it. Its own block
   * arrives last and complete.
   */
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
