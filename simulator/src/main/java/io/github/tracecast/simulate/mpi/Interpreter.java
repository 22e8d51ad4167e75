package io.github.tracecast.simulate.mpi;

import io.github.tracecast.platform.Machine;
import io.github.tracecast.simulate.ReplayException;
import io.github.tracecast.simulate.StuckReplayException;
import io.github.tracecast.simulate.calls.OpenReceives;
import io.github.tracecast.simulate.engine.TimingEngine;
import io.github.tracecast.simulate.lowering.LaneProgram;
import io.github.tracecast.simulate.network.Departures;
import io.github.tracecast.simulate.network.Free;
import io.github.tracecast.simulate.network.Network;
import io.github.tracecast.simulate.network.RoundNetwork;
import io.github.tracecast.simulate.network.RunChannels;
import io.github.tracecast.simulate.network.Slots;
import io.github.tracecast.simulate.network.TimedNetwork;
import io.github.tracecast.simulate.result.Skip;
import io.github.tracecast.simulate.result.Timeline;
import io.github.tracecast.simulate.state.StateSink;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Executes a translated program over a {@link Network}, on all lanes together. Ranks run until none
 * can continue. Then the network delivers the next message, or resumes ranks; see {@link #run}.
 *
 * <p>On all {@code LiveLanes}, the same messages match and each rank's calls have the same order,
 * but the clocks differ. One use, one thread.
 */
public final class Interpreter {
  private static final int PROGRESS_EVERY = 1 << 14;

  private final RunParts parts;
  private final LaneProgram program;
  private final RankStates ranks;
  private final Network network;

  private final Instructions instructions;
  private final LongConsumer progress;
  private final Waits waits;

  private FastForwarding skips = FastForwarding.NONE;

  private long turns;

  /** Creates an interpreter without contention, for all lanes of the program. */
  public Interpreter(LaneProgram program, LongConsumer progress) {
    Slots slots = new Slots(program.lanes());
    RankStates ranks = new RankStates(program, null);
    Network network = program.mail().count() == 0
        ? new Free(program, slots)
        : new Departures(program, slots, ranks.clock(), ranks.live());
    this(
        RunParts.of(program, slots, new RunChannels(program), ranks, network, null, null),
        progress);
  }

  private Interpreter(RunParts parts, LongConsumer progress) {
    this.parts = parts;
    this.progress = progress;
    program = parts.program();
    ranks = parts.ranks();
    waits = ranks.waits();
    network = parts.network();
    instructions = new Instructions(parts);
    network.deliverTo(new ToRanks());
  }

  /** Creates an interpreter for one machine, whose run follows the simulated time of an engine. */
  public static Interpreter inTime(
      LaneProgram program,
      Machine machine,
      TimingEngine engine,
      boolean startsInOrder,
      @Nullable Timeline timeline,
      LongConsumer progress) {
    Slots slots = new Slots(program.lanes());
    RunChannels channels = new RunChannels(program);
    RankStates ranks = new RankStates(program, timeline == null ? null : timeline::holds);
    boolean ordered = program.mail().count() > 0
        || OpenReceives.decidedByTime(program.programs().trace());
    TimedNetwork network = new TimedNetwork(
        program, machine, engine, slots, channels, ordered, startsInOrder, timeline);
    RunParts parts = RunParts.of(program, slots, channels, ranks, network, machine, timeline);
    parts.processors().receivers().ifPresent(network::takeProcessorsOf);
    return new Interpreter(parts, progress);
  }

  /** Creates an interpreter for a run in rounds at time 0, whose matches a log receives. */
  public static Interpreter inRounds(LaneProgram program, SourceLog log, LongConsumer progress) {
    Slots slots = new Slots(program.lanes());
    Network network = new RoundNetwork(program, slots);
    RunParts parts = RunParts.of(
        program,
        slots,
        new RunChannels(program),
        new RankStates(program, null),
        network,
        null,
        null);
    parts.mailboxes().logTo(log);
    return new Interpreter(parts, progress);
  }

  RunParts parts() {
    return parts;
  }

  public LaneProgram program() {
    return program;
  }

  public RankStates ranks() {
    return ranks;
  }

  public Accounts accounts() {
    return parts.accounts();
  }

  /** Describes the state on which the rest of this run depends, as far as the sink needs it. */
  public void describe(StateSink sink) {
    parts.describe(sink);
  }

  public void skipBy(FastForwarding by) {
    skips = by;
    instructions.skipBy(by);
  }

  /** Number of replayed MPI calls. */
  public long executed() {
    return instructions.executed();
  }

  /** The number of tests that failed in the replay ("not yet") but succeeded in the recorded run. */
  public long lateTests() {
    return parts.requests().completions().failedTests();
  }

  /** The engine's time, ps; only for a run in order of simulated time. */
  public long nowPicos() {
    return network.now();
  }

  /** The skipped iterations of each loop on a lane. */
  public List<Skip> skips(int lane) {
    return skips.skips(lane);
  }

  /**
   * Runs all ranks to their ends.
   *
   * @throws StuckReplayException if some ranks cannot end; the message names them and what they
   *     wait for
   */
  public void run() {
    for (int rank = 0; rank < ranks.count(); rank++) {
      continues(rank);
    }
    do {
      runReady();
    } while (network.next() || parts.requests().completions().releaseLowest());
    if (!IntStream.range(0, ranks.count()).allMatch(ranks::hasEnded)) {
      throw new StuckReplayException(StuckReport.text(parts));
    }
    parts.accounts().addSites();
  }

  /**
   * Makes a rank or strand ready. If the order does not matter, ranks that a message has just woken
   * run first, while their messages are still in the processor's cache.
   */
  private void continues(int row) {
    if (network.hasTime()) {
      waits.ready(row);
    } else {
      waits.readyLater(row);
    }
  }

  /** Runs all ranks that can continue, including ranks that become ready meanwhile. */
  private void runReady() {
    while (waits.anyReady()) {
      int row = waits.next();
      try {
        instructions.run(row);
      } catch (CallException e) {
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

  /** Adds the event and the rank to the error of a call. */
  private ReplayException located(int row, CallException e) {
    int rank = parts.strands().owner(row);
    int event = instructions.event();
    return new ReplayException("event " + event + " ("
        + program.programs().trace().events().get(event).call().mpiName() + ") on rank " + rank
        + ": " + e.getMessage());
  }

  /** Passes the network's deliveries to the parts of the run. */
  private final class ToRanks implements Network.Deliveries {
    @Override
    public void mayMeet(int message, int channel) {
      parts.transport().mayMeet(message, channel);
    }

    @Override
    public void arrived(int message, int receive) {
      parts.transport().arrived(message, receive);
    }

    @Override
    public void visible(int message) {
      parts.mailboxes().visible(message);
    }

    @Override
    public void unseen(int request, int sender, int receiver) {
      if (!parts.processors().reports(request, sender, receiver)) {
        parts.slots().since().set(request, 0, parts.looks().next(receiver));
        network.ends(request);
      }
    }

    @Override
    public void offered(int message, int sender, int receiver) {
      parts.processors().takes(message, sender, receiver);
    }

    @Override
    public void resumes(int row) {
      waits.resume(row);
      continues(row);
    }

    @Override
    public void allStand() {
      skips.look(turns);
    }

    @Override
    public void passed(int row) {
      parts.collectiveNetworks().ended(row);
    }

    @Override
    public void coresPass(int node) {
      parts.processors().pass(node, this::resumes);
    }

    @Override
    public void settle() {
      runReady();
      count();
      skips.look(turns);
    }
  }
}
