package io.github.tracecast.repair.times;

import io.github.tracecast.decompress.DeltaTable;
import io.github.tracecast.decompress.EventCounts;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.MappingSpec;
import io.github.tracecast.platform.PlatformCatalogue;
import io.github.tracecast.simulate.ReplayException;
import io.github.tracecast.simulate.ReplayOptions;
import io.github.tracecast.simulate.lanes.Lane;
import io.github.tracecast.simulate.replay.LogGpReplays;
import io.github.tracecast.simulate.result.ReplayResult;
import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.Unit;
import io.github.tracecast.trace.text.Numbers;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Chooses, among almost equally good fits, the fits whose replays wait like the recorded run. On an
 * ideal machine only computation takes time, so the time in calls is the time in which ranks wait
 * for each other. Each instance is used once, by one thread.
 */
final class Trials {
  /** A fit is tried if its price exceeds that of the chosen fit by at most this value. */
  private static final double NEAR = 0.02;

  /** A fit is tried if it moves at least this share of all computation to other executions. */
  private static final double WORTH = 2e-3;

  /** A trial is better if its misfit is below this factor times the best misfit. */
  private static final double BETTER = 0.995;

  private static final int MOST_REPLAYS = 32;

  /** A trace with more calls than this is not replayed. Loops of a longer trace might not repeat, and the replay would take too long. */
  private static final long MOST_CALLS = 40_000_000;

  /**
   * The most calls that all trials together may replay, which takes some seconds. Skipped calls do
   * not count. The trials of NAS LU on 128 ranks replay 0.6 million calls.
   */
  private static final long MOST_REPLAYED = 2_000_000;

  /** The averages explain the recorded run if their replay waits longer by at most this share of all recorded time in calls. */
  private static final double ROUNDING = 0.005;

  private final List<SharedPath> paths;
  private final Supplier<Trace> build;
  private final Trace trace;
  private final EventCounts counts;

  /** For each event, the recorded seconds in its calls, over all executions and ranks. */
  private final double[] recorded;

  private final boolean timed;

  /** All recorded computation, in us. */
  private final double computation;

  private long replayed;

  /** The number of calls that the current trial has replayed. */
  private long running;

  private boolean tooLong;
  private int replays;
  private int settled;
  private double least;

  /** @param build returns the trace with the chosen fits */
  Trials(Trace trace, List<SharedPath> paths, Supplier<Trace> build) {
    this.trace = trace;
    this.counts = EventCounts.of(Programs.of(trace));
    this.paths = paths;
    this.build = build;
    DeltaTable table = DeltaTable.of(trace);
    this.timed = table.recordedComputeSeconds() > 0 && table.recordedCommunicationSeconds() > 0;
    this.computation = 1e6 * table.recordedComputeSeconds();
    this.recorded = new double[trace.events().size()];
    for (int event = 0; event < recorded.length; event++) {
      recorded[event] = 1e-6 * table.recorded(event, Delta.Kind.INSIDE, Unit.MICROSECONDS);
    }
  }

  void choose() {
    List<SharedPath> open =
        timed ? paths.stream().filter(path -> candidates(path).length > 0).toList() : List.of();
    if (open.isEmpty()) {
      return;
    }
    least = misfit(build.get());
    for (SharedPath path : open) {
      if (mayReplay()) {
        choose(path);
      }
    }
  }

  private void choose(SharedPath path) {
    settled++;
    for (int fit : candidates(path)) {
      if (mayReplay()) {
        int best = path.chosen();
        path.choose(fit);
        double misfit = misfit(build.get());
        if (misfit < BETTER * least) {
          least = misfit;
        } else {
          path.choose(best);
        }
      }
    }
  }

  private boolean mayReplay() {
    return replays < MOST_REPLAYS && !tooLong;
  }

  /** The fits of a path that are worth a trial. */
  private int[] candidates(SharedPath path) {
    return IntStream.range(0, path.fits().size())
        .filter(fit -> fit != path.chosen()
            && path.fits().get(fit).price() <= path.fits().get(path.chosen()).price() + NEAR
            && path.moved(fit) >= WORTH * computation)
        .toArray();
  }

  /** Returns a text for the user with the number of decided paths, and whether trials ended early. */
  String text() {
    return (settled == 0 ? "" : "; trial replays settled " + Numbers.counted(settled, "path"))
        + (tooLong ? "; further trial replays would take too long" : "");
  }

  /**
   * Whether the shared averages explain the recorded run better than the chosen fits. A replay on
   * an ideal machine gives a lower bound of waiting. If the averages are right, the replay waits
   * nowhere longer than recorded. If the replay waits longer, or if the fits are closer to the
   * recorded times, the ranks may really have differed.
   */
  boolean averagesExplainTheRecord() {
    if (!timed || tooLong) {
      return false;
    }
    Waits averages = waits(trace);
    return averages.longer <= ROUNDING * Arrays.stream(recorded).sum()
        && averages.misfit() < misfit(build.get())
        && !tooLong;
  }

  private double misfit(Trace candidate) {
    replays++;
    return waits(candidate).misfit();
  }

  /** Two sums over all events and ranks: the seconds by which calls take longer than recorded, and the seconds by which calls take less. */
  private record Waits(double longer, double shorter) {
    /** The result of a replay that was given up because it takes too long. */
    static final Waits UNKNOWN = new Waits(Double.POSITIVE_INFINITY, 0);

    double misfit() {
      return longer + shorter;
    }
  }

  private Waits waits(Trace candidate) {
    try {
      return replayed(TimeSteps.shortened(candidate));
    } catch (ReplayException e) { // the replay is too long, or steps differ by rank
      if (tooLong) {
        return Waits.UNKNOWN;
      }
      replayed += running;
      return replayed(candidate);
    }
  }

  private Waits replayed(Trace candidate) {
    Programs programs = Programs.of(candidate);
    EventCounts executed = EventCounts.of(programs);
    requireFew(executed.total(), MOST_CALLS);
    Machine machine = Machine.fit(
        PlatformCatalogue.load("ideal", Map.of()), programs.ranks(), MappingSpec.parse("default"));
    ReplayResult result = new LogGpReplays(programs, executed)
        .of(List.of(new Lane(machine, ReplayOptions.defaults())), this::replaying)
        .getFirst();
    replayed += result.eventsReplayed();
    double longer = 0;
    double shorter = 0;
    for (ReplayResult.EventTimes event : result.events()) {
      long executions = executed.executions(event.event());
      if (executions > 0) {
        double all = event.callSeconds() * counts.executions(event.event()) / executions;
        longer += Math.max(0, all - recorded[event.event()]);
        shorter += Math.max(0, recorded[event.event()] - all);
      }
    }
    return new Waits(longer, shorter);
  }

  private void replaying(long calls) {
    running = calls;
    requireFew(replayed + calls, MOST_REPLAYED);
  }

  private void requireFew(long calls, long most) {
    if (calls > most) {
      tooLong = true;
      throw new ReplayException("found trial replays of " + Numbers.counted(calls, "call")
          + "; expected at most " + Numbers.count(most));
    }
  }
}
