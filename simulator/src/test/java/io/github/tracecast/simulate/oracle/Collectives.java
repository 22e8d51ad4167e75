package io.github.tracecast.simulate.oracle;

import io.github.tracecast.decompress.Communicators;
import io.github.tracecast.platform.Machine;
import io.github.tracecast.simulate.*;
import io.github.tracecast.simulate.collective.Algorithms;
import io.github.tracecast.simulate.collective.Operation;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/**
 * Collectives: by the platform's rules each goes over a network of its own or point to point.
 *
 * <p>On a network of its own a collective starts when its last rank is there and ends for all ranks at
 * once. One thread.
 */
final class Collectives {
  /** Told once when a rank's collective has ended, possibly before {@link #start} returns. */
  interface Ending {
    /**
     * @param picos the rank's time of the end
     * @param overheadPicos what of it the rank itself spent on sending and receiving
     */
    void at(long picos, long overheadPicos);
  }

  /** A collective that some ranks have come to and others have not. */
  private static final class Meeting {
    final Operation operation;
    final int root;
    final String algorithm;
    final int firstRank;

    /** On a network of its own: who is told of the end, what goes through, and when the last rank came. */
    final List<Ending> members = new ArrayList<>();

    /** The same ones' world ranks, in the order in which they came. */
    final IntArrayList ranks = new IntArrayList();

    /** Communicator and number. */
    final long key;

    long latencyPicos;
    long bytes;
    long latest;
    long startPicos;
    int came;

    Meeting(long key, Operation operation, int root, String algorithm, int firstRank) {
      this.key = key;
      this.operation = operation;
      this.root = root;
      this.algorithm = algorithm;
      this.firstRank = firstRank;
    }

    boolean agrees(CollectiveArguments call, String otherAlgorithm) {
      return operation == call.operation()
          && root == call.root()
          && algorithm.equals(otherAlgorithm);
    }
  }

  private final CollectiveChoice choice;
  private final Communicators communicators;
  private final TimingEngine engine;
  private final PointToPoint transport;
  private final Long2IntOpenHashMap numbers = new Long2IntOpenHashMap();

  /** The (communicator, rank) pairs that have a number, in the order in which they got it. */
  private final LongArrayList members = new LongArrayList();

  /** The collectives that run on behalf of each rank, linked. */
  private final CollectiveTask[] tasks;

  private final Long2ObjectOpenHashMap<Meeting> meetings = new Long2ObjectOpenHashMap<>();
  private final List<Meeting> gathered = new ArrayList<>();
  private final List<Integer> freeRows = new ArrayList<>();

  Collectives(
      Machine machine, Communicators communicators, TimingEngine engine, PointToPoint transport) {
    this.choice = new CollectiveChoice(machine);
    this.communicators = communicators;
    this.tasks = new CollectiveTask[machine.ranks()];
    this.engine = engine;
    this.transport = transport;
  }

  /**
   * Starts a rank's part.
   *
   * @param clock the rank's time
   * @param port where the messages of the rank's part leave and enter
   * @throws ReplayException if other ranks called another collective in its place
   */
  void start(CollectiveArguments call, int rank, long clock, Port port, Ending ending) {
    if (call.size() == 1) {
      ending.at(clock, 0);
      return;
    }
    long member = Channels.member(call.communicator(), rank);
    int number = numbers.addTo(member, 1);
    if (number == 0) {
      members.add(member);
    }
    String algorithm = choice.algorithm(call);
    Meeting meeting = meet(call, algorithm, number, rank);
    if (CollectiveChoice.isNetwork(algorithm)) {
      if (port.looks != null) {
        port.looks.begin(clock);
      }
      join(meeting, call, rank, clock, ending);
    } else {
      CollectiveTask task = new CollectiveTask(
          transport,
          call,
          Algorithms.named(call.operation(), algorithm),
          rank,
          2 * call.communicator() + 1,
          number,
          clock,
          port,
          this,
          ending);
      task.next = tasks[rank];
      tasks[rank] = task;
      task.start(choice.copyPicos(call));
    }
  }

  /** The number of the collective that a rank will start next on a communicator, from 0. */
  int next(int communicator, int rank) {
    return numbers.get(Channels.member(communicator, rank));
  }

  /** Notes that a rank has come; all must have come to the same. */
  private Meeting meet(CollectiveArguments call, String algorithm, int number, int rank) {
    long key = key(call.communicator(), number);
    Meeting meeting = meetings.get(key);
    if (meeting == null) {
      meeting = new Meeting(key, call.operation(), call.root(), algorithm, rank);
      meetings.put(key, meeting);
    }
    if (!meeting.agrees(call, algorithm)) {
      throw new ReplayException("found " + described(call.operation(), call.root(), algorithm)
          + " as collective " + number
          + " of communicator " + call.communicator() + "; expected "
          + described(meeting.operation, meeting.root, meeting.algorithm) + ", as on rank "
          + meeting.firstRank);
    }
    if (++meeting.came == call.size()) {
      meetings.remove(key);
    }
    return meeting;
  }

