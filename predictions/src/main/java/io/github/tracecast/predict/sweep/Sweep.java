package io.github.tracecast.predict.sweep;

import io.github.tracecast.decompress.EventCounts;
import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.platform.PlatformCatalogue;
import io.github.tracecast.predict.ComputeScale;
import io.github.tracecast.predict.EngineVersion;
import io.github.tracecast.predict.PredictionRequest;
import io.github.tracecast.predict.Predictor;
import io.github.tracecast.predict.RecordedComputation;
import io.github.tracecast.simulate.Contention;
import io.github.tracecast.simulate.Engines;
import io.github.tracecast.simulate.ReplayOptions.DeltaMode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A sweep in the making. Points of engine loggp run as lanes, a batch a thread; points of engine simgrid in
 * processes of their own. What is finished goes to the journal at once.
 */
public final class Sweep {
  /** Points that are replayed together at most, and that a killed sweep loses. */
  private static final int MOST_LANES = 16;

  private final SweepPlan plan;
  private final Programs programs;
  private final EventCounts counts;
  private final List<String> warningsOfTrace;
  private final Points points;
  private final SweepIdentity identity;

  /**
   * Reads the plan's machines and holds them against the trace.
   *
   * @throws RuntimeException of the kinds that {@link Predictor} throws, where a point cannot be predicted
   */
  public Sweep(SweepPlan plan, Programs programs) {
    this.plan = plan;
    this.programs = programs;
    EventTable table = EventTable.of(programs.trace());
    this.counts = EventCounts.of(programs, table);
    this.warningsOfTrace = Predictor.ofTrace(programs, table);
    this.points = new Points(plan, programs, counts);
    points.check();
    this.identity = SweepIdentity.of(programs.trace(), plan);
  }

  /** What the journal is called where the user does not say: the same for the same sweep. */
  public String journalName() {
    return "sweep-" + identity.digest().substring(0, 12) + ".journal";
  }

  /**
   * Begins a journal, or looks at the one that is there.
   *
   * @throws io.github.tracecast.predict.internal.UsageException if it is another sweep's
   */
  public void prepare(Path file) {
    Journal.open(file, identity, plan).close();
  }

  /** Predicts a point in this process, which can do that once if the engine is simgrid. */
  public Outcome alone(int point) {
    return points.alone(point);
  }

  /**
   * Predicts the points of a share that the journal does not have yet.
   *
   * @param file the journal, which is begun if there is none
   * @param worker how a point is run in a process of its own
   * @param atOnce threads or processes
   * @param progress told how many points of the share are finished
   * @return the outcomes that are there, by point
   */
  public SortedMap<Integer, Outcome> run(
      Path file, Shard shard, Worker worker, int atOnce, LongConsumer progress) {
    SortedMap<Integer, Outcome> done = new TreeMap<>();
    try (Journal journal = Journal.open(file, identity, plan)) {
      done.putAll(journal.found());
      List<Integer> pending = IntStream.range(0, plan.size())
          .filter(point -> shard.has(point) && !done.containsKey(point))
          .boxed()
          .toList();
      AtomicLong finished = new AtomicLong(shard.sizeOf(plan) - pending.size());
      progress.accept(finished.get());
      List<Runnable> tasks = new ArrayList<>();
      for (List<Integer> batch : batches(pending, atOnce)) {
        tasks.add(() -> {
          Map<Integer, Outcome> outcomes = isNative(plan.request(batch.getFirst()))
              ? Map.of(batch.getFirst(), worker.run(batch.getFirst()))
              : points.byLanes(batch);
          synchronized (done) {
            journal.append(Worker.lasting(outcomes));
            done.putAll(outcomes);
            progress.accept(finished.addAndGet(outcomes.size()));
          }
        });
      }
      Crew.run(tasks, atOnce);
    }
    return done;
  }

  /**
   * The result, once all points are there.
   *
   * @param early warnings about the options
   */
  public SweepResult result(String trace, SortedMap<Integer, Outcome> done, List<String> early) {
    List<Outcome> outcomes = List.copyOf(done.values());
    PredictionRequest base = plan.base();
    return new SweepResult(
        trace,
        programs.ranks(),
        computation(),
        plan.valuesOf("platform", base.platform()).stream()
            .map(platform -> PlatformCatalogue.load(platform, base.figures()).name())
            .toList(),
        plan.valuesOf("engine", base.engine()).stream()
            .map(engine -> engine + " " + EngineVersion.of(engine))
            .toList(),
        plan,
        outcomes,
        Findings.of(
            plan,
            Stream.concat(early.stream(), warningsOfTrace.stream()).toList(),
            points::machine,
            outcomes));
  }

  private String computation() {
    RecordedComputation recorded = RecordedComputation.of(programs.trace());
    if (plan.varies("compute-scale")) {
      return recorded.text("each platform's", "scale varied");
    }
    ComputeScale scale = plan.base().computeScale();
    return scale.recordedSpeed() > 0
        ? recorded.text("each platform's", "scaled to each platform's node.speed")
        : recorded.text("each platform's", scale.factor());
  }

  private static boolean isNative(PredictionRequest request) {
    return request.engine().equals(Engines.SIMGRID);
  }

  /** Points that can go together, by as many as leave work for all. */
  private List<List<Integer>> batches(List<Integer> pending, int atOnce) {
    int size = Math.clamp(Math.ceilDiv(pending.size(), atOnce), 1, MOST_LANES);
    List<List<Integer>> batches = new ArrayList<>();
    List<Integer> open = new ArrayList<>();
    for (int point : pending) {
      if (goesAlone(plan.request(point))) {
        batches.add(List.of(point));
        continue;
      }
      open.add(point);
      if (open.size() == size) {
        batches.add(List.copyOf(open));
        open.clear();
      }
    }
    if (!open.isEmpty()) {
      batches.add(open);
    }
    return batches;
  }

  /** Whether a point shares nothing with others: what lanes do not know is replayed one by one. */
  private boolean goesAlone(PredictionRequest request) {
    return isNative(request)
        || request.contention() != Contention.NONE
        || request.deltas() == DeltaMode.HISTOGRAM && request.fastForward().enabled();
  }
}
