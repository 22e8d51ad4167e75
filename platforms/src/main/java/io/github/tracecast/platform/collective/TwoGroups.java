package io.github.tracecast.platform.collective;

import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A collective on an inter-communicator, as in Open MPI. Each group collects its data at its
 * leader, which is rank 0 of the group, by a binomial tree. The leaders exchange the results. Each
 * leader then distributes the received data in its group, by a binomial tree. In an operation with
 * a root, only the root acts for its group; the other ranks of its group send nothing.
 *
 * <p>No rank knows all sizes of the vector forms, so ranks send their blocks directly. Gatherv and
 * scatterv use messages between the root and each rank of the other group. In allgatherv, blocks go
 * to the other group's leader, which then broadcasts them. In the alltoall forms, all ranks
 * exchange blocks with all ranks of the other group at once. Vector forms omit empty blocks.
 */
final class TwoGroups implements Algorithm {
  private static final long NONE = -1;
  private static final Schedule REDUCE = TreeSchedule.binomial(Operation.REDUCE);
  private static final Schedule GATHER = TreeSchedule.binomial(Operation.GATHER);
  private static final Schedule BROADCAST = TreeSchedule.binomial(Operation.BCAST);
  private static final Schedule SCATTER = TreeSchedule.binomial(Operation.SCATTER);
  private static final Schedule SCATTER_BLOCKS = TreeSchedule.linear(Operation.SCATTERV, 0);

  /** A schedule within the rank's own group, with the leader as root. */
  private record Stage(Schedule schedule, Operation operation, Place place, long bytes)
      implements CollectiveCall {
    @Override
    public int size() {
      return place.size;
    }

    @Override
    public int rank() {
      return place.rank - place.from;
    }

    @Override
    public int root() {
      return 0;
    }

    @Override
    public long sendBytes(int peer) {
      return operation == Operation.SCATTERV ? place.call.sendBytes(peer) : bytes;
    }

    @Override
    public long receiveBytes(int peer) {
      return operation == Operation.SCATTERV ? place.call.sendBytes(rank()) : bytes;
    }

    void emit(int round, Steps steps) {
      int from = place.from;
      schedule.round(this, round, new Steps() {
        @Override
        public void receive(int peer, long size) {
          steps.receive(from + peer, size);
        }

        @Override
        public void combine(int peer, long size) {
          steps.combine(from + peer, size);
        }

        @Override
        public void send(int peer, long size) {
          steps.send(from + peer, size);
        }
      });
    }
  }

  /** The steps of a rank before, during and after the exchange of data between the groups. */
  private record Plan(
      @Nullable Stage before,
      Consumer<Steps> exchange,
      @Nullable Stage after) {
    boolean round(int round, Steps steps) {
      int first = before == null ? 0 : before.schedule.rounds(before);
      int last = after == null ? 0 : after.schedule.rounds(after);
      if (before != null && round < first) {
        before.emit(round, steps);
      } else if (round == first) {
        exchange.accept(steps);
      } else if (after != null && round <= first + last) {
        after.emit(round - first - 1, steps);
      } else {
        return false;
      }
      return true;
    }
  }

  /**
   * The position of a rank in the two groups.
   *
   * @param from the first rank of the rank's group, which is the leader
   * @param size the size of the rank's group
   * @param other the first rank of the other group
   * @param others the size of the other group
   */
  private record Place(CollectiveCall call, int rank, int from, int size, int other, int others) {
    static Place of(CollectiveCall call) {
      int first = call.firstGroup();
      int second = call.size() - first;
      return call.rank() < first
          ? new Place(call, call.rank(), 0, first, first, second)
          : new Place(call, call.rank(), first, second, 0, first);
    }

    boolean isRoot() {
      return rank == call.root();
    }

    /** Returns a stage of the group; null for the root, which acts alone for its group. */
    @Nullable Stage stage(Schedule schedule, Operation operation, long bytes) {
      boolean rooted = operation == call.operation() || call.operation() == Operation.BCAST;
      return rooted && isRoot() ? null : new Stage(schedule, operation, this, bytes);
    }

    /** The bytes of the vector of a reduce_scatter, from which each rank of the group receives a block. */
    long scattered() {
      if (call.operation() == Operation.REDUCE_SCATTER_BLOCK) {
        return Math.multiplyExact(call.bytes(), (long) size);
      }
      return IntStream.range(0, size).mapToLong(call::sendBytes).reduce(0, Math::addExact);
    }

    long gathered() {
      return IntStream.range(0, others).mapToLong(call::receiveBytes).reduce(0, Math::addExact);
    }

    private boolean hasRoot(int group) {
      return call.root() < call.firstGroup() == group < call.firstGroup();
    }

