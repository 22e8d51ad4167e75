package io.github.tracecast.simulate.mpi;

import io.github.tracecast.platform.Machine;
import io.github.tracecast.simulate.ReplayException;
import io.github.tracecast.simulate.calls.TimeDependence;
import io.github.tracecast.simulate.engine.TimingEngine;
import io.github.tracecast.simulate.lanes.Counts;
import io.github.tracecast.simulate.lowering.LaneProgram;
import io.github.tracecast.simulate.lowering.MailTable;
import io.github.tracecast.simulate.network.ContendedNetwork;
import io.github.tracecast.simulate.network.Network;
import io.github.tracecast.simulate.network.RoundNetwork;
import io.github.tracecast.simulate.network.Slots;
import io.github.tracecast.simulate.network.TimedNetwork;
import io.github.tracecast.simulate.result.Skip;
import io.github.tracecast.simulate.result.Timeline;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.stream.Stream;

/**
 * Evaluates a lowered program on all lanes at once. A rank runs until it needs a message that has
 * not been sent. A message's arrival is known when it is sent. So there is no event queue, and the
 * order in which ranks run does not change the result. If a receive has a choice,
 * {@link Departures} determines its message.
 *
 * <p>Matching and the order of a rank's calls are the same on all {@link LiveLanes live} lanes.
 * Only clocks differ. One use, one thread.
 */
public final class Interpreter {
  private static final int PROGRESS_EVERY = 1 << 14;

  public final Accounts accounts;
  public final RankStates ranks;
  public final Transport transport;
  final CollectiveNetworks networks;
  final Strands strands;
  final Slots slots;
  final Mailboxes mailboxes;
  public final LiveLanes live;

  /** Null without mailboxes. */
  final Departures departures;

  /** Null if messages do not delay each other. */
  final ContendedNetwork network;

  final Arrivals arrivals;
  final RequestCalls requests;

  /** Describes this run. */
  public final RunState state = new RunState(this);

  /** Null unless the program runs in the order of time. */
  final TimedNetwork timed;

  /** Null unless the program runs in rounds. */
  final RoundNetwork rounds;

  /** Null unless arriving messages take their receivers' processors. */
  final Processors processors;

  public final LaneProgram program;

  /** Times at which ranks check for messages. Null if no sender waits for that. */
  final ProgressTimes[] looks;

  private final Instructions instructions;
  private final LongConsumer progress;

  /** Null unless the program runs in the order of time and may skip iterations. */
  private FastForwarding.InTime inTime;

  /** Null unless the program runs in rounds and may skip iterations. */
  private FastForwarding.InRounds inRounds;

  /** Null unless ranks run in any order and iterations may be skipped. */
  private FastForwarding.AtIterations atIterations;

  /** Simulated time skipped so far, ps; only in the order of time. */
  private long skippedPicos;

  private long turns;

  private Counts others = new Counts(0);

  public Interpreter(LaneProgram program, LongConsumer progress) {
    this(program, new Slots(program.lanes()), null, null, progress);
  }

  private Interpreter(
      LaneProgram program,
      Slots slots,
      Network throughNetwork,
      Timeline timeline,
      LongConsumer progress) {
    this.program = program;
    this.progress = progress;
    accounts = new Accounts(program);
    this.slots = slots;
    network = throughNetwork instanceof ContendedNetwork links ? links : null;
    timed = throughNetwork instanceof TimedNetwork inTime ? inTime : null;
    rounds = throughNetwork instanceof RoundNetwork byRounds ? byRounds : null;
    ranks = new RankStates(program, timeline == null ? null : timeline::holds);
    arrivals = new Arrivals(program.lanes(), ranks, slots, program.costs());
    Clocks clocks = new Clocks(program, ranks, accounts, timeline);
    transport = new Transport(program, ranks, slots, rounds == null ? throughNetwork : null);
    networks = new CollectiveNetworks(program, ranks, timed);
    strands = new Strands(ranks, slots, transport, timed);
    processors = timed != null && program.costs().receivesAtArrival()
        ? new Processors(program, ranks, strands, timed)
        : null;
    if (processors != null) {
      timed.deliverTo(processors);
    }
    live = new LiveLanes(program);
    mailboxes = new Mailboxes(program, ranks, slots, transport, timed);
    departures = program.mail().count() == 0 || timed != null || rounds != null
        ? null
        : new Departures(program, live, ranks, slots, mailboxes);
    RequestCalls.Sent sent = rounds == null ? departures : this::sendInRound;
    requests = new RequestCalls(ranks, slots, transport, mailboxes, sent, timed, program, arrivals);
    OpenCompletions completions = new OpenCompletions(ranks, slots, requests, timed);
    looks = timed != null && program.costs().anyWatched() ? looks(ranks.count, timed) : null;
    instructions = new Instructions(this, requests, completions, clocks, timeline);
  }

