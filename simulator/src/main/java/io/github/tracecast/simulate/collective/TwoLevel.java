package io.github.tracecast.simulate.collective;

/**
 * A collective within the nodes and between their leaders. Each {@code perNode} consecutive ranks are
 * a node, the last one may have fewer. Its first rank leads it; the root leads its own node. Nodes use
 * binomial trees. p - 1 messages of the vector each way with trees. With n nodes of k ranks, both
 * powers of two, an allreduce takes (2 lg k + lg n)(a + m b); a = L + 2o - G, b = G; its leaders send
 * n lg n of its 2 n (k - 1) + n lg n messages. Source: MPICH 4.0, src/mpi/coll, {@code
 * allreduce_intra_smp}, {@code bcast_intra_smp}, {@code reduce_intra_smp}, {@code barrier_intra_smp}.
 */
final class TwoLevel extends Schedule {
  private final int perNode;
  private final Stage[] stages;

  /** A collective among the leaders, or among the ranks of each node. */
  private record Stage(boolean ofLeaders, Schedule schedule) {}

  private TwoLevel(int perNode, Stage... stages) {
    this.perNode = perNode;
    this.stages = stages;
  }

  static TwoLevel of(Operation operation, int perNode) {
    Stage up = new Stage(false, new Binomial.Up(Carry.WHOLE));
    Stage down = new Stage(false, new Binomial.Down(Carry.WHOLE));
    return switch (operation) {
      case BCAST -> new TwoLevel(perNode, new Stage(true, new Binomial.Down(Carry.WHOLE)), down);
      case REDUCE -> new TwoLevel(perNode, up, new Stage(true, new Binomial.Up(Carry.WHOLE)));
      default -> new TwoLevel(perNode, up, new Stage(true, Recursive.doubling()), down);
    };
  }

  @Override
  int rounds(CollectiveCall call) {
    int rounds = 0;
    for (Stage stage : stages) {
      rounds += rounds(call, stage);
    }
    return rounds;
  }

  private int rounds(CollectiveCall call, Stage stage) {
    return takesPart(call, stage) ? stage.schedule().rounds(part(call, stage)) : 0;
  }

  @Override
  public long allocatedBytes(CollectiveCall call, long vector) {
    long bytes = 0;
    for (Stage stage : stages) {
      if (takesPart(call, stage)) {
        bytes = Math.addExact(bytes, stage.schedule().allocatedBytes(part(call, stage), vector));
      }
    }
    return bytes;
  }

  @Override
  void emit(CollectiveCall call, int round, BlockSteps steps) {
    int left = round;
    for (Stage stage : stages) {
      int rounds = rounds(call, stage);
      if (left < rounds) {
        stage.schedule().emit(part(call, stage), left, new Members(call, stage.ofLeaders(), steps));
        return;
      }
      left -= rounds;
    }
  }

  private int leader(CollectiveCall call, int node) {
    return call.root() / perNode == node ? call.root() : node * perNode;
  }

  private boolean takesPart(CollectiveCall call, Stage stage) {
    return !stage.ofLeaders() || call.rank() == leader(call, call.rank() / perNode);
  }

  private Part part(CollectiveCall call, Stage stage) {
    int node = call.rank() / perNode;
    int first = node * perNode;
    return stage.ofLeaders()
        ? new Part(call, (call.size() - 1) / perNode + 1, node, call.root() / perNode)
        : new Part(
            call,
            Math.min(perNode, call.size() - first),
            call.rank() - first,
            leader(call, node) - first);
  }

  /** The call as some of its ranks see it. All of them have the whole vector. */
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

    @Override
    public long sendBytes(int peer) {
      return whole.bytes();
    }

    @Override
    public long receiveBytes(int peer) {
      return whole.bytes();
    }
  }

  /** The steps of a part, with the ranks of the whole. */
  private final class Members implements BlockSteps {
    private final CollectiveCall call;
    private final boolean leaders;
    private final BlockSteps steps;

    Members(CollectiveCall call, boolean leaders, BlockSteps steps) {
      this.call = call;
      this.leaders = leaders;
      this.steps = steps;
    }

    private int rank(int peer) {
      return leaders ? leader(call, peer) : call.rank() / perNode * perNode + peer;
    }

    @Override
    public int blocks() {
      return steps.blocks();
    }

    @Override
    public void send(int peer, int first, int count) {
      steps.send(rank(peer), first, count);
    }

    @Override
    public void receive(int peer, int first, int count) {
      steps.receive(rank(peer), first, count);
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
