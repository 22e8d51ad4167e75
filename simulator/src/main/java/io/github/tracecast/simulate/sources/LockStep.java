package io.github.tracecast.simulate.sources;

import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.decompress.RequestNumbers;
import io.github.tracecast.decompress.TaskCursor;
import io.github.tracecast.simulate.ReplayException;
import io.github.tracecast.simulate.calls.CallArguments;
import io.github.tracecast.simulate.calls.CallPlace;
import io.github.tracecast.simulate.calls.CollectiveArguments;
import io.github.tracecast.simulate.calls.CompletionLookup;
import io.github.tracecast.simulate.calls.CursorPlace;
import io.github.tracecast.simulate.calls.TagsBySize;
import io.github.tracecast.simulate.state.StateSink;
import io.github.tracecast.trace.MpiCall;
import it.unimi.dsi.fastutil.ints.Int2ObjectLinkedOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds the messages that receives from any source take when all ranks run in lockstep. In each
 * round, every rank runs until it must wait for a later round.
 *
 * <p>Some places have receives from any source. A rank sends at most one message per round to such
 * places, and the message arrives in the next round. Messages of one round arrive in the order of
 * their senders' ranks. All other messages arrive at once. No sender waits for a receive.
 * Collectives synchronize their ranks.
 *
 * <p>{@link StepWatch} skips rounds that only repeat earlier ones, so the run time depends on the
 * compressed trace. Memory: O(messages under way), and four bytes for each walked receive from any
 * source. One thread.
 */
final class LockStep {
  /** An unknown source. */
  static final int UNKNOWN = EventTable.ANY;

  /** The meeting place of one sender's messages and the receives that name this sender. */
  private record Channel(int source, MeetingPlace to) {}

  /** A message that arrives in the next round. */
  private record Sent(Walker sender, StepMailbox to) {}

  private final EventTable table;
  private final CallArguments arguments;
  private final CompletionLookup completions;
  private final Walker[] walkers;

  /**
   * The key is a {@link MeetingPlace} if it has a receive from any source, otherwise a
   * {@link Channel}.
   */
  private final Map<Record, StepMailbox> mailboxes = new LinkedHashMap<>();

  /** Ranks that have reached a collective and wait for the others, by communicator. */
  private final Int2ObjectOpenHashMap<List<Walker>> meetings = new Int2ObjectOpenHashMap<>();

  /** Ranks that can continue in this round. */
  private final BitSet awake = new BitSet();

  private List<Sent> sent = new ArrayList<>();

  private final StepWatch watch;

  /** Calls that were walked. */
  private long calls;

  LockStep(Programs programs, EventTable table) {
    this.table = table;
    this.arguments = new CallArguments(table, TagsBySize.of(programs, table));
    this.completions = new CompletionLookup(table);
    this.walkers = new Walker[programs.ranks()];
    for (int rank = 0; rank < walkers.length; rank++) {
      walkers[rank] = new Walker(programs.cursor(rank));
    }
    this.watch = new StepWatch(programs, this);
  }

  /**
   * Registers a receive from any source before {@link #run}. {@link #sources} returns what it
   * takes.
   */
  void receivesFromAnySource(CallPlace receive) {
    mailboxes.putIfAbsent(
        new MeetingPlace(
            receive.worldRank(), arguments.context(receive), arguments.receiveTag(receive)),
        new StepMailbox(true));
    walkers[receive.worldRank()].sources.putIfAbsent(receive.event(), new TakenSources());
  }

  /**
   * Runs the whole program.
   *
   * @throws ReplayException if a rank does not reach its end
   */
  void run() {
    awake.set(0, walkers.length);
    while (!awake.isEmpty()) {
      for (int rank = awake.nextSetBit(0); rank >= 0; rank = awake.nextSetBit(0)) {
        awake.clear(rank);
        walkers[rank].go();
      }
      List<Sent> coming = sent;
      sent = new ArrayList<>();
      coming.sort(Comparator.comparingInt(message -> message.sender.worldRank()));
      coming.forEach(message -> {
        give(message.sender, message.to);
        message.sender.goOn();
      });
      watch.look(calls);
    }
    for (Walker walker : walkers) {
      if (!walker.finished) {
        throw new ReplayException(
            "found that rank " + walker.worldRank() + " waits in "
                + table.call(walker.event()).mpiName() + " (event " + walker.event()
                + ", execution "
                + walker.execution()
                + ") for a message that never comes when all ranks run in lockstep; expected a matching receive for each send");
      }
    }
  }

  /**
   * The world ranks whose messages an event's receives took, periodic by execution. An unknown one
   * is {@link #UNKNOWN}. The list is empty if the receives took no message.
   */
  IntArrayList sources(int event, int rank) {
    TakenSources taken = walkers[rank].sources.get(event);
    return taken == null ? IntArrayList.of() : taken.period();
  }

  TaskCursor[] cursors() {
    return Arrays.stream(walkers).map(walker -> walker.cursor()).toArray(TaskCursor[]::new);
  }

  boolean finished(int rank) {
    return walkers[rank].finished;
  }

  /**
   * The number of walked executions of each event of {@link #receivesFromAnySource}, rank by rank.
   */
  int[] walkedReceives() {
    return Arrays.stream(walkers)
        .flatMap(walker -> walker.sources.values().stream())
        .mapToInt(TakenSources::walked)
        .toArray();
  }

