package io.github.tracecast.simulate.collective;

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

    int rounds() {
      return schedule.rounds(this);
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

    Stage stage(Schedule schedule, Operation operation, long bytes) {
      return new Stage(schedule, operation, this, bytes);
    }

    long sentInGroup() {
      return Math.multiplyExact(call.ownBytes(), (long) size);
    }

    long receivedInGroup() {
      return Math.multiplyExact(call.bytes(), (long) others);
    }

    /** The blocks between the root and the other group. */
    long blocksOfOneGroup() {
      return Math.multiplyExact(call.bytes(), (long) (isRoot() ? others : size));
    }

    /**
     * Bytes of the vector of a reduce_scatter; each rank of the group gets a block of the vector.
     */
    long scattered() {
      if (call.operation() == Operation.REDUCE_SCATTER_BLOCK) {
        return Math.multiplyExact(call.bytes(), (long) size);
      }
      long sum = 0;
      for (int i = 0; i < size; i++) {
        sum = Math.addExact(sum, call.sendBytes(i));
      }
      return sum;
    }

    long gathered() {
      long sum = 0;
      for (int i = 0; i < others; i++) {
        sum = Math.addExact(sum, call.receiveBytes(i));
      }
      return sum;
    }
  }

  @Override
  public boolean round(CollectiveCall call, int round, Steps steps) {
    if (call.root() == CollectiveCall.NO_ROOT) {
      return false;
    }
    Place place = Place.of(call);
    Stage up = collects(place);
    if (up != null && round < up.rounds()) {
      up.emit(round, steps);
      return true;
    }
    int before = up == null ? 0 : up.rounds();
    if (round == before) {
      exchange(place, steps);
      return true;
    }
    Stage down = distributes(place);
    int last = round - before - 1;
    if (down == null || last >= down.rounds()) {
      return false;
    }
    down.emit(last, steps);
    return true;
  }

  /** The group's schedule before the leaders exchange data; null for none. */
  private static @Nullable Stage collects(Place place) {
    CollectiveCall call = place.call;
    return switch (call.operation()) {
      case BARRIER, ALLREDUCE -> place.stage(REDUCE, Operation.REDUCE, call.bytes());
      case REDUCE -> place.isRoot() ? null : place.stage(REDUCE, Operation.REDUCE, call.bytes());
      case REDUCE_SCATTER, REDUCE_SCATTER_BLOCK ->
        place.stage(REDUCE, Operation.REDUCE, place.scattered());
      case ALLGATHER -> place.stage(GATHER, Operation.GATHER, call.ownBytes());
      case GATHER -> place.isRoot() ? null : place.stage(GATHER, Operation.GATHER, call.bytes());
      default -> null;
    };
  }

  /** The group's schedule after the leaders have exchanged data; null for none. */
  private static @Nullable Stage distributes(Place place) {
    CollectiveCall call = place.call;
    return switch (call.operation()) {
      case BARRIER, ALLREDUCE -> place.stage(BROADCAST, Operation.BCAST, call.bytes());
      case BCAST -> place.isRoot() ? null : place.stage(BROADCAST, Operation.BCAST, call.bytes());
      case ALLGATHER -> place.stage(BROADCAST, Operation.BCAST, place.receivedInGroup());
      case ALLGATHERV -> place.stage(BROADCAST, Operation.BCAST, place.gathered());
      case SCATTER -> place.isRoot() ? null : place.stage(SCATTER, Operation.SCATTER, call.bytes());
      case REDUCE_SCATTER -> place.stage(SCATTER_BLOCKS, Operation.SCATTERV, 0);
      case REDUCE_SCATTER_BLOCK -> place.stage(SCATTER, Operation.SCATTER, call.bytes());
      default -> null;
    };
  }

  private static void exchange(Place place, Steps steps) {
    CollectiveCall call = place.call;
    switch (call.operation()) {
      case BARRIER, ALLREDUCE -> betweenLeaders(place, call.bytes(), call.bytes(), steps);
      case REDUCE_SCATTER, REDUCE_SCATTER_BLOCK ->
        betweenLeaders(place, place.scattered(), place.scattered(), steps);
      case ALLGATHER -> betweenLeaders(place, place.sentInGroup(), place.receivedInGroup(), steps);
      case BCAST -> fromRoot(place, call.bytes(), steps);
      case SCATTER -> fromRoot(place, place.blocksOfOneGroup(), steps);
      case REDUCE -> toRoot(place, call.bytes(), steps);
      case GATHER -> toRoot(place, place.blocksOfOneGroup(), steps);
      case GATHERV -> {
        if (place.isRoot()) {
          receiveBlocks(place, true, steps);
        } else if (call.bytes() > 0) {
          steps.send(call.root(), call.bytes());
        }
      }
      case SCATTERV -> {
        if (place.isRoot()) {
          sendBlocks(place, true, steps);
        } else if (call.receiveBytes(call.root()) > 0) {
          steps.receive(call.root(), call.receiveBytes(call.root()));
        }
      }
      case ALLGATHERV -> {
        if (place.leads()) {
          receiveBlocks(place, true, steps);
        }
        if (call.bytes() > 0) {
          steps.send(place.other, call.bytes());
        }
      }
      default -> {
        boolean leaveOutEmpty = call.operation() != Operation.ALLTOALL;
        receiveBlocks(place, leaveOutEmpty, steps);
        sendBlocks(place, leaveOutEmpty, steps);
      }
    }
  }

  private static void betweenLeaders(Place place, long sent, long received, Steps steps) {
    if (place.leads()) {
      steps.receive(place.other, received);
      steps.send(place.other, sent);
    }
  }

  private static void fromRoot(Place place, long bytes, Steps steps) {
    if (place.isRoot()) {
      steps.send(place.other, bytes);
    } else if (place.leads()) {
      steps.receive(place.call.root(), bytes);
    }
  }

  private static void toRoot(Place place, long bytes, Steps steps) {
    if (place.isRoot()) {
      steps.receive(place.other, bytes);
    } else if (place.leads()) {
      steps.send(place.call.root(), bytes);
    }
  }

  /** Each rank starts with a different partner, so no rank is the first partner of all. */
  private static int peer(Place place, int step) {
    return (place.rank - place.from + step) % place.others;
  }

  private static void receiveBlocks(Place place, boolean leaveOutEmpty, Steps steps) {
    for (int i = 0; i < place.others; i++) {
      int peer = peer(place, i);
      long bytes = place.call.receiveBytes(peer);
      if (bytes > 0 || !leaveOutEmpty) {
        steps.receive(place.other + peer, bytes);
      }
    }
  }

  private static void sendBlocks(Place place, boolean leaveOutEmpty, Steps steps) {
    boolean uniform = place.call.operation() == Operation.ALLTOALL;
    for (int i = 0; i < place.others; i++) {
      int peer = peer(place, i);
      long bytes = uniform ? place.call.ownBytes() : place.call.sendBytes(peer);
      if (bytes > 0 || !leaveOutEmpty) {
        steps.send(place.other + peer, bytes);
      }
    }
  }
}
