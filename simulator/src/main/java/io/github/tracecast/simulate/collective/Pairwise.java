package io.github.tracecast.simulate.collective;

/**
 * Pairwise exchange in p - 1 rounds. In each round, a rank sends one block directly to its owner
 * and receives one block. It suits long blocks, because each rank has only one message in progress.
 * Source: Thakur, Rabenseifner, Gropp (IJHPCA 2005). p (p - 1) messages, (p - 1)(a + m b), a = L +
 * 2o - G, b = G.
 */
final class Pairwise {
  private Pairwise() {}

  /**
   * If p is a power of two, rank r exchanges with rank r xor k in round k. Otherwise it sends to
   * the rank k after it and receives from the rank k before it. The vector forms omit empty blocks.
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

  /** Each rank receives its own block from all others and reduces the blocks as they arrive. */
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
