package io.github.tracecast.simulate.replay;

import io.github.tracecast.decompress.EventCounts;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.Routes;
import io.github.tracecast.simulate.ReplayException;
import io.github.tracecast.simulate.ReplayOptions;
import io.github.tracecast.simulate.costs.MessageCosts;
import io.github.tracecast.simulate.engine.TimingEngine;
import io.github.tracecast.simulate.fastforward.PeriodicFastForward;
import io.github.tracecast.simulate.fastforward.SampledFastForward;
import io.github.tracecast.simulate.lanes.Lane;
import io.github.tracecast.simulate.lowering.Demands;
import io.github.tracecast.simulate.lowering.LaneProgram;
import io.github.tracecast.simulate.lowering.Lowering;
import io.github.tracecast.simulate.mpi.Accounts;
import io.github.tracecast.simulate.mpi.Interpreter;
import io.github.tracecast.simulate.result.LinkUse;
import io.github.tracecast.simulate.result.ReplayResult;
import io.github.tracecast.simulate.result.Timeline;
import io.github.tracecast.trace.Trace;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Replays all ranks of a trace on a machine, in the simulated time of an engine. One replay per
 * object, one thread. Memory is proportional to the number of ranks and of active requests, and
 * does not depend on the number of iterations.
 */
public final class Replay {
  private final EventCounts counts;
  private final Machine machine;
  private final TimingEngine engine;
  private final Interpreter run;

  /** The use of links that the engine reports; empty if link use is computed from the messages. */
  private Optional<LinkUse> use = Optional.empty();

  /**
   * @param progress receives the number of replayed MPI calls from time to time
   * @throws io.github.tracecast.simulate.ReplayException if the trace cannot be replayed on the
   *     machine
   */
  public Replay(Programs programs, Lane lane, TimingEngine engine, LongConsumer progress) {
    this(programs, EventCounts.of(programs), lane, engine, progress, null);
  }

  /** @param timeline receives the calls of the ranks, and requires that fast-forward is off */
  public Replay(
      Programs programs,
      EventCounts counts,
      Lane lane,
      TimingEngine engine,
      LongConsumer progress,
      @Nullable Timeline timeline) {
    this(
        Lowering.of(programs, lane, Demands.of(programs.trace(), timeline != null)),
        lane,
        counts,
        engine,
        progress,
        timeline);
  }

  /** Prepares a replay of a program that is translated for one lane. */
  Replay(
      LaneProgram program,
      Lane lane,
      EventCounts counts,
      TimingEngine engine,
      LongConsumer progress,
      @Nullable Timeline timeline) {
    ReplayOptions options = lane.options();
    if (timeline != null && options.fastForward().enabled()) {
      throw new IllegalArgumentException("a timeline of a replay that skips iterations");
    }
    if (lane.machine().sharesCores() && engine.foresees()) {
      throw new ReplayException(
          "found ranks that share cores (node.load, mpi.waiting); expected `engine flows` or `engine simgrid`, because"
              + " engine " + engine.name() + " does not model shared cores");
    }
    this.counts = counts;
    this.machine = lane.machine();
    this.engine = engine;

    Routes routes = machine.routes();
    boolean contends = !engine.foresees();
    boolean random = contends && routes.adapts() || lane.isRandom();
    boolean sampled = random && maySample(program.programs().trace(), options);
    boolean startsInOrder =
        engine.exact() && contends && !sampled && !new MessageCosts(machine).anyAwaitLook();
    this.run = Interpreter.inTime(program, machine, engine, startsInOrder, timeline, progress);
    if (options.fastForward().enabled() && !machine.sharesCores()) {
      skip(options, random, sampled);
    }
    if (contends && (routes.adapts() || routes.cuts()) && !options.timesOnly()) {
      report(LinkUse.total(routes.linkCount()));
    }
  }

  /** Makes the engine report the use of links; with slices of time, fast-forward must be off. */
  public void report(LinkUse linkUse) {
    engine.report(linkUse);
    run.accounts().alsoCount(linkUse.totals());
    use = Optional.of(linkUse);
  }

  /** Sets the fast-forward of the run. With random computation or routes, no two iterations are equal, so iterations are sampled. */
  private void skip(ReplayOptions options, boolean random, boolean sampled) {
    if (sampled) {
      run.skipBy(new SampledFastForward(run, options.fastForward()));
    } else if (!random) {
      double tolerance = engine.exact() ? 0 : options.fastForward().tolerance();
      run.skipBy(PeriodicFastForward.inTime(run, tolerance));
    }
  }

  /** Whether loops of a trace are sampled with the options of a lane, because computation is random. */
  public static boolean samples(Trace trace, Lane lane) {
    return lane.isRandom() && maySample(trace, lane.options());
  }

  private static boolean maySample(Trace trace, ReplayOptions options) {
    return options.fastForward().enabled() && SampledFastForward.suits(trace);
  }

  /**
   * Runs to the end.
   *
   * @throws io.github.tracecast.simulate.ReplayException if the replay cannot continue; the message
   *     lists the waiting ranks, and the requests for which they wait
   */
  public ReplayResult run() {
    run.run();
    return new ReplayResults(run, counts, engine.name()).of(0, machine, use);
  }

  /** Visits pairs of ranks, with the messages that the first rank sent to the second rank; see {@link Accounts#forEachPair}. */
  public void forEachPair(Accounts.PairVisitor visitor) {
    run.accounts().forEachPair(visitor);
  }
}
