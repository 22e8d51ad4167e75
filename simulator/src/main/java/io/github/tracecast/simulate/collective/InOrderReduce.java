package io.github.tracecast.simulate.collective;

/**
 * A reduction that keeps the order of operands. It follows a binary tree to the last rank ({@link
 * Tree.InOrder}), and the last rank sends the result to the root. (p - 1) n bytes, and n more if
 * the root is another rank.
 */
final class InOrderReduce extends ConsecutiveSchedules {
  private final TreeSchedule tree;

  InOrderReduce(long segmentBytes) {
    this(new TreeSchedule(new Tree.InOrder(), segmentBytes, true));
  }

  private InOrderReduce(TreeSchedule tree) {
    super(tree, new ToRoot());
    this.tree = tree;
  }

  @Override
  int blocks(CollectiveCall call) {
    return tree.blocks(call);
  }

  private static final class ToRoot extends Schedule {
    @Override
    int rounds(CollectiveCall call) {
      int last = call.size() - 1;
      boolean takesPart = call.rank() == last || call.rank() == call.root();
      return takesPart && call.root() != last ? 1 : 0;
    }

    @Override
    void emit(CollectiveCall call, int round, BlockSteps steps) {
      int last = call.size() - 1;
      if (call.rank() == last) {
        steps.sendAll(call.root());
      } else {
        steps.receiveAll(last);
      }
    }
  }
}
