package io.github.tracecast.simulate.mpi;

import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.noise.CoreSharing;
import io.github.tracecast.platform.noise.WaitMode;
import io.github.tracecast.simulate.Picos;
import io.github.tracecast.simulate.cores.NodeCores;
import io.github.tracecast.simulate.lowering.CostTable;
import io.github.tracecast.simulate.lowering.Op;
import io.github.tracecast.simulate.network.Network;
import io.github.tracecast.simulate.network.Slots;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The processors of ranks that share the cores of their nodes, see {@link NodeCores}. A rank's own
 * work puts its clock ahead of the network's time. So before its next action, the rank claims a
 * core for the time of this work, and continues when it has had a core for this time. A rank that
 * continues after a wait claims a core even without work. Strands need no core.
 *
 * <p>MPI makes progress only when a rank has a core in a wait, a test or a probe. MPI then does the
 * rank's {@link Task}s, in the order of their causes. A waiting rank claims a core for its tasks.
 *
 * <p>The run must be in order of simulated time, on one lane. One thread.
 */
final class SharedProcessors implements Processors {
  /** What a rank has to do for a message. */
  private enum Kind {
    /** As receiver: take the data of a rendezvous message, by a copy if the sender is on the same node. */
    TAKE,
    /** As receiver: tell the sender that the message has been seen. */
    TELL,
    /** As sender: see that the request has ended. */
    SEE
  }

  /** @param slot the slot of the message, or of the sender's request */
  private record Task(Kind kind, int slot, int sender) {}

  /** What a rank is doing. */
  private enum State {
    /** The rank executes its program, or waits for a core to continue. */
    RUNS,
    /** The rank waits in MPI, and its tasks are done. */
    WAITS,
    /** The rank waits in MPI, and has claimed a core for its tasks. */
    CHECKS,
    /** The rank's program has ended. The rank has left its core, and its tasks take no time. */
    ENDED
  }

  private final RankStates ranks;
  private final CostTable costs;
  private final Slots slots;
  private final Accounts accounts;
  private final Network network;
  private final long wakeUp;

  /** For each group of cores with ranks (those of a node, or one core if ranks are bound), its ranks, and the time of its alarm, ps. */
  private final NodeCores[] cores;

  private final int[][] members;
  private final long[] alarm;

  /** For each rank, its node, its group, its index among the group's ranks, and whether it has had a core for its claim. */
  private final int[] node;

  private final int[] group;
  private final int[] index;
  private final boolean[] served;

  /** For each rank, its tasks and its state; while the rank copies, its first task is in progress. */
  private final List<ArrayDeque<Task>> tasks;

  private final State[] state;

  /** For each rank, whether it copies a message, whether it has waited since it last had a core, and whether it wants to continue after its tasks. */
  private final boolean[] copies;

  private final boolean[] waited;
  private final boolean[] wants;

  SharedProcessors(
      Machine machine,
      CostTable costs,
      RankStates ranks,
      Slots slots,
      Accounts accounts,
      Network network) {
    this.ranks = ranks;
    this.costs = costs;
    this.slots = slots;
    this.accounts = accounts;
    this.network = network;
    CoreSharing sharing = machine.platform().node().sharing();
    wakeUp = sharing.waiting() == WaitMode.POLLS ? 0 : Picos.ofSeconds(sharing.wakeUpSeconds());
    node = IntStream.range(0, ranks.count()).map(machine::nodeOf).toArray();
    index = new int[node.length];
    group = IntStream.range(0, ranks.count()).map(machine::coreGroupOf).toArray();
    served = new boolean[node.length];
    tasks = Stream.generate(ArrayDeque<Task>::new).limit(node.length).toList();
    state = new State[node.length];
    Arrays.fill(state, State.RUNS);
    copies = new boolean[node.length];
    waited = new boolean[node.length];
    wants = new boolean[node.length];
    int nodeCores = machine.platform().node().physicalCores();
    int groups = sharing.groups(nodeCores);
    int each = nodeCores / groups;
    int[] used = IntStream.of(group).sorted().distinct().toArray();
    cores = new NodeCores[used.length];
    members = new int[cores.length][];
    alarm = new long[cores.length];
    Arrays.fill(alarm, NodeCores.NEVER);
    int[] inGroup = new int[cores.length];
    for (int rank = 0; rank < node.length; rank++) {
      group[rank] = Arrays.binarySearch(used, group[rank]);
      index[rank] = inGroup[group[rank]]++;
    }
    for (int at = 0; at < cores.length; at++) {
      members[at] = new int[inGroup[at]];
      cores[at] = new NodeCores(
          used[at] / groups,
          nodeCores,
          used[at] * each,
          each,
          members[at].length,
          sharing.competing(used[at], nodeCores),
          Picos.ofSeconds(sharing.sliceSeconds()),
          sharing.waiting());
    }
    for (int rank = 0; rank < node.length; rank++) {
      members[group[rank]][index[rank]] = rank;
    }
  }

