package io.github.tracecast.platform.collective;

/**
 * Allgather in ceil(lg p) rounds. The distance between partners is halved from round to round, so
 * that the last rounds, which send the most data, are between near ranks. Each block is a separate
 * message. p (p - 1) m bytes. Source: Loch, Koslovski, "Sparbit: a new logarithmic-cost and data
 * locality-aware MPI Allgather algorithm" (CLUSTER 2021).
 */
final class Sparbit {
  private Sparbit() {}

  static Schedule allgather() {
    return Schedule.of(call -> Ranks.ceilingLog2(call.size()), Sparbit::emit);
  }

  private static void emit(CollectiveCall call, int round, BlockSteps steps) {
    int size = call.size();
    int distance = 1 << Ranks.ceilingLog2(size) - 1 - round;
    int count = blocks(size, round);
    int from = Math.floorMod(call.rank() - distance, size);
    for (int i = 0; i < count; i++) {
      long first = call.rank() - (2L * i + 1) * distance;
      steps.receive(from, (int) Math.floorMod(first, (long) size), 1);
    }
    for (int i = 0; i < count; i++) {
      long first = call.rank() - 2L * i * distance;
      steps.send((call.rank() + distance) % size, (int) Math.floorMod(first, (long) size), 1);
    }
  }

  /** The number of blocks that a rank sends in a round. */
  private static int blocks(int size, int round) {
    int rounds = Ranks.ceilingLog2(size);
    int zeros = Integer.numberOfTrailingZeros(size);
    int ignored = (~(size >> zeros) | 1) << zeros;
    int held = 1;
    for (int r = 0; ; r++) {
      int distance = 1 << rounds - 1 - r;
      int left = (distance & ignored) == distance ? 1 : 0;
      if (r == round) {
        return held - left;
      }
      held = 2 * held - left;
    }
  }
}
