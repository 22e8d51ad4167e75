package io.github.tracecast.simulate.oracle;

import io.github.tracecast.decompress.DeltaTable;
import io.github.tracecast.decompress.EventCounts;
import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.platform.Machine;
import io.github.tracecast.simulate.*;
import io.github.tracecast.trace.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;

/**
 * Replays all ranks of a trace on a machine, in the time of an engine. One replay an object, one
 * thread. Memory follows the number of ranks and of requests that are open at once, never the number
 * of iterations.
 */
public final class Oracle {
  private static final int PROGRESS_EVERY = 1 << 14;

  private final Trace trace;
  private final Machine machine;
  private final TimingEngine engine;
  private final EventTable table;
  private final ComputeTimes computeTimes;
  private final CallProfile profile;
  private final PointToPoint transport;
  private final Collectives collectives;
  private final CallArguments arguments;
  private final Calls calls;
  private final RankProcess[] processes;
  private final LongConsumer progress;

  /** Null where every iteration is replayed. */
  private final Skipper skipper;

  private final Programs programs;
  private final boolean sampled;

  private long steps;

  /**
   * @param progress told from time to time how many MPI calls have been replayed
   * @throws ReplayException if the trace cannot be replayed on the machine
   */
  public Oracle(
      Programs programs,
      Machine machine,
      TimingEngine engine,
      ReplayOptions options,
      LongConsumer progress) {
    this(programs, machine, engine, options, progress, null);
  }

  /**
   * Likewise, recording what ranks do.
   *
   * @param timeline filled by the replay, which then must skip nothing; null for none
   */
  public Oracle(
      Programs programs,
      Machine machine,
      TimingEngine engine,
      ReplayOptions options,
      LongConsumer progress,
      Timeline timeline) {
    if (timeline != null && options.fastForward().enabled()) {
      throw new IllegalArgumentException("a timeline of a replay that skips iterations");
    }
    this.trace = programs.trace();
    this.machine = machine;
    this.engine = engine;
    this.progress = progress;
    this.table = EventTable.of(trace);
    if (2 * trace.communicators().size() > Channels.MAX_CONTEXTS) {
      throw new ReplayException("found " + trace.communicators().size()
          + " communicators; expected at most " + Channels.MAX_CONTEXTS / 2 + " to replay");
    }
    this.computeTimes = new ComputeTimes(
        trace,
        table,
        DeltaTable.of(trace),
        options,
        machine.platform().node().instructionsPerSecond());
    this.profile = new CallProfile(trace.events().size());
    boolean sampled = samples(trace, options);
    boolean ordered = TimeDependence.of(trace);
    boolean foreseen = engine.foreseesInOrder()
        && !ordered
        && !sampled
        && !new MessageCosts(machine).anyAwaitLook();
    this.transport = new PointToPoint(machine, engine, ordered, foreseen, new Wake(), timeline);
    this.collectives = new Collectives(machine, table.communicators(), engine, transport);
    this.arguments = new CallArguments(table, TagsBySize.of(programs, table));
    this.calls = new Calls(
        table, arguments, new Datatypes(trace.datatypes()), transport, collectives, engine);
    this.processes = IntStream.range(0, programs.ranks())
        .mapToObj(rank -> new RankProcess(
            programs.cursor(rank),
            trace.header().requestRing(),
            transport,
            computeTimes,
            calls,
            profile,
            timeline))
        .toArray(RankProcess[]::new);
    this.programs = programs;
    this.sampled = sampled;
    this.skipper = skipper(options, foreseen && engine.foresees());
  }

  /**
   * Whether loops of a trace may be sampled, because computation is drawn at random. Such a replay needs an engine that has a
   * time, and foresees nothing.
   */
  public static boolean samples(Trace trace, ReplayOptions options) {
    return options.fastForward().enabled()
        && options.deltas() == ReplayOptions.DeltaMode.HISTOGRAM
        && LoopSampler.suits(trace);
  }

  private Skipper skipper(ReplayOptions options, boolean timeless) {
    if (!options.fastForward().enabled() || timeless) {
      return null;
    }
    ReplayState state =
        new ReplayState(processes, transport, collectives, profile, computeTimes, engine);
    if (options.deltas() == ReplayOptions.DeltaMode.HISTOGRAM) {
      return sampled ? new LoopSampler(programs, state, options.fastForward()) : null;
    }
    return new LoopWatch(
        programs, state, engine.exact() ? 0 : options.fastForward().tolerance());
  }

