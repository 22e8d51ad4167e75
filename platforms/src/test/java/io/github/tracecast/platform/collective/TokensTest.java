package io.github.tracecast.platform.collective;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/**
 * Follows the data. Each block at each rank is the set of ranks whose contributions it holds, one
 * bit per rank. It ends with the result of the operation. That a contribution arrives twice is an
 * error.
 */
class TokensTest {
  private static final int MAX_SIZE = 33;

  private record Parcel(int peer, int first, long[] blocks) {}

  private record Receive(int peer, int first, int count, boolean combines) {}

  /** One rank: the contents of its blocks, and its current round. */
  private static final class Task implements BlockSteps {
    final TestCall call;
    final Schedule schedule;
    final long[] blocks;
    /** In scans, the contributions of lower ranks. The blocks are the sums that are sent. */
    long fromBelow;

    final List<Parcel> sends = new ArrayList<>();
    final List<Receive> receives = new ArrayList<>();
    int round;

    Task(TestCall call, Schedule schedule) {
      this.call = call;
      this.schedule = schedule;
      blocks = new long[schedule.blocks(call)];
    }

    boolean enter() {
      sends.clear();
      receives.clear();
      if (round >= schedule.rounds(call)) {
        return false;
      }
      schedule.emit(call, round++, this);
      return true;
    }

    @Override
    public int blocks() {
      return blocks.length;
    }

    @Override
    public void send(int peer, int first, int count) {
      assertThat(first).isBetween(0, blocks.length - 1);
      assertThat(count).isBetween(0, blocks.length);
      long[] copy = new long[count];
      for (int i = 0; i < count; i++) {
        copy[i] = blocks[(first + i) % blocks.length];
      }
      sends.add(new Parcel(peer, first, copy));
    }

    @Override
    public void receive(int peer, int first, int count) {
      receives.add(new Receive(peer, first, count, false));
    }

    @Override
    public void combine(int peer, int first, int count) {
      receives.add(new Receive(peer, first, count, true));
    }