  /**
   * Repeats the receives since an earlier count the given number of times, without walking them.
   */
  void repeatReceives(int[] since, long times) {
    int at = 0;
    for (Walker walker : walkers) {
      for (TakenSources taken : walker.sources.values()) {
        taken.repeat(since[at++], times);
      }
    }
  }

  /** Describes the state that determines all further rounds. Call it at the end of a round. */
  void describe(StateSink sink) {
    ReceiveNames names = new ReceiveNames(sink);
    for (Walker walker : walkers) {
      walker.describe(sink, names);
    }
    mailboxes.values().forEach(mailbox -> mailbox.describe(sink, names));
  }

  private StepMailbox mailbox(int source, MeetingPlace place) {
    StepMailbox shared = mailboxes.get(place);
    return shared != null
        ? shared
        : mailboxes.computeIfAbsent(new Channel(source, place), c -> new StepMailbox(false));
  }

  private void send(Walker sender, StepMailbox to) {
    if (to.nextRound) {
      sent.add(new Sent(sender, to));
      sender.held = true;
    } else {
      give(sender, to);
    }
  }

  private void give(Walker sender, StepMailbox to) {
    StepReceive taker = to.give(sender.worldRank());
    if (taker != null) {
      awake.set(taker.rank);
    }
  }

  /** The walk of one rank. */
  private final class Walker extends CursorPlace {
    private final RequestNumbers requests = new RequestNumbers();

    /** Nonblocking receives by the number of their request. */
    private final Long2ObjectOpenHashMap<StepReceive> started = new Long2ObjectOpenHashMap<>();

    /** The receives that the current call waits for. */
    private final List<StepReceive> awaited = new ArrayList<>();

    /** Whether the rank waits for other ranks in a collective, or for the next round. */
    private boolean held;

    /** The taken sources by event. */
    private final Int2ObjectLinkedOpenHashMap<TakenSources> sources =
        new Int2ObjectLinkedOpenHashMap<>();

    private boolean finished;

    Walker(TaskCursor cursor) {
      super(cursor);
    }

    /** Runs until the rank must wait or ends. */
    void go() {
      awaited.removeIf(StepReceive::done);
      while (awaited.isEmpty() && !held && !finished) {
        if (cursor.next()) {
          calls++;
          call(table.call(event()));
          awaited.removeIf(StepReceive::done);
        } else {
          finished = true;
        }
      }
    }

    /** Names the rank's receives in an order that depends only on the state. */
    void describe(StateSink sink, ReceiveNames names) {
      sink.number(cursor.row());
      sink.number(cursor.event());
      sink.number(cursor.previousEvent());
      sink.number(cursor.depth());
      for (int depth = 1; depth <= cursor.depth(); depth++) {
        sink.number(cursor.startRow(depth));
        sink.left(worldRank(), depth, cursor.iterationsLeft(depth));
      }
      sink.number((finished ? 1 : 0) | (held ? 2 : 0));
      sink.number(awaited.size());
      awaited.forEach(names::describe);
      long[] open = started.keySet().toLongArray();
      Arrays.sort(open);
      sink.number(open.length);
      for (long request : open) {
        sink.number(requests.last() - request);
        names.describe(started.get(request));
      }
    }

    void goOn() {
      held = false;
      awake.set(worldRank());
    }

    private void call(MpiCall call) {
      requests.called(call);
      switch (call.family()) {
        case POINT_TO_POINT -> exchange(call);
        case COMPLETION -> complete(call);
        case COLLECTIVE -> meet(call);
        default -> {}
      }
    }

    private void exchange(MpiCall call) {
      if (call.receives()) {
        TakenSources taken = sources.get(event());
        if (taken != null) {
          taken.next();
        }
        int source = arguments.source(this);
        if (source != EventTable.NONE) {
          receive(call, new StepReceive(worldRank(), source, taken));
        }
      }
      if (call.sends()) {
        int destination = arguments.destination(this);
        if (destination != EventTable.NONE) {
          MeetingPlace to =
              new MeetingPlace(destination, arguments.context(this), arguments.sendTag(this));
          send(this, mailbox(worldRank(), to));
        }
      }
    }

    private void receive(MpiCall call, StepReceive receive) {
      MeetingPlace at =
          new MeetingPlace(worldRank(), arguments.context(this), arguments.receiveTag(this));
      mailbox(receive.wanted, at).post(receive);
      if (call.makesRequest()) {
        started.put(requests.last(), receive);
      } else {
        awaited.add(receive);
      }
    }

    private void complete(MpiCall call) {
      for (int i = 0, n = completions.awaitedCount(this, call); i < n; i++) {
        int index = completions.awaited(this, call, i);
        long offset = index == EventTable.NONE ? EventTable.NONE : completions.offset(this, index);
        StepReceive receive =
            offset == EventTable.NONE ? null : started.remove(requests.number(offset));
        if (receive != null) {
          awaited.add(receive);
        }
      }
    }

    private void meet(MpiCall call) {
      if (CollectiveArguments.operation(call) == null) {
        return;
      }
      int communicator = arguments.communicator(this);
      List<Walker> waiting = meetings.computeIfAbsent(communicator, c -> new ArrayList<>());
      waiting.add(this);
      held = true;
      if (waiting.size() == table.communicators().size(communicator)) {
        waiting.forEach(Walker::goOn);
        waiting.clear();
      }
    }
  }
}
