package io.github.tracecast.simulate.modes;

import io.github.tracecast.decompress.DeltaTable;
import io.github.tracecast.decompress.EventCounts;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.MappingSpec;
import io.github.tracecast.platform.PlatformCatalogue;
import io.github.tracecast.simulate.Contention;
import io.github.tracecast.simulate.ReplayOptions;
import io.github.tracecast.simulate.ReplayResult;
import io.github.tracecast.simulate.lanes.Lane;
import io.github.tracecast.simulate.lanes.LogGpReplays;
import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.Unit;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Among fits that are about as good, chooses those by which a replay waits where the record waited. On an ideal machine only computation takes time, so calls
 * take what ranks wait for each other. One use, one thread.
 */
final class Trials {
  /** Fits whose price is above the chosen one's by less than this are tried. */
  private static final double NEAR = 0.02;

  /** Fits that move at least this share of all computation to other executions are worth a trial. */
  private static final double WORTH = 2e-3;

  /** A trial is better if it takes this factor off the misfit. */
  private static final double BETTER = 0.995;

  private static final int MOST_REPLAYS = 8;

  private final List<SharedPath> paths;
  private final Supplier<Trace> build;
  private final double[] recorded;
  private final boolean timed;

  /** All that was recorded, us. */
  private final double computation;

  private int replays;
  private int settled;
  private double least;

  /**
   * @param build the trace with the fits that are chosen
   */
  Trials(Trace trace, List<SharedPath> paths, Supplier<Trace> build) {
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
    List<SharedPath> open = timed ? paths.stream().filter(this::open).toList() : List.of();
    if (open.isEmpty()) {
      return;
    }
    least = misfit();
    for (SharedPath path : open) {
      if (replays < MOST_REPLAYS) {
        choose(path);
      }
    }
  }

  private boolean open(SharedPath path) {
    for (int fit = 0; fit < path.fits().size(); fit++) {
      if (worthATrial(path, fit)) {
        return true;
      }
    }
    return false;
  }

  private void choose(SharedPath path) {
    settled++;
    for (int fit : IntStream.range(0, path.fits().size())
        .filter(fit -> worthATrial(path, fit))
        .toArray()) {
      if (replays < MOST_REPLAYS) {
        int best = path.chosen();
        path.choose(fit);
        double misfit = misfit();
        if (misfit < BETTER * least) {
          least = misfit;
        } else {
          path.choose(best);
        }
      }
    }
  }

  private boolean worthATrial(SharedPath path, int fit) {
    return fit != path.chosen()
        && path.fits().get(fit).price() <= path.fits().get(path.chosen()).price() + NEAR
        && path.moved(fit) >= WORTH * computation;
  }

  /** What was tried, for people; empty if nothing was. */
  String text() {
    return settled == 0 ? "" : "; trial replays settled " + settled + " of them";
  }

  /** By how many seconds calls take other than they were recorded, over all events and ranks. */
  private double misfit() {
    replays++;
    Trace trace = build.get();
    Programs programs = Programs.of(trace);
    Machine machine = Machine.fit(
        PlatformCatalogue.load("ideal", Map.of()), programs.ranks(), MappingSpec.parse("default"));
    ReplayResult result = new LogGpReplays(programs, EventCounts.of(programs), Contention.NONE)
        .of(List.of(new Lane(machine, ReplayOptions.defaults())), calls -> {})
        .getFirst();
    double misfit = 0;
    for (ReplayResult.EventTimes event : result.events()) {
      misfit += Math.abs(event.callSeconds() - recorded[event.event()]);
    }
    return misfit;
  }
}