  @Override
  public boolean seize(int row, int use) {
    long now = network.now();
    long work = Math.max(0, ranks.clock().first(row) - now);
    if (row >= ranks.count()) {
      if (work > 0) {
        network.resumeAt(row, now + work);
      }
      return work == 0;
    }
    if (state[row] == State.CHECKS) {
      wants[row] = true;
      return false;
    }
    state[row] = State.RUNS;
    if (!served[row] && (work > 0 || !cores[group[row]].holds(index[row], now))) {
      claim(row, work);
      return false;
    }
    served[row] = false;
    if (use >= Op.COMPUTED) {
      accounts.shared(row, use - Op.COMPUTED, now - ranks.clock().first(row));
    }
    ranks.clock().set(row, 0, now);
    return use == Op.ENDS ? end(row) : progresses(row, use);
  }

  private boolean end(int rank) {
    cores[group[rank]].leave(index[rank], network.now());
    setAlarm(group[rank]);
    state[rank] = State.ENDED;
    work(rank);
    return true;
  }

  /** Makes progress if a rank begins or ends a wait. Returns whether the rank continues at once. */
  private boolean progresses(int rank, int use) {
    boolean ends = waited[rank];
    waited[rank] = use == Op.LOOKS;
    if (ends || waited[rank]) {
      work(rank);
    }
    if (waited[rank] && state[rank] == State.RUNS) {
      state[rank] = State.WAITS;
    }
    wants[rank] = !waited[rank] && state[rank] == State.CHECKS;
    return !wants[rank];
  }

  private void claim(int rank, long work) {
    long now = network.now();
    cores[group[rank]].claim(
        index[rank], work, now == 0 ? 0 : wakeUp, now); // at 0, a process starts without a wake-up
    setAlarm(group[rank]);
  }

  @Override
  public void takes(int message, int sender, int receiver) {
    add(receiver, new Task(Kind.TAKE, message, sender));
  }

  @Override
  public boolean reports(int request, int sender, int receiver) {
    add(receiver, new Task(Kind.TELL, request, sender));
    return true;
  }

  private void add(int rank, Task task) {
    tasks.get(rank).add(task);
    if (state[rank] == State.ENDED) {
      work(rank);
    } else if (state[rank] == State.WAITS) {
      state[rank] = State.CHECKS;
      claim(rank, 0);
    }
  }

  /** Does the tasks of a rank that has a core, until it has to copy a message. */
  private void work(int rank) {
    ArrayDeque<Task> own = tasks.get(rank);
    while (!own.isEmpty()) {
      Task task = own.element();
      boolean local = node[task.sender] == node[rank];
      long copy = task.kind == Kind.TAKE && local ? costs.flight.first(slots.cost(task.slot)) : 0;
      if (copy > 0 && !copies[rank] && state[rank] != State.ENDED) {
        copies[rank] = true;
        state[rank] = State.CHECKS;
        claim(rank, copy);
        return;
      }
      copies[rank] = false;
      own.remove();
      switch (task.kind) {
        case TAKE -> network.fetched(task.slot, local);
        case TELL -> add(task.sender, new Task(Kind.SEE, task.slot, task.sender));
        case SEE -> {
          slots.since().set(task.slot, 0, network.now());
          network.ends(task.slot);
        }
      }
    }
  }

  @Override
  public void pass(int at, IntConsumer resumed) {
    long now = network.now();
    if (alarm[at] != now) {
      return; // a later claim has changed the time of the alarm
    }
    alarm[at] = NodeCores.NEVER;
    cores[at].releaseWaiting(now);
    IntArrayList had = new IntArrayList();
    cores[at].run(now, each -> had.add(members[at][each]));
    had.forEach(rank -> continues(rank, resumed));
    if (!had.isEmpty()) {
      alarm[at] = now; // when the ranks have acted, waiting ranks release their cores
      network.passCoresAt(at, now);
    } else {
      setAlarm(at);
    }
  }

  /** Continues with a rank that has had a core for the time of its claim. */
  private void continues(int rank, IntConsumer resumed) {
    served[rank] = state[rank] != State.CHECKS;
    if (!served[rank]) {
      state[rank] = State.RUNS; // so that tasks that these tasks cause belong to the same check
      work(rank);
      if (state[rank] == State.CHECKS) {
        return;
      }
      state[rank] = State.WAITS;
      if (!wants[rank]) {
        return;
      }
      wants[rank] = false;
      // an overhead of the end of the wait still needs the core
      served[rank] = ranks.clock().first(rank) <= network.now();
    }
    resumed.accept(rank);
  }

  /** Sets the alarm for a group's next event. An alarm that is due now sets the next one. */
  private void setAlarm(int at) {
    long next = cores[at].nextEvent();
    if (next != NodeCores.NEVER && next != alarm[at] && alarm[at] != network.now()) {
      alarm[at] = next;
      network.passCoresAt(at, next);
    }
  }
}
