package io.github.tracecast.platform.collective;

/**
 * Open MPI's broadcast "split binary tree". The two halves of a vector pass through the two
 * subtrees of a binary tree. Then each rank exchanges its half with a rank of the other subtree. In
 * total, (p - 1) n bytes are sent.
 */
final class SplitBinary {
  private SplitBinary() {}

  /** @param segmentBytes largest segment of each half of the vector, in bytes; 0 for one segment */
  static Schedule broadcast(long segmentBytes) {
    TreeSchedule down = TreeSchedule.ofHalves(segmentBytes);
    return new ScheduleSequence(down, new Exchange(down));
  }

  /** The position with which a rank exchanges halves, or the rank's own position if there is no such partner. */
  private static int partner(int v, int size) {
    if (v == 0) {
      return size % 2 == 0 ? size - 1 : 0;
    }
    int other = v % 2 == 1 ? v + 1 : v - 1;
    return other < size ? other : 0;
  }

  private record Exchange(TreeSchedule down) implements Schedule {
    @Override
    public int rounds(CollectiveCall call) {
      int v = Ranks.fromRoot(call);
      return partner(v, call.size()) == v ? 0 : 1;
    }

    @Override
    public int blocks(CollectiveCall call) {
      return down.blocks(call);
    }

    @Override
    public void emit(CollectiveCall call, int round, BlockSteps steps) {
      int v = Ranks.fromRoot(call);
      int other = partner(v, call.size());
      int peer = Ranks.afterRoot(call, other);
      int segments = down.segments(call);
      if (v > 0) {
        steps.receive(peer, v % 2 == 1 ? segments : 0, segments);
      }
      if (other > 0) {
        boolean second = v == 0 ? other % 2 == 1 : v % 2 == 0;
        steps.send(peer, second ? segments : 0, segments);
      }
    }
  }
}