    void accept(Receive receive, Parcel parcel) {
      assertThat(parcel.first()).isEqualTo(receive.first());
      assertThat(parcel.blocks()).hasSize(receive.count());
      for (int i = 0; i < receive.count(); i++) {
        int block = (receive.first() + i) % blocks.length;
        long came = parcel.blocks()[i];
        if (!receive.combines()) {
          blocks[block] = came;
          continue;
        }
        if (call.operation() != Operation.BARRIER) {
          assertThat(blocks[block] & came).as("contributions that arrive twice").isZero();
        }
        blocks[block] |= came;
        if (receive.peer() < call.rank()) {
          fromBelow |= came;
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(
      mode = Mode.MATCH_NONE,
      names = {"ALLTOALL.*", "NEIGHBOR_.*"})
  void theDataEndsUpWhereTheOperationSays(Operation operation) {
    for (String name : Algorithms.names(operation)) {
      Schedule schedule = (Schedule) Algorithms.named(operation, name);
      for (int size = 1; size <= MAX_SIZE; size++) {
        TestCall[] calls = TestCall.random(operation, size, new Random(size));
        Task[] tasks =
            Arrays.stream(calls).map(call -> new Task(call, schedule)).toArray(Task[]::new);
        Arrays.stream(tasks).forEach(TokensTest::fill);
        run(tasks);
        for (Task task : tasks) {
          check(task, name);
        }
      }
    }
  }

  private static void fill(Task task) {
    TestCall call = task.call;
    switch (call.operation()) {
      case BCAST -> Arrays.fill(task.blocks, call.rank() == call.root() ? 1L << call.root() : 0);
      case SCATTER, SCATTERV ->
        Arrays.setAll(task.blocks, block -> call.rank() == call.root() ? 1L << block : 0);
      case GATHER, GATHERV, ALLGATHER, ALLGATHERV -> task.blocks[call.rank()] = 1L << call.rank();
      default -> Arrays.fill(task.blocks, 1L << call.rank());
    }
  }

  private static void run(Task[] tasks) {
    List<List<Deque<Parcel>>> channels = new ArrayList<>();
    for (int i = 0; i < tasks.length; i++) {
      channels.add(new ArrayList<>());
      for (int j = 0; j < tasks.length; j++) {
        channels.get(i).add(new ArrayDeque<>());
      }
    }
    Deque<Task> under = new ArrayDeque<>();
    for (Task task : tasks) {
      enter(task, channels, under);
    }
    int idle = 0;
    while (!under.isEmpty() && idle <= under.size()) {
      Task task = under.remove();
      boolean complete = task.receives.stream()
          .allMatch(
              receive -> !channels.get(receive.peer()).get(task.call.rank()).isEmpty());
      if (!complete) {
        under.add(task);
        idle++;
        continue;
      }
      idle = 0;
      for (Receive receive : task.receives) {
        task.accept(receive, channels.get(receive.peer()).get(task.call.rank()).remove());
      }
      enter(task, channels, under);
    }
    assertThat(under).as("ranks that wait forever").isEmpty();
  }

  private static void enter(Task task, List<List<Deque<Parcel>>> channels, Deque<Task> under) {
    if (task.enter()) {
      for (Parcel parcel : task.sends) {
        channels.get(task.call.rank()).get(parcel.peer()).add(parcel);
      }
      under.add(task);
    }
  }

  private static void check(Task task, String name) {
    TestCall call = task.call;
    int rank = call.rank();
    long all = (1L << call.size()) - 1;
    String as = call.operation().key() + " " + name + ", rank " + rank + " of " + call.size()
        + ", root " + call.root();
    switch (call.operation()) {
      case AGREEMENT, BARRIER, ALLREDUCE -> assertThat(task.blocks).as(as).containsOnly(all);
      case BCAST -> assertThat(task.blocks).as(as).containsOnly(1L << call.root());
      case REDUCE -> {
        if (rank == call.root()) {
          assertThat(task.blocks).as(as).containsOnly(all);
        }
      }
      case GATHER, GATHERV -> {
        if (rank == call.root()) {
          assertThat(task.blocks).as(as).isEqualTo(oneBitEach(call.size()));
        }
      }
      case ALLGATHER, ALLGATHERV ->
        assertThat(task.blocks).as(as).isEqualTo(oneBitEach(call.size()));
      case SCATTER, SCATTERV -> assertThat(task.blocks[rank]).as(as).isEqualTo(1L << rank);
      case REDUCE_SCATTER, REDUCE_SCATTER_BLOCK ->
        assertThat(task.blocks[rank]).as(as).isEqualTo(all);
      case SCAN, EXSCAN -> assertThat(task.fromBelow).as(as).isEqualTo((1L << rank) - 1);
      default -> throw new AssertionError(call.operation());
    }
  }

  private static long[] oneBitEach(int size) {
    long[] bits = new long[size];
    Arrays.setAll(bits, block -> 1L << block);
    return bits;
  }

  @ParameterizedTest
  @EnumSource(
      mode = Mode.MATCH_NONE,
      names = {"ALLTOALL.*", "NEIGHBOR_.*"})
  void aMessageIsAsLongAsTheBlocksThatItCarries(Operation operation) {
    for (String name : Algorithms.names(operation)) {
      Schedule schedule = (Schedule) Algorithms.named(operation, name);
      for (int size = 2; size <= MAX_SIZE; size++) {
        for (TestCall call : TestCall.random(operation, size, new Random(size))) {
          Task task = new Task(call, schedule);
          for (int round = 0; task.enter(); round++) {
            List<Long> sent = new ArrayList<>();
            schedule.round(call, round, sendsInto(sent));
            List<Long> expected =
                task.sends.stream().map(parcel -> bytes(task, parcel)).toList();
            assertThat(sent)
                .as("%s %s, %s", operation, name, call)
                .isEqualTo(withoutEmpty(operation, expected));
          }
        }
      }
    }
  }

  private static Steps sendsInto(List<Long> sent) {
    return new Steps() {
      @Override
      public void receive(int peer, long bytes) {}

      @Override
      public void send(int peer, long bytes) {
        sent.add(bytes);
      }
    };
  }

  private static List<Long> withoutEmpty(Operation operation, List<Long> sizes) {
    boolean drops = operation == Operation.GATHERV || operation == Operation.SCATTERV;
    return sizes.stream().filter(bytes -> bytes > 0 || !drops).toList();
  }

  private static long bytes(Task task, Parcel parcel) {
    TestCall call = task.call;
    long sum = 0;
    for (int i = 0; i < parcel.blocks().length; i++) {
      int block = (parcel.first() + i) % task.blocks.length;
      sum += switch (call.operation()) {
        case GATHER, SCATTER, ALLGATHER, REDUCE_SCATTER_BLOCK -> call.uniform();
        case GATHERV, ALLGATHERV -> call.sizes()[block][call.root()];
        case SCATTERV, REDUCE_SCATTER -> call.sizes()[call.root()][block];
        default -> Volumes.segment(call.uniform(), task.blocks.length, block);
      };
    }
    return sum;
  }
}
