package io.github.tracecast.simulate.collective;

/**
 * Broadcast of the two halves of a vector through the two subtrees of a binary tree. Then each rank
 * exchanges its half with its neighbour of the other subtree. This is Open MPI's "split binary
 * tree". (p - 1) n bytes.
 */
final class SplitBinary implements Schedule {
  private final Tree tree = new Tree.Binary();
  private final long segmentBytes;

  /**
   * @param segmentBytes most bytes of a segment of a half; 0 for one segment
   */
  SplitBinary(long segmentBytes) {
    this.segmentBytes = segmentBytes;
  }

  /** Segments of each half. */
  private int segments(CollectiveCall call) {
    return TreeSchedule.segments(Math.ceilDiv(call.bytes(), 2), segmentBytes);
  }

  @Override
  public int blocks(CollectiveCall call) {
    return 2 * segments(call);
  }

  /** The half that a position other than the root gets through the tree. */
  private static int half(int v) {
    return v % 2 == 1 ? 0 : 1;
  }

  /** The position with which a rank exchanges halves, or the rank's own position if there is none. */
  private static int partner(int v, int size) {
    if (v == 0) {
      return size % 2 == 0 ? size - 1 : 0;
    }
    int other = v % 2 == 1 ? v + 1 : v - 1;
    return other < size ? other : 0;
  }

  /** Rounds in the tree. */
  private int down(CollectiveCall call, int v) {
    boolean inner = v > 0 && tree.children(v, call.size()) > 0;
    return segments(call) + (inner ? 1 : 0);
  }

  @Override
  public int rounds(CollectiveCall call) {
    if (call.size() == 1) {
      return 0;
    }
    int v = Ranks.fromRoot(call);
    return down(call, v) + (partner(v, call.size()) != v ? 1 : 0);
  }

  @Override
  public void emit(CollectiveCall call, int round, BlockSteps steps) {
    int v = Ranks.fromRoot(call);
    int segments = segments(call);
    if (round == down(call, v)) {
      exchange(call, v, segments, steps);
      return;
    }
    if (v > 0 && round < segments) {
      int parent = Ranks.afterRoot(call, tree.parent(v, call.size()));
      steps.receive(parent, half(v) * segments + round, 1);
    }
    int sent = v == 0 ? round : round - 1;
    for (int i = 0; sent >= 0 && i < tree.children(v, call.size()); i++) {
      int child = tree.child(v, call.size(), i);
      steps.send(Ranks.afterRoot(call, child), half(child) * segments + sent, 1);
    }
  }

  private static void exchange(CollectiveCall call, int v, int segments, BlockSteps steps) {
    int other = partner(v, call.size());
    int peer = Ranks.afterRoot(call, other);
    if (v > 0) {
      steps.receive(peer, (1 - half(v)) * segments, segments);
    }
    if (other > 0) {
      int mine = v == 0 ? 1 - half(other) : half(v);
      steps.send(peer, mine * segments, segments);
    }
  }
}
