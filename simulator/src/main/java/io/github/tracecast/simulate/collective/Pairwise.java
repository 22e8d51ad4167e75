package io.github.tracecast.simulate.collective;

/**
 * Pairwise exchange: p - 1 rounds, in each of which a rank sends one block straight to its owner and receives one; for
 * long blocks, as only one message a rank is under way. Thakur, Rabenseifner, Gropp (IJHPCA 2005). p (p - 1) messages, (p -
 * 1)(a + m b), a = L + 2o - G, b = G.
 */
final class Pairwise {
  private Pairwise() {}

  /**
   * In round k with the rank that differs by k in its bits, p a power of two; else to k after, from k
   * before. The vector forms leave out empty blocks.
   */
  static final class Alltoall implements Algorithm {
    private final boolean leaveOutEmpty;

    Alltoall(boolean leaveOutEmpty) {
      this.leaveOutEmpty = leaveOutEmpty;
    }

    @Override
    public boolean round(CollectiveCall call, int round, Steps steps) {
      int size = call.size();
      int step = round + 1;
      if (step >= size) {
        return false;
      }
      boolean powerOfTwo = Integer.bitCount(size) == 1;
      int from = powerOfTwo ? call.rank() ^ step : Ranks.around(call, call.rank() - step);
      int to = powerOfTwo ? from : Ranks.around(call, call.rank() + step);
      long bytes = call.receiveBytes(from);
      if (bytes > 0 || !leaveOutEmpty) {
        steps.receive(from, bytes);
      }
      bytes = call.sendBytes(to);
      if (bytes > 0 || !leaveOutEmpty) {
        steps.send(to, bytes);
      }
      return true;
    }
  }

  /** Each rank gets its own block from everybody and reduces as they come. */
  static final class ReduceScatter extends Schedule {
    @Override
    int rounds(CollectiveCall call) {
      return call.size() - 1;
    }

    @Override
    void emit(CollectiveCall call, int round, BlockSteps steps) {
      int rank = call.rank();
      steps.combine(Ranks.around(call, rank - round - 1), rank, 1);
      int to = Ranks.around(call, rank + round + 1);
      steps.send(to, to, 1);
    }
  }
}
