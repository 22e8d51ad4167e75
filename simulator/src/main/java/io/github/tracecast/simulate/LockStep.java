package io.github.tracecast.simulate;

import io.github.tracecast.decompress.CallRoles;
import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.decompress.RequestNumbers;
import io.github.tracecast.decompress.TaskCursor;
import io.github.tracecast.trace.MpiCall;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * Which messages receives of any source take when all ranks go in step. In each round every rank goes on until it waits for what comes in
 * a later one. To where somebody receives from any source it sends one message a round, which comes in the next one, of one round the lowest
 * sender's first. All other messages come at once, no sender waits for a receive, and collectives hold their ranks together. Walks every
 * call; O(messages under way) memory and four bytes for each receive of any source. One thread.
 */
final class LockStep {
  /** A source that is not known. */
  static final int UNKNOWN = EventTable.ANY;

  /** Where messages and receives meet. */
  private record Place(int rank, int context, int tag) {}

  /** Where messages of one sender and receives that name it meet. */
  private record Channel(int source, Place to) {}

  /** A message that comes in the next round. */
  private record Sent(Walker sender, Mailbox to) {}

  private final EventTable table;
  private final CallArguments arguments;
  private final CompletionLookup completions;
  private final Walker[] walkers;

  /** By {@link Place} where some receive is of any source, else by {@link Channel}. */
  private final Map<Record, Mailbox> mailboxes = new HashMap<>();

  /** Ranks that have come to a collective and wait for the others, by communicator. */
  private final Int2ObjectOpenHashMap<List<Walker>> meetings = new Int2ObjectOpenHashMap<>();

  /** Ranks that may go on in this round. */
  private final BitSet awake = new BitSet();

  private List<Sent> sent = new ArrayList<>();

  LockStep(Programs programs, EventTable table) {
    this.table = table;
    this.arguments = new CallArguments(table, TagsBySize.of(programs, table));
    this.completions = new CompletionLookup(table);
    this.walkers = new Walker[programs.ranks()];
    for (int rank = 0; rank < walkers.length; rank++) {
      walkers[rank] = new Walker(programs.cursor(rank));
    }
  }

  /** Tells, before {@link #run}, of a receive of any source; what it takes is kept for {@link #sources}. */
  void receivesFromAnySource(CallPlace receive) {
    mailboxes.putIfAbsent(
        new Place(receive.worldRank(), arguments.context(receive), arguments.receiveTag(receive)),
        new Mailbox(true));
    walkers[receive.worldRank()].sources.putIfAbsent(receive.event(), new IntArrayList());
  }

  /**
   * Goes through the whole run.
   *
   * @throws ReplayException if some rank does not come to its end
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
        message.to.give(message.sender.worldRank());
        message.sender.goOn();
      });
    }
    for (Walker walker : walkers) {
      if (!walker.finished) {
        throw new ReplayException(
            "found that rank " + walker.worldRank() + " waits in "
                + table.call(walker.event()).mpiName() + " (event " + walker.event()
                + ", execution "
                + walker.execution()
                + ") for what never comes when all ranks go in step; expected each send to meet its receive");
      }
    }
  }

  /** The world ranks that an event's receives took messages from, by execution, or {@link #UNKNOWN}; empty if they took none. */
  IntArrayList sources(int event, int rank) {
    return walkers[rank].sources.getOrDefault(event, IntArrayList.of());
  }

  private Mailbox mailbox(int source, Place place) {
    Mailbox shared = mailboxes.get(place);
    return shared != null
        ? shared
        : mailboxes.computeIfAbsent(new Channel(source, place), c -> new Mailbox(false));
  }

  /** Messages that nobody has asked for, and receives that nobody has sent to; never such as fit each other. */
  private final class Mailbox {
    private final boolean nextRound;
    private final ArrayDeque<Receive> posted = new ArrayDeque<>();
    private final ArrayDeque<Integer> came = new ArrayDeque<>();

    /**
     * @param nextRound whether messages come in the round after that in which they are sent
     */
    Mailbox(boolean nextRound) {
      this.nextRound = nextRound;
    }

    void send(Walker sender) {
      if (nextRound) {
        sent.add(new Sent(sender, this));
        sender.held = true;
      } else {
        give(sender.worldRank());
      }
    }

    void give(int source) {
      for (Iterator<Receive> receives = posted.iterator(); receives.hasNext(); ) {
        Receive receive = receives.next();
        if (receive.fits(source)) {
          receives.remove();
          receive.take(source);
          awake.set(receive.owner.worldRank());
          return;
        }
      }
      came.add(source);
    }

    void post(Receive receive) {
      for (Iterator<Integer> sources = came.iterator(); sources.hasNext(); ) {
        int source = sources.next();
        if (receive.fits(source)) {
          sources.remove();
          receive.take(source);
          return;
        }
      }
      posted.add(receive);
    }
  }

  private static final class Receive {
    private final Walker owner;
    private final int wanted;
    private final int event;
    private final long execution;
    private boolean done;

    Receive(Walker owner, int wanted) {
      this.owner = owner;
      this.wanted = wanted;
      this.event = owner.event();
      this.execution = owner.execution();
    }

    boolean fits(int source) {
      return wanted == EventTable.ANY || wanted == source;
    }

    void take(int source) {
      done = true;
      IntArrayList sources = owner.sources.get(event);
      if (sources != null) {
        while (sources.size() <= execution) {
          sources.add(UNKNOWN);
        }
        sources.set((int) execution, source);
      }
    }
  }

  /** One rank on its way. */
  private final class Walker implements CallPlace {
    private final TaskCursor cursor;
    private final RequestNumbers requests = new RequestNumbers();

    /** Receives that were started, by the numbers of their requests. */
    private final Long2ObjectOpenHashMap<Receive> started = new Long2ObjectOpenHashMap<>();

    /** What the current call waits for. */
    private final List<Receive> awaited = new ArrayList<>();

    /** Whether it waits for the others to come to a collective, or for the next round. */
    private boolean held;

    /** By event. */
    private final Int2ObjectOpenHashMap<IntArrayList> sources = new Int2ObjectOpenHashMap<>();

    private boolean finished;

    Walker(TaskCursor cursor) {
      this.cursor = cursor;
    }

    @Override
    public int event() {
      return cursor.event();
    }

    @Override
    public int worldRank() {
      return cursor.rank();
    }

    @Override
    public long execution() {
      return cursor.execution();
    }

    /** Goes on as far as it can. */
    void go() {
      awaited.removeIf(receive -> receive.done);
      while (awaited.isEmpty() && !held && !finished) {
        if (cursor.next()) {
          call(table.call(event()));
          awaited.removeIf(receive -> receive.done);
        } else {
          finished = true;
        }
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
      if (CallRoles.receives(call)) {
        int source = arguments.source(this);
        if (source != EventTable.NONE) {
          receive(call, source);
        }
      }
      if (CallRoles.sends(call)) {
        int destination = arguments.destination(this);
        if (destination != EventTable.NONE) {
          Place to = new Place(destination, arguments.context(this), arguments.sendTag(this));
          mailbox(worldRank(), to).send(this);
        }
      }
    }

    private void receive(MpiCall call, int source) {
      Receive receive = new Receive(this, source);
      Place at = new Place(worldRank(), arguments.context(this), arguments.receiveTag(this));
      mailbox(source, at).post(receive);
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
        Receive receive =
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