  /**
   * Runs to the end.
   *
   * @throws ReplayException if it cannot go on; says which ranks wait for what
   */
  public ReplayResult run() {
    for (RankProcess process : processes) {
      process.blocked = RankProcess.Blocked.TURN;
      transport.ready.add(process);
    }
    runReady();
    engine.run(new Dispatch());
    StuckReport stuck = new StuckReport(processes, transport, collectives, table, arguments, trace);
    for (RankProcess process : processes) {
      if (!process.finished()) {
        throw new ReplayException(stuck.text());
      }
    }
    return result(stuck);
  }

  /** Runs all whose wait is over, and those whom they wake, until everybody waits for the engine. */
  private void runReady() {
    while (!transport.ready.isEmpty()) {
      transport.ready.removeFirst().awake();
      count();
    }
  }

  private void count() {
    if (++steps % PROGRESS_EVERY == 0) {
      progress.accept(profile.totalCalls());
    }
  }

  /** Everybody waits for the engine. */
  private void settled() {
    runReady();
    count();
    if (skipper != null) {
      skipper.look(steps);
    }
  }

  private ReplayResult result(StuckReport stuck) {
    List<ReplayResult.RankTimes> ranks = new ArrayList<>(processes.length);
    long events = 0;
    long last = 0;
    for (RankProcess p : processes) {
      events += p.eventsReplayed;
      last = Math.max(last, p.endPicos());
      ranks.add(new ReplayResult.RankTimes(
          p.worldRank,
          Picos.seconds(p.endPicos()),
          Picos.seconds(p.computePicos),
          Picos.seconds(p.callPicos),
          Picos.seconds(p.callPicos - p.overheadPicos)));
    }
    List<Skip> skips = skipper == null ? List.of() : skipper.skips();
    if (sampled && !skips.isEmpty()) {
      EventCounts counts = EventCounts.of(programs, table);
      for (int event = 0; event < trace.events().size(); event++) {
        profile.setCalls(event, counts.executions(event));
      }
    }
    List<ReplayResult.EventTimes> times = IntStream.range(0, trace.events().size())
        .mapToObj(profile::times)
        .filter(t -> t.calls() > 0)
        .toList();
    return new ReplayResult(
        engine.name(),
        ranks,
        times,
        profile.totalCalls(),
        events,
        skips,
        transport.channels.totalMessages(false) + transport.channels.totalMessages(true),
        transport.channels.totalBytes(false) + transport.channels.totalBytes(true),
        transport.channels.totalMessages(false),
        transport.channels.totalBytes(false),
        traffic(),
        linkLoads(Picos.seconds(last)),
        warnings(stuck));
  }

  private Traffic traffic() {
    Channels channels = transport.channels;
    return Traffic.of(
        processes.length,
        channels.source,
        channels.destination,
        channels.messages,
        channels.bytes,
        channels.count());
  }

  private List<ReplayResult.LinkLoad> linkLoads(double seconds) {
    LinkLoads loads = new LinkLoads(machine);
    Channels channels = transport.channels;
    for (int channel = 0; channel < channels.count(); channel++) {
      loads.add(
          channels.source[channel],
          channels.destination[channel],
          channels.messages[channel],
          channels.bytes[channel]);
    }
    return loads.loads(seconds);
  }

  private List<String> warnings(StuckReport stuck) {
    List<String> warnings = new ArrayList<>();
    if (computeTimes.missingPaths() > 0) {
      warnings.add(computeTimes.missingPathsWarning());
    }
    warnings.addAll(stuck.leftOver());
    return warnings;
  }

  /** Wakes whoever waits for what has happened. */
  private final class Wake implements PointToPoint.Observer {
    @Override
    public void done(int request) {
      Requests requests = transport.requests;
      if (requests.orphan[request]) {
        requests.release(request);
      } else if (requests.awaited[request]) {
        requests.owner[request].done(request);
      }
    }

    @Override
    public void visible(int message) {
      calls.visible(processes[transport.messages.destination[message]], message);
    }
  }

  /** Hands what the engine tells to whom it concerns. */
  private final class Dispatch implements TimingEngine.Listener {
    @Override
    public void alarm(int token) {
      int row = Token.row(token);
      switch (Token.kind(token)) {
        case Token.READY -> transport.ready(row);
        case Token.DATA -> transport.flow(row);
        case Token.RANK -> processes[row].clockReached();
        case Token.GATHERED -> collectives.gathered(row);
        case Token.NETWORK -> collectives.ended(row);
        case Token.REQUEST -> calls.ended(row);
        default -> throw new AssertionError("token " + token);
      }
      settled();
    }

    @Override
    public void arrived(int token) {
      if (Token.kind(token) == Token.NETWORK) {
        collectives.ended(Token.row(token));
      } else {
        transport.arrived(Token.row(token));
      }
      settled();
    }
  }
}
