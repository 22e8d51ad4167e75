package io.github.tracecast.simulate.collective;

/**
 * Bruck's algorithms: ceil(lg p) rounds for any number of ranks, for short blocks. Bruck, Ho, Kipnis, Upfal,
 * Weathersby, "Efficient algorithms for all-to-all communications in multiport message-passing
 * systems" (IEEE TPDS 1997). a = L + 2o - G, b = G; copies in memory are not counted.
 */
final class Bruck {
  private Bruck() {}

  /**
   * Round k sends the first 2^k blocks, and the last round the rest: ceil(lg p) a + (p - 1) m b.
   */
  static final class Allgather extends Schedule {
    @Override
    int rounds(CollectiveCall call) {
      return Ranks.ceilingLog2(call.size());
    }

    @Override
    void emit(CollectiveCall call, int round, BlockSteps steps) {
      int distance = 1 << round;
      int count = Math.min(distance, call.size() - distance);
      int from = Ranks.around(call, call.rank() + distance);
      steps.receive(from, from, count);
      steps.send(Ranks.around(call, call.rank() - distance), call.rank(), count);
    }
  }

  /**
   * In round k, a rank sends to the rank 2^k after it. It sends all blocks whose remaining distance
   * has bit k set. Time: ceil(lg p) a + about p / 2 lg p m b. This is exact if p is a power of two.
   */
  static final class Alltoall implements Algorithm {
    @Override
    public boolean round(CollectiveCall call, int round, Steps steps) {
      int size = call.size();
      if (round >= Ranks.ceilingLog2(size)) {
        return false;
      }
      int distance = 1 << round;
      long bytes = Math.multiplyExact(call.bytes(), withBit(size, distance));
      steps.receive(Ranks.around(call, call.rank() - distance), bytes);
      steps.send(Ranks.around(call, call.rank() + distance), bytes);
      return true;
    }

    /** The count of numbers below {@code size} that have the bit. */
    private static int withBit(int size, int bit) {
      int period = 2 * bit;
      return size / period * bit + Math.max(0, size % period - bit);
    }
  }
}
