package io.github.tracecast.simulate.collective;

import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A collective on an inter-communicator, as in Open MPI. Each group collects its data at its rank
 * 0, its leader, in a binomial tree. The leaders exchange the results. Each leader then distributes
 * the received data in its own group, by a binomial tree. In an operation with a root, the root
 * alone represents its group; the other ranks of its group take no part.
 *
 * <p>No rank knows all sizes of the vector forms, so ranks send their blocks directly. Gatherv and
 * scatterv use messages between the root and each rank of the other group. In allgatherv, blocks go
 * to the other group's leader, which then broadcasts them. In the alltoall forms, all ranks
 * exchange blocks with all ranks of the other group at once. Vector forms omit empty blocks.
 */
final class TwoGroups implements Algorithm {
  private static final Schedule REDUCE = TreeSchedule.binomial(true, Carry.WHOLE);
  private static final Schedule GATHER = TreeSchedule.binomial(true, Carry.BLOCKS);
  private static final Schedule BROADCAST = TreeSchedule.binomial(false, Carry.WHOLE);
  private static final Schedule SCATTER = TreeSchedule.binomial(false, Carry.BLOCKS);
  private static final Schedule SCATTER_BLOCKS = TreeSchedule.linear(false, Carry.BLOCKS, 0);

  /** A schedule in the rank's own group, with the leader as root. */
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
        public void send(int peer, long size) {
          steps.send(from + peer, size);
        }
      });
    }
  }

  /** What a rank does before, in and after the exchange of data between the groups. */
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
   * A rank in the two groups.
   *
   * @param from the first rank of its group, which is the leader
   * @param size of its group
   * @param other the first rank of the other group
   * @param others size of the other group
   */
  private record Place(CollectiveCall call, int rank, int from, int size, int other, int others) {
    static Place of(CollectiveCall call) {
      int first = call.firstGroup();
      int second = call.size() - first;
      return call.rank() < first
          ? new Place(call, call.rank(), 0, first, first, second)
          : new Place(call, call.rank(), first, second, 0, first);
    }

    boolean leads() {
      return rank == from;
    }

    boolean isRoot() {
      return rank == call.root();
    }

    /** A stage of the group; null for the root, which represents its group alone. */
    @Nullable Stage stage(Schedule schedule, Operation operation, long bytes) {
      boolean rooted = operation == call.operation() || call.operation() == Operation.BCAST;
      return rooted && isRoot() ? null : new Stage(schedule, operation, this, bytes);
    }

    /** Bytes of the vector of a reduce_scatter; each rank of the group gets a block of the vector. */
    long scattered() {
      if (call.operation() == Operation.REDUCE_SCATTER_BLOCK) {
        return Math.multiplyExact(call.bytes(), (long) size);
      }
      return IntStream.range(0, size).mapToLong(call::sendBytes).reduce(0, Math::addExact);
    }

    long gathered() {
      return IntStream.range(0, others).mapToLong(call::receiveBytes).reduce(0, Math::addExact);
    }

    /** The leaders exchange data. */
    void betweenLeaders(long sent, long received, Steps steps) {
      if (leads()) {
        steps.receive(other, received);
        steps.send(other, sent);
      }
    }

    /** Data goes from the root to the leader of the other group, or the other way. */
    void withRoot(boolean toRoot, long bytes, Steps steps) {
      if (!isRoot() && !leads()) {
        return;
      }
      int peer = isRoot() ? other : call.root();
      if (isRoot() == toRoot) {
        steps.receive(peer, bytes);
      } else {
        steps.send(peer, bytes);
      }
    }

    /** Each rank starts with a different partner, so no rank is the first partner of all. */
    private int peer(int step) {
      return (rank - from + step) % others;
    }

    void receiveBlocks(boolean leaveOutEmpty, Steps steps) {
      for (int i = 0; i < others; i++) {
        long bytes = call.receiveBytes(peer(i));
        if (bytes > 0 || !leaveOutEmpty) {
          steps.receive(other + peer(i), bytes);
        }
      }
    }

    void sendBlocks(boolean leaveOutEmpty, Steps steps) {
      boolean uniform = call.operation() == Operation.ALLTOALL;
      for (int i = 0; i < others; i++) {
        long bytes = uniform ? call.ownBytes() : call.sendBytes(peer(i));
        if (bytes > 0 || !leaveOutEmpty) {
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
      case BARRIER, ALLREDUCE ->
        new Plan(
            place.stage(REDUCE, Operation.REDUCE, call.bytes()),
            steps -> place.betweenLeaders(call.bytes(), call.bytes(), steps),
            place.stage(BROADCAST, Operation.BCAST, call.bytes()));
      case REDUCE_SCATTER, REDUCE_SCATTER_BLOCK ->
        new Plan(
            place.stage(REDUCE, Operation.REDUCE, place.scattered()),
            steps -> place.betweenLeaders(place.scattered(), place.scattered(), steps),
            call.operation() == Operation.REDUCE_SCATTER
                ? place.stage(SCATTER_BLOCKS, Operation.SCATTERV, 0)
                : place.stage(SCATTER, Operation.SCATTER, call.bytes()));
      case ALLGATHER -> {
        long sent = Math.multiplyExact(call.ownBytes(), (long) place.size);
        long received = Math.multiplyExact(call.bytes(), (long) place.others);
        yield new Plan(
            place.stage(GATHER, Operation.GATHER, call.ownBytes()),
            steps -> place.betweenLeaders(sent, received, steps),
            place.stage(BROADCAST, Operation.BCAST, received));
      }
      case ALLGATHERV ->
        new Plan(
            null,
            steps -> {
              if (place.leads()) {
                place.receiveBlocks(true, steps);
              }
              if (call.bytes() > 0) {
                steps.send(place.other, call.bytes());
              }
            },
            place.stage(BROADCAST, Operation.BCAST, place.gathered()));
      case BCAST ->
        new Plan(
            null,
            steps -> place.withRoot(false, call.bytes(), steps),
            place.stage(BROADCAST, Operation.BCAST, call.bytes()));
      case REDUCE ->
        new Plan(
            place.stage(REDUCE, Operation.REDUCE, call.bytes()),
            steps -> place.withRoot(true, call.bytes(), steps),
            null);
      case SCATTER, GATHER -> {
        boolean up = call.operation() == Operation.GATHER;
        int blocks = place.isRoot() ? place.others : place.size;
        long bytes = Math.multiplyExact(call.bytes(), (long) blocks);
        Stage stage = place.stage(up ? GATHER : SCATTER, call.operation(), call.bytes());
        yield new Plan(
            up ? stage : null, steps -> place.withRoot(up, bytes, steps), up ? null : stage);
      }
      case GATHERV, SCATTERV -> new Plan(null, steps -> betweenRootAndRanks(place, steps), null);
      default -> {
        boolean leaveOutEmpty = call.operation() != Operation.ALLTOALL;
        yield new Plan(
            null,
            steps -> {
              place.receiveBlocks(leaveOutEmpty, steps);
              place.sendBlocks(leaveOutEmpty, steps);
            },
            null);
      }
    };
  }

  private static void betweenRootAndRanks(Place place, Steps steps) {
    CollectiveCall call = place.call;
    boolean up = call.operation() == Operation.GATHERV;
    if (place.isRoot()) {
      if (up) {
        place.receiveBlocks(true, steps);
      } else {
        place.sendBlocks(true, steps);
      }
    } else if (up && call.bytes() > 0) {
      steps.send(call.root(), call.bytes());
    } else if (!up && call.receiveBytes(call.root()) > 0) {
      steps.receive(call.root(), call.receiveBytes(call.root()));
    }
  }
}
