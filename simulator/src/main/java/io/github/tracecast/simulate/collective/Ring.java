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
   * The number of rounds, from one on, that move blocks of the same sizes. A rank sends the block {@code round +
   * back} before its own, and receives the one before that. The first blocks of a vector may be
   * larger by a byte.
   */
  private static int alike(CollectiveCall call, int round, int back) {
    int size = call.size();
    int left = size - 1 - round;
    if (left <= 1) {
      return 1;
    }
    int larger;
    switch (call.operation()) {
      case ALLGATHER, REDUCE_SCATTER_BLOCK -> larger = 0;
      case BCAST, ALLREDUCE -> larger = (int) (call.bytes() % size);
      default -> {
        return 1;
      }
    }
    if (larger == 0) {
      return left;
    }
    int sent = Math.floorMod(call.rank() - round - back, size);
    int received = Math.floorMod(sent - 1, size);
    return Math.min(left, Math.min(until(sent, larger), until(received, larger)));
  }

  /** The number of blocks with the same size, counted downwards from one block. */
  private static int until(int block, int larger) {
    return block < larger ? block + 1 : block - larger + 1;
  }

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
    public int alike(CollectiveCall call, int round) {
      return Ring.alike(call, round, 0);
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
  static final class ReduceScatter extends Schedule {
    @Override
    int rounds(CollectiveCall call) {
      return call.size() - 1;
    }

    @Override
    public int alike(CollectiveCall call, int round) {
      return Ring.alike(call, round, 1);
    }

    /** A vector for the sums; an allreduce has them in its receive buffer. */
    @Override
    public long allocatedBytes(CollectiveCall call, long vector) {
      return call.operation() == Operation.ALLREDUCE ? 0 : vector;
    }

    @Override
    void emit(CollectiveCall call, int round, BlockSteps steps) {
      int rank = call.rank();
      steps.combine(Ranks.around(call, rank - 1), Ranks.around(call, rank - round - 2), 1);
      steps.send(Ranks.around(call, rank + 1), Ranks.around(call, rank - round - 1), 1);
    }
  }
}