    /** The rank that acts for the other group: the root, or the group's leader. */
    private int opposite() {
      return hasRoot(other) ? call.root() : other;
    }

    /** Emits the exchange of data between the ranks that act for their groups. A negative size means no message. */
    void exchange(long sent, long received, Steps steps) {
      if (rank == (hasRoot(from) ? call.root() : from)) {
        if (received >= 0) {
          steps.receive(opposite(), received);
        }
        if (sent >= 0) {
          steps.send(opposite(), sent);
        }
      }
    }

    /** Emits the exchange of blocks with all ranks of the other group, or with the rank that acts for that group. */
    void exchangeBlocks(Steps steps) {
      switch (call.operation()) {
        case ALLGATHERV, GATHERV -> {
          boolean rooted = call.operation() == Operation.GATHERV;
          if (rooted ? isRoot() : rank == from) {
            receiveBlocks(steps);
          }
          if (call.bytes() > 0 && !(rooted && isRoot())) {
            steps.send(opposite(), call.bytes());
          }
        }
        case SCATTERV -> {
          if (isRoot()) {
            sendBlocks(steps);
          } else if (call.receiveBytes(call.root()) > 0) {
            steps.receive(call.root(), call.receiveBytes(call.root()));
          }
        }
        default -> {
          receiveBlocks(steps);
          sendBlocks(steps);
        }
      }
    }

    /**
     * The partner in a step. Each rank starts with a different partner, so no rank is the first
     * partner of all ranks.
     */
    private int peer(int step) {
      return (rank - from + step) % others;
    }

    private boolean isUniform() {
      return call.operation() == Operation.ALLTOALL;
    }

    private void receiveBlocks(Steps steps) {
      for (int i = 0; i < others; i++) {
        long bytes = call.receiveBytes(peer(i));
        if (bytes > 0 || isUniform()) {
          steps.receive(other + peer(i), bytes);
        }
      }
    }

    private void sendBlocks(Steps steps) {
      for (int i = 0; i < others; i++) {
        long bytes = isUniform() ? call.ownBytes() : call.sendBytes(peer(i));
        if (bytes > 0 || isUniform()) {
          steps.send(other + peer(i), bytes);
        }
      }
    }
  }

  @Override
  public boolean round(CollectiveCall call, int round, Steps steps) {
    return call.root() != CollectiveCall.NO_ROOT && plan(Place.of(call)).round(round, steps);
  }

  private static Plan plan(Place place) {
    CollectiveCall call = place.call;
    return switch (call.operation()) {
      case AGREEMENT, BARRIER, ALLREDUCE ->
        new Plan(
            place.stage(REDUCE, Operation.REDUCE, call.bytes()),
            steps -> place.exchange(call.bytes(), call.bytes(), steps),
            place.stage(BROADCAST, Operation.BCAST, call.bytes()));
      case REDUCE_SCATTER, REDUCE_SCATTER_BLOCK ->
        new Plan(
            place.stage(REDUCE, Operation.REDUCE, place.scattered()),
            steps -> place.exchange(place.scattered(), place.scattered(), steps),
            call.operation() == Operation.REDUCE_SCATTER
                ? place.stage(SCATTER_BLOCKS, Operation.SCATTERV, 0)
                : place.stage(SCATTER, Operation.SCATTER, call.bytes()));
      case ALLGATHER -> {
        long sent = Math.multiplyExact(call.ownBytes(), (long) place.size);
        long received = Math.multiplyExact(call.bytes(), (long) place.others);
        yield new Plan(
            place.stage(GATHER, Operation.GATHER, call.ownBytes()),
            steps -> place.exchange(sent, received, steps),
            place.stage(BROADCAST, Operation.BCAST, received));
      }
      case BCAST, SCATTER, REDUCE, GATHER -> {
        boolean up = call.operation() == Operation.REDUCE || call.operation() == Operation.GATHER;
        boolean whole = call.operation() == Operation.REDUCE || call.operation() == Operation.BCAST;
        int blocks = whole ? 1 : place.isRoot() ? place.others : place.size;
        long bytes = Math.multiplyExact(call.bytes(), (long) blocks);
        boolean sends = up != place.isRoot();
        Stage stage = place.stage(
            whole ? (up ? REDUCE : BROADCAST) : up ? GATHER : SCATTER,
            call.operation(),
            call.bytes());
        yield new Plan(
            up ? stage : null,
            steps -> place.exchange(sends ? bytes : NONE, sends ? NONE : bytes, steps),
            up ? null : stage);
      }
      case ALLGATHERV ->
        new Plan(
            null, place::exchangeBlocks, place.stage(BROADCAST, Operation.BCAST, place.gathered()));
      default -> new Plan(null, place::exchangeBlocks, null);
    };
  }
}
