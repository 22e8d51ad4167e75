package io.github.tracecast.platform.collective;

/**
 * A collective within the nodes and between their leaders. Whatever the mapping, each {@code perNode} consecutive ranks are
 * a node, the last one may have fewer. Its first rank leads it; the root leads its own node. Nodes use
 * binomial trees. p - 1 messages of the vector each way with trees. With n nodes of k ranks, both
 * powers of two, an allreduce takes (2 lg k + lg n)(a + m b); a = L + 2o - G, b = G; its leaders send
 * n lg n of its 2 n (k - 1) + n lg n messages. Source: MPICH 4.0, src/mpi/coll, {@code
 * allreduce_intra_smp}, {@code bcast_intra_smp}, {@code reduce_intra_smp}, {@code barrier_intra_smp}.
 * An allgather gathers in the nodes, takes a ring of the leaders, and broadcasts in the nodes: (2 lg k
 * + n - 1) a + (k - 1 + (n - 1) k + p lg k) m b. Source: Open MPI 4.1, coll/han.
 */
final class TwoLevel {
  private static final Schedule REDUCE = TreeSchedule.binomial(Operation.REDUCE);
  private static final Schedule BROADCAST = TreeSchedule.binomial(Operation.BCAST);

  private TwoLevel() {}

  static Schedule of(Operation operation, int perNode) {
    Schedule up = new Level(perNode, false, false, REDUCE);
    Schedule down = new Level(perNode, false, false, BROADCAST);
    return switch (operation) {
      case BCAST -> new ScheduleSequence(new Level(perNode, true, false, BROADCAST), down);
      case REDUCE -> new ScheduleSequence(up, new Level(perNode, true, false, REDUCE));
      case ALLGATHER ->
        new ScheduleSequence(
            new Level(perNode, false, true, TreeSchedule.binomial(Operation.GATHER)),
            new Level(perNode, true, true, Ring.allgather()),
            down);
      default ->
        new ScheduleSequence(up, new Level(perNode, true, false, Recursive.doubling()), down);
    };
  }

  /**
   * A collective among the leaders, or among the ranks of each node.
   *
   * @param inBlocks whether the schedule moves blocks of its members; otherwise it moves the whole
   *     vector
   */
  private record Level(int perNode, boolean ofLeaders, boolean inBlocks, Schedule schedule)
      implements Schedule {
    @Override
    public int rounds(CollectiveCall call) {
      return takesPart(call) ? schedule.rounds(part(call)) : 0;
    }

    @Override
    public long allocatedBytes(CollectiveCall call, long vector) {
      return takesPart(call) ? schedule.allocatedBytes(part(call), vector) : 0;
    }

    @Override
    public void emit(CollectiveCall call, int round, BlockSteps steps) {
      schedule.emit(part(call), round, new Members(call, steps));
    }

    private int leader(CollectiveCall call, int node) {
      return call.root() / perNode == node ? call.root() : node * perNode;
    }

    private boolean takesPart(CollectiveCall call) {
      return !ofLeaders || call.rank() == leader(call, call.rank() / perNode);
    }

    private Part part(CollectiveCall call) {
      int node = call.rank() / perNode;
      int first = node * perNode;
      return ofLeaders
          ? new Part(call, (call.size() - 1) / perNode + 1, node, call.root() / perNode)
          : new Part(
              call,
              Math.min(perNode, call.size() - first),
              call.rank() - first,
              leader(call, node) - first);
    }

    /** The steps of a part, with the ranks of the whole. */
    private final class Members implements BlockSteps {
      private final CollectiveCall call;
      private final BlockSteps steps;

      Members(CollectiveCall call, BlockSteps steps) {
        this.call = call;
        this.steps = steps;
      }

      private int rank(int peer) {
        return ofLeaders ? leader(call, peer) : call.rank() / perNode * perNode + peer;
      }

      @Override
      public int blocks() {
        return steps.blocks();
      }

      /** The first block of a member in the whole; a leader has the blocks of its node. */
      private int block(int member) {
        if (!inBlocks) {
          return member;
        }
        return ofLeaders
            ? Math.min(member * perNode, call.size())
            : call.rank() / perNode * perNode + member;
      }

      @Override
      public void send(int peer, int first, int count) {
        steps.send(rank(peer), block(first), block(first + count) - block(first));
      }

      @Override
      public void receive(int peer, int first, int count) {
        steps.receive(rank(peer), block(first), block(first + count) - block(first));
      }

      @Override
      public void combine(int peer, int first, int count) {
        steps.combine(rank(peer), first, count);
      }

      @Override
      public void copy(int count) {
        steps.copy(count);
      }
    }
  }

  /** The call among a subset of its ranks. All ranks of the node have the whole vector. */
  private record Part(CollectiveCall whole, int size, int rank, int root)
      implements CollectiveCall {
    @Override
    public Operation operation() {
      return whole.operation();
    }

    @Override
    public long bytes() {
      return whole.bytes();
    }
  }
}