  private static ProgressTimes[] looks(int ranks, TimedNetwork timed) {
    return Stream.generate(() -> new ProgressTimes(timed.engine()))
        .limit(ranks)
        .toArray(ProgressTimes[]::new);
  }

  /**
   * Evaluates on one machine whose links serve one message after another. Neither matches nor
   * overlapping calls may depend on time.
   */
  public static Interpreter contended(LaneProgram program, Machine machine, LongConsumer progress) {
    Slots slots = new Slots(program.lanes());
    ContendedNetwork network = new ContendedNetwork(program, machine, slots);
    return new Interpreter(program, slots, network, null, progress);
  }

  /**
   * Evaluates on one machine, in the time of an engine.
   *
   * @param timeline receives what ranks do; may be null
   */
  public static Interpreter inTime(
      LaneProgram program,
      Machine machine,
      TimingEngine engine,
      boolean startsInOrder,
      Timeline timeline,
      LongConsumer progress) {
    Slots slots = new Slots(program.lanes());
    boolean ordered =
        program.mail().count() > 0 || TimeDependence.of(program.programs().trace());
    TimedNetwork network =
        new TimedNetwork(program, machine, engine, slots, ordered, startsInOrder);
    return new Interpreter(program, slots, network, timeline, progress);
  }

  /**
   * Evaluates a program that is lowered for rounds, where nothing takes time.
   *
   * @param log learns which messages receives take
   */
  public static Interpreter inRounds(LaneProgram program, SourceLog log) {
    Slots slots = new Slots(program.lanes());
    RoundNetwork network = new RoundNetwork(program, slots);
    Interpreter run = new Interpreter(program, slots, network, null, calls -> {});
    run.mailboxes.logTo(log);
    return run;
  }

  /** Skips iterations between rounds. */
  public void skipBy(FastForwarding.InRounds by) {
    inRounds = by;
  }

  /** Skips iterations, in the order of time. */
  public void skipBy(FastForwarding.InTime by) {
    inTime = by;
  }

  /** Skips iterations, where ranks run in any order and states can recur. */
  public void skipBy(FastForwarding.AtIterations by) {
    atIterations = by;
    instructions.skipBy(by);
  }

  /** Lets further numbers grow by the iterations that are skipped. */
  public void alsoCount(Counts more) {
    others = more;
  }

  /** Numbers that grow by the iterations that are skipped, besides those of this run's parts. */
  public Counts others() {
    return others;
  }

  /** Number of MPI calls that were replayed. */
  public long executed() {
    return instructions.executed();
  }

  /** How many tests answered "not yet" here that succeeded in the recorded run. */
  public long lateTests() {
    return requests.late().answers();
  }

  /** The engine's time, ps; only in the order of time. */
  public long nowPicos() {
    return timed.now();
  }

  /** Number of messages and requests in use; only in the order of time. */
  public int inUse() {
    return timed.alive();
  }

  /** Simulated time skipped so far, ps; only in the order of time. */
  public long skippedPicos() {
    return skippedPicos;
  }

  /** Adds skipped time, ps; only in the order of time. */
  public void skipTime(long picos) {
    skippedPicos += picos;
  }

  /** What was skipped on a lane, and where. */
  public List<Skip> skips(int lane) {
    FastForwarding by = inTime == null ? atIterations : inTime;
    return by == null ? List.of() : by.skips(lane);
  }

  /**
   * Runs all ranks to their ends.
   *
   * @throws ReplayException if they cannot get there; it names the ranks that wait and what they
   *     wait for
   */
  public void run() {
    RankQueue first = anyOrder() ? ranks.later : ranks.ready;
    for (int rank = 0; rank < ranks.count; rank++) {
      first.add(rank);
    }
    if (timed != null) {
      runReady();
      timed.run(new InTime());
    } else {
      do {
        runReady();
      } while (somethingGoesOn() || requests.late().goOn());
    }
    if (ranks.finished < ranks.count) {
      throw new ReplayException(StuckReport.text(this));
    }
    accounts.addSites();
  }

  /**
   * Whether the order in which ranks run matters to nothing. Then those that have just been woken
   * go first, because their messages are still in the processor's cache and need no more memory.
   */
  public boolean anyOrder() {
    return timed == null && network == null && departures == null;
  }

