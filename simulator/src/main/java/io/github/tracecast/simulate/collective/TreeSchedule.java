package io.github.tracecast.simulate.collective;

import java.util.function.IntConsumer;

/**
 * A vector through a {@link Tree} in S segments. A rank exchanges one segment with all its
 * children, and at the same time the next or the previous one with its parent. Open MPI's generic
 * broadcast and reduction do the same.
 *
 * <p>(p - 1) S messages, (p - 1) n bytes. Along a chain with eager messages: (p - 1) D(n / S) + (S -
 * 1) 2 o, D(m) = L + 2o + (m - 1) G.
 */
final class TreeSchedule extends Schedule {
  private static final int MAX_SEGMENTS = 1 << 16;

  private final Tree tree;
  private final long segmentBytes;

  /** Whether the vector goes to the root and is reduced. */
  private final boolean up;

  /**
   * @param segmentBytes most bytes of a segment; 0 for one segment
   */
  TreeSchedule(Tree tree, long segmentBytes, boolean up) {
    this.tree = tree;
    this.segmentBytes = segmentBytes;
    this.up = up;
  }

  static long segments(long bytes, long segmentBytes) {
    return segmentBytes == 0 ? 1 : Math.clamp(Math.ceilDiv(bytes, segmentBytes), 1, MAX_SEGMENTS);
  }

  private int segments(CollectiveCall call) {
    return (int) segments(call.bytes(), segmentBytes);
  }

  @Override
  int blocks(CollectiveCall call) {
    return segments(call);
  }

  private boolean isInner(CollectiveCall call, int v) {
    return v > 0 && tree.children(v, call.size()) > 0;
  }

  @Override
  int rounds(CollectiveCall call) {
    if (call.size() == 1) {
      return 0;
    }
    return segments(call) + (isInner(call, tree.position(call)) ? 1 : 0);
  }

  @Override
  public int alike(CollectiveCall call, int round) {
    int segments = segments(call);
    int larger = (int) (call.bytes() % segments);
    if (round >= segments || call.size() == 1) {
      return 1;
    }
    if (!isInner(call, tree.position(call))) {
      return until(round, segments, larger);
    }
    return round == 0
        ? 1
        : Math.min(until(round, segments, larger), until(round - 1, segments, larger));
  }

  /** The number of segments, from one on, that have the same size. */
  private static int until(int segment, int segments, int larger) {
    return (segment < larger ? larger : segments) - segment;
  }

  /** In a reduction, an inner rank keeps its sums and the data of its children in two segments. */
  @Override
  public long allocatedBytes(CollectiveCall call, long vector) {
    int v = tree.position(call);
    if (!up || tree.children(v, call.size()) == 0) {
      return 0;
    }
    long received = segmentBytes == 0 ? vector : Math.min(vector, 2 * segmentBytes);
    return v == 0 ? received : Math.addExact(vector, received);
  }

  @Override
  void emit(CollectiveCall call, int round, BlockSteps steps) {
    int v = tree.position(call);
    boolean inner = isInner(call, v);
    int segments = segments(call);
    if (up) {
      if (round < segments) {
        eachChild(call, v, peer -> move(steps, peer, round, Way.COMBINE));
      }
      int sent = inner ? round - 1 : round;
      if (v > 0 && sent >= 0) {
        move(steps, tree.rankAt(call, tree.parent(v, call.size())), sent, Way.SEND);
      }
    } else {
      if (v > 0 && round < segments) {
        move(steps, tree.rankAt(call, tree.parent(v, call.size())), round, Way.RECEIVE);
      }
      int sent = inner ? round - 1 : round;
      if (sent >= 0) {
        eachChild(call, v, peer -> move(steps, peer, sent, Way.SEND));
      }
    }
  }

  private enum Way {
    SEND,
    RECEIVE,
    COMBINE
  }

  /** Moves one segment, or the whole vector if there are no segments. */
  private void move(BlockSteps steps, int peer, int segment, Way way) {
    int first = segmentBytes == 0 ? 0 : segment;
    int count = segmentBytes == 0 ? steps.blocks() : 1;
    switch (way) {
      case SEND -> steps.send(peer, first, count);
      case RECEIVE -> steps.receive(peer, first, count);
      case COMBINE -> steps.combine(peer, first, count);
    }
  }

  private void eachChild(CollectiveCall call, int v, IntConsumer action) {
    int size = call.size();
    for (int i = 0, n = tree.children(v, size); i < n; i++) {
      action.accept(tree.rankAt(call, tree.child(v, size, i)));
    }
  }
}
