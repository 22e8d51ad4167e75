package io.github.tracecast.platform.collective;

/**
 * A collective within the nodes and between their leaders. Whatever the mapping, {@code perNode}
 * consecutive ranks count as a node; the last node may have fewer ranks. A node's leader is its
 * first rank, or the root. Nodes use binomial trees. A reduction or a broadcast sends p - 1
 * messages. If the number of nodes n and the number of ranks per node k are powers of two, an
 * allreduce takes (2 lg k + lg n)(a + m b), where a = L + 2o - G and b = G. Leaders send each other
 * n lg n of its 2 n (k - 1) + n lg n messages. Source: MPICH 4.0, src/mpi/coll, {@code
 * allreduce_intra_smp}, {@code bcast_intra_smp}, {@code reduce_intra_smp}, {@code
 * barrier_intra_smp}. An allgather is a gather within the nodes, a ring of the leaders, and a
 * broadcast within the nodes. Time: (2 lg k + n - 1) a + (k - 1 + (n - 1) k + p lg k) m b. Source:
 * Open MPI 4.1, coll/han.
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

    /** Converts the ranks and blocks of the members of a level to ranks and blocks of the communicator. */
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

      /** The first block of a member, as a block of the communicator. A leader has the blocks of its node. */
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

  /** The call among the members of a level: the ranks of a node, or the leaders. */
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