  /** Runs all ranks that can continue, and those that they wake. */
  private void runReady() {
    while (!ranks.ready.isEmpty() || !ranks.later.isEmpty()) {
      int row = ranks.ready.isEmpty() ? ranks.later.remove() : ranks.ready.remove();
      try {
        instructions.run(row);
      } catch (ReplayException e) {
        throw located(row, e);
      }
      count();
    }
  }

  private void count() {
    if (++turns % PROGRESS_EVERY == 0) {
      progress.accept(executed());
    }
  }

  /** Adds the place of the call to an error that does not name it. */
  private ReplayException located(int row, ReplayException e) {
    if (e.getMessage().contains("simulated time") || e.getMessage().startsWith("timeline")) {
      return e;
    }
    int rank = strands.owner(row);
    int event = instructions.event();
    return new ReplayException("event " + event + " ("
        + program.programs().trace().events().get(event).call().mpiName() + ") on rank " + rank
        + ": " + e.getMessage());
  }

  /** Handles what happens in the order of time. */
  private final class InTime implements TimedNetwork.Events {
    @Override
    public void departed(int slot) {
      if (slots.state[slot] == Slots.FLYING) {
        timed.flow(slot);
      }
      int channel = timed.channel(slot);
      if (program.mail().mailboxOf(channel) == MailTable.NONE) {
        transport.departed(slot);
      } else {
        mailboxes.give(slot);
      }
    }

    @Override
    public void arrived(int slot) {
      int watcher = timed.watcherOf(slot);
      if (watcher != TimedNetwork.NONE) {
        int receiver = program.channels().destination(timed.channel(slot));
        slots.picos.set(watcher, 0, looks[receiver].next(timed.now()));
        if (slots.picos.first(watcher) <= timed.now()) {
          transport.arrived(watcher);
        } else {
          timed.ends(watcher);
        }
      }
      boolean unmet = timed.receiveOf(slot) == TimedNetwork.NONE;
      transport.landed(slot);
      if (unmet && program.mail().mailboxOf(timed.channel(slot)) != MailTable.NONE) {
        mailboxes.visible(slot);
      }
    }

    @Override
    public void turn(int rank) {
      ranks.ready.add(rank);
    }

    @Override
    public void gathered(int row) {
      networks.gathered(row);
    }

    @Override
    public void ended(int row) {
      networks.ended(row);
    }

    @Override
    public void over(int slot) {
      transport.arrived(slot);
    }

    @Override
    public boolean idle() {
      return requests.late().goOn();
    }

    @Override
    public void settle() {
      runReady();
      count();
      if (inTime != null) {
        inTime.look(turns);
      }
    }
  }

  /** Finds ranks that may continue, or messages that may be given, when no rank can continue. */
  private boolean somethingGoesOn() {
    if (network != null) {
      return nextInTime();
    }
    if (rounds != null) {
      return nextRound();
    }
    if (departures != null && departures.give()) {
      return true;
    }
    if (!ranks.parked.isEmpty()) {
      atIterations.round();
      RankQueue next = anyOrder() ? ranks.later : ranks.ready;
      while (!ranks.parked.isEmpty()) {
        next.add(ranks.parked.remove());
      }
      return true;
    }
    return departures != null && matchesGoOn();
  }

  /**
   * Starts the next message, with contention. A rank at an iteration's end may have its turn before
   * that.
   */
  private boolean nextInTime() {
    if (!network.isRanksTurn()) {
      if (network.isEmpty()) {
        return false;
      }
      int slot = network.next();
      if (slot != Slots.NONE) {
        transport.arrived(slot);
      }
      return true;
    }
    int rank = network.nextRank();
    atIterations.turn(rank);
    ranks.resting.remove(rank);
    ranks.ready.add(rank);
    return true;
  }

  private void sendInRound(int slot) {
    rounds.sent(slot, slots.channel(slot));
    rounds.starts(slot);
  }

  /** Gives the messages of the last round, and lets their senders continue. */
  private boolean nextRound() {
    if (rounds.isEmpty()) {
      return false;
    }
    rounds.next(slot -> {
      int sender = rounds.sender(slot);
      mailboxes.give(slot);
      ranks.ready.add(sender);
    });
    inRounds.look(executed());
    return true;
  }

  private boolean matchesGoOn() {
    departures.onlyRest(ranks.resting);
    if (departures.give()) {
      return true;
    }
    if (!ranks.resting.isEmpty()) {
      while (!ranks.resting.isEmpty()) {
        int rank = ranks.resting.get(0);
        ranks.resting.remove(rank);
        ranks.ready.add(rank);
      }
      return true;
    }
    if (departures.isEmpty()) {
      return false;
    }
    departures.settle();
    return true;
  }
}