  private static String described(Operation operation, int root, String algorithm) {
    return operation.key() + " (root " + root + ", sizes for algorithm " + algorithm + ")";
  }

  private static long key(int communicator, int number) {
    return (long) communicator << 32 | number;
  }

  private void join(
      Meeting meeting, CollectiveArguments call, int rank, long clock, Ending ending) {
    meeting.members.add(ending);
    meeting.ranks.add(rank);
    meeting.bytes = Math.max(meeting.bytes, choice.throughNetwork(call, meeting.algorithm));
    meeting.latest = Math.max(meeting.latest, clock);
    if (meeting.came == call.size()) {
      meeting.latencyPicos = choice.latencyPicos(call.operation(), meeting.algorithm);
      engine.alarm(
          Token.of(Token.GATHERED, addRow(meeting)), Math.max(meeting.latest, engine.nowPicos()));
    }
  }

  private int addRow(Meeting meeting) {
    if (freeRows.isEmpty()) {
      gathered.add(meeting);
      return gathered.size() - 1;
    }
    int row = freeRows.removeLast();
    gathered.set(row, meeting);
    return row;
  }

  /** The last rank's time has come. */
  void gathered(int row) {
    Meeting meeting = gathered.get(row);
    meeting.startPicos = engine.nowPicos();
    if (!CollectiveChoice.isShared(meeting.algorithm)) {
      engine.alarm(
          Token.of(Token.NETWORK, row),
          Picos.sum(engine.nowPicos(), meeting.latencyPicos, "on the network"));
    } else {
      engine.collective(Token.of(Token.NETWORK, row), meeting.bytes, meeting.latencyPicos);
    }
  }

  /** The network has done its work. */
  void ended(int row) {
    Meeting meeting = gathered.set(row, null);
    freeRows.add(row);
    long now = engine.nowPicos();
    meeting.members.forEach(member -> member.at(now, 0));
  }

  /** A rank's part is over. */
  void left(CollectiveTask task) {
    CollectiveTask before = tasks[task.worldRank];
    if (before == task) {
      tasks[task.worldRank] = task.next;
      return;
    }
    while (before.next != task) {
      before = before.next;
    }
    before.next = task.next;
  }

  /** Of each communicator the number of the collective that its first member to start one starts next. */
  int[] bases() {
    int[] bases = new int[communicators.count()];
    for (int at = members.size() - 1; at >= 0; at--) {
      bases[Channels.communicator(members.getLong(at))] = numbers.get(members.getLong(at));
    }
    return bases;
  }

  /** Writes down what has begun and is not over. */
  void describe(StateWriter state) {
    for (int at = 0; at < members.size(); at++) {
      int communicator = Channels.communicator(members.getLong(at));
      state.tag(2 * communicator + 1, numbers.get(members.getLong(at)));
    }
    state.put(members.size());
    List<Meeting> open = new ArrayList<>(meetings.values());
    gathered.stream().filter(Objects::nonNull).forEach(open::add);
    open.sort(Comparator.comparingLong(meeting -> meeting.key));
    open.forEach(meeting -> describe(meeting, state));
    for (CollectiveTask first : tasks) {
      for (CollectiveTask task = first; task != null; task = task.next) {
        task.describe(state);
      }
      state.put(StateWriter.NONE);
    }
  }

  private static void describe(Meeting meeting, StateWriter state) {
    state.put(meeting.key >>> 32);
    state.tag(2 * (int) (meeting.key >>> 32) + 1, (int) meeting.key);
    state.put(meeting.operation.ordinal());
    state.put(meeting.root);
    state.put(meeting.bytes);
    state.put(meeting.came);
    meeting.ranks.forEach(state::put);
    state.put(StateWriter.NONE);
    state.time(meeting.latest);
    state.time(meeting.startPicos);
  }

  /** Writes down which collective on a network of its own a row is. */
  void name(int row, StateWriter state) {
    long key = gathered.get(row).key;
    state.put(key >>> 32);
    state.tag(2 * (int) (key >>> 32) + 1, (int) key);
  }

  /** Collectives that some ranks have not come to. */
  int incomplete() {
    return meetings.size();
  }

  /**
   * Who has not come to a collective that others have started, for people; null if all have.
   *
   * @param rank one that has
   */
  String missing(int communicator, int number, int rank) {
    int first = -1;
    int count = 0;
    for (int local = 0; local < communicators.size(communicator); local++) {
      int world = communicators.worldRank(communicator, local, rank);
      if (next(communicator, world) <= number) {
        first = count++ == 0 ? world : first;
      }
    }
    if (count == 0) {
      return null;
    }
    return "rank " + first + (count > 1 ? " and " + (count - 1) + " more" : "")
        + " to come to collective " + number + " of communicator " + communicator;
  }
}
