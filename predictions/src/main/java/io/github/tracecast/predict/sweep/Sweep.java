package io.github.tracecast.predict.sweep;

import io.github.tracecast.decompress.PreparedTrace;
import io.github.tracecast.platform.Platform;
import io.github.tracecast.platform.PlatformCatalogue;
import io.github.tracecast.predict.model.EngineVersion;
import io.github.tracecast.predict.model.InputDigest;
import io.github.tracecast.predict.model.ParallelReplays;
import io.github.tracecast.predict.model.Predictor;
import io.github.tracecast.predict.model.RecordedComputation;
import io.github.tracecast.predict.model.TraceWarnings;
import io.github.tracecast.predict.settings.ComputeScale;
import io.github.tracecast.predict.settings.JavaCommand;
import io.github.tracecast.predict.settings.PredictionRequest;
import io.github.tracecast.predict.usage.Production;
import io.github.tracecast.predict.usage.RunLength;
import io.github.tracecast.predict.usage.RunUsage;
import io.github.tracecast.predict.usage.WholeRun;
import io.github.tracecast.simulate.ReplayOptions.DeltaMode;
import io.github.tracecast.simulate.engine.Engines;
import io.github.tracecast.trace.text.UsageException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import java.util.stream.Gatherers;
import java.util.stream.IntStream;

/**
 * Runs a sweep. Points of engine loggp run as lanes, with one batch in each thread. Points of
 * engine simgrid run in separate processes. Finished points are written to the journal immediately.
 */
public final class Sweep {
  /**
   * The largest number of points that are replayed together as a batch. A killed sweep loses the
   * outcomes of its current batches.
   */
  private static final int MOST_LANES = 16;

  /**
   * The same limit for a sweep without a journal. The limit is larger, because one replay of many
   * points takes less time than several replays of few points.
   */
  private static final int MOST_LANES_AT_ONCE = 32;

  private static final String SLOWDOWN = "node.slowdown";
  private static final String SHAPE = "network.shape";

  private final SweepPlan plan;
  private final SweptTraces traces;
  private final Points points;
  private final SweepIdentity identity;

  /**
   * Reads the plan's machines and checks them against the trace.
   *
   * @throws RuntimeException if a point cannot be predicted, as in {@link Predictor}
   */
  public Sweep(SweepPlan plan, SweptTraces traces) {
    this.plan = plan;
    this.traces = traces;
    this.points = new Points(plan, traces);
    points.check();
    this.identity = SweepIdentity.of(traces.recordings(), plan);
  }

  /**
   * A sweep over one trace or, if the plan varies ranks, over recordings of one program.
   *
   * @throws UsageException if there are several traces and ranks do not vary
   */
  public static Sweep of(SweepPlan plan, List<PreparedTrace> traces) {
    boolean extrapolates = plan.varies(SweptTraces.RANKS);
    if (traces.size() > 1 && !extrapolates) {
      throw new UsageException(
          "found " + traces.size()
              + " traces; expected one trace, or `vary ranks=N,M` for recordings on different numbers of ranks");
    }
    return new Sweep(
        plan,
        extrapolates ? SweptTraces.of(traces, plan.scaling()) : SweptTraces.of(traces.getFirst()));
  }

  /** Returns the default name of the journal. Equal sweeps have the same name. */
  public String journalName() {
    return "sweep-" + identity.digest().substring(0, 12) + ".journal";
  }

  /**
   * Begins a journal, or checks the existing one.
   *
   * @throws UsageException if the journal belongs to another sweep
   */
  public void prepare(Path file) {
    Journal.open(file, identity, plan).close();
  }

  /** Predicts every point, without a journal. */
  public static SweepResult result(List<PreparedTrace> traces, SweepPlan plan) {
    Sweep sweep = of(plan, traces);
    boolean simgrid = plan.valuesOf("engine", plan.base().engine()).contains(Engines.SIMGRID);
    List<String> words = new ArrayList<>(List.of("sweep"));
    if (simgrid) {
      traces.forEach(trace -> words.addAll(trace.words()));
      words.addAll(plan.words());
    }
    SortedMap<Integer, Outcome> done = new TreeMap<>();
    sweep.predict(
        done,
        Shard.ALL,
        new Worker(JavaCommand.TRACECAST, words),
        MOST_LANES_AT_ONCE,
        finished -> {},
        outcomes -> {});
    sweep.identity.requireUnchanged(plan);
    return sweep.result(done, List.of(), Production.RECORDED);
  }

  /**
   * Predicts a point in this process. With engine simgrid, a process can predict only one point.
   *
   * @param inputs the digest of the sweep to which the point belongs
   * @throws UsageException if an input of that sweep has changed
   */
  public Outcome alone(int point, String inputs) {
    InputDigest.require("the sweep", inputs, identity.digest());
    Outcome outcome = points.alone(point, calls -> {});
    identity.requireUnchanged(plan);
    return outcome;
  }

  /**
   * Predicts the points of a share that are not in the journal yet.
   *
   * @param file the journal, which is created if it does not exist
   * @param worker runs a point in a separate process
   * @param progress receives the number of finished points of the share
   * @return the outcomes so far, by point
   */
  public SortedMap<Integer, Outcome> run(
      Path file, Shard shard, Worker worker, LongConsumer progress) {
    SortedMap<Integer, Outcome> done = new TreeMap<>();
    try (Journal journal = Journal.open(file, identity, plan)) {
      done.putAll(journal.found());
      int ofEach = Math.ceilDiv(shard.sizeOf(plan) - done.size(), ParallelReplays.threads());
      predict(done, shard, worker, Math.clamp(ofEach, 1, MOST_LANES), progress, outcomes -> {
        identity.requireUnchanged(plan); // otherwise the journal would contain wrong points
        journal.append(Worker.lasting(outcomes));
      });
    }
    return done;
  }

  /**
   * Predicts the points of a share that are not done yet, and adds their outcomes.
   *
   * @param lanes the largest number of points of a batch
   * @param keep receives each batch's outcomes, one batch at a time
   */
  private void predict(
      SortedMap<Integer, Outcome> done,
      Shard shard,
      Worker worker,
      int lanes,
      LongConsumer progress,
      Consumer<Map<Integer, Outcome>> keep) {
    List<Integer> pending = IntStream.range(0, plan.size())
        .filter(point -> shard.has(point) && !done.containsKey(point))
        .boxed()
        .toList();
    AtomicLong finished = new AtomicLong(shard.sizeOf(plan) - pending.size());
    progress.accept(finished.get());
    List<ParallelReplays.Task<Map<Integer, Outcome>>> tasks = new ArrayList<>();
    List<List<Integer>> batches = batches(pending, lanes);
    for (List<Integer> batch : batches) {
      tasks.add(calls -> {
        int first = batch.getFirst();
        PredictionRequest request = plan.request(first);
        Map<Integer, Outcome> outcomes = request.engine().equals(Engines.SIMGRID)
            ? Map.of(first, worker.run(first, identity.digest()))
            : isLogGp(request) && plan.jobs().isEmpty()
                ? points.byLanes(batch, calls)
                : Map.of(first, points.alone(first, calls));
        synchronized (done) {
          keep.accept(outcomes);
          done.putAll(outcomes);
          progress.accept(finished.addAndGet(outcomes.size()));
        }
        return outcomes;
      });
    }
    ParallelReplays.results(
        tasks, task -> points.memory(batches.get(task).getFirst()), tasksDone -> {});
  }

  /**
   * Returns the result when all points are finished.
   *
   * @param early warnings about the options
   * @param production the runs for which a point is chosen
   * @throws UsageException if {@code production} needs time steps, prices or power figures that the
   *     trace or the machines lack
   */
  public SweepResult result(
      SortedMap<Integer, Outcome> done, List<String> early, Production production) {
    List<Outcome> outcomes = List.copyOf(done.values());
    PredictionRequest base = plan.base();
    Map<String, Platform> machines = new LinkedHashMap<>();
    plan.valuesOf("platform", base.platform())
        .forEach(name -> machines.put(name, PlatformCatalogue.load(name, base.figures())));
    List<Optional<RunUsage>> usages = usages(outcomes, machines);
    SweepResult result = new SweepResult(
        traces.recordings().stream().map(PreparedTrace::name).collect(Collectors.joining(", ")),
        traces.recordings().getFirst().trace().header().ranks(),
        traces.recordings().stream()
            .map(recording -> recording.trace().header().ranks())
            .toList(),
        computation(machines.values()),
        RecordedComputation.of(traces.recordings().getFirst().trace())
            .assumption(
                plan.varies("compute-scale")
                    || plan.varies(SLOWDOWN)
                    || base.computeScale().isGiven(),
                base.computeScaleAt(),
                machines.values()),
        machines.values().stream().map(Platform::name).toList(),
        plan.valuesOf("engine", base.engine()).stream()
            .map(engine -> engine + " " + EngineVersion.of(engine))
            .toList(),
        plan,
        used(outcomes),
        outcomes,
        OneNodePoints.of(plan, traces, outcomes),
        new IdleAxes(plan, outcomes).text(traces, usages),
        SweepWarnings.of(plan, warnings(early), points::machine, outcomes),
        usages,
        production.length().map(length -> wholeRuns(length, outcomes, usages)).orElse(List.of()),
        production,
        machineNodes(production));
    requireAmounts(result);
    return result;
  }

  /**
   * Returns the settings that predicted points use, once for each combination of machine, shape and
   * number of ranks. These decide the default mapping and the computation times.
   */
  private List<PredictionRequest> used(List<Outcome> outcomes) {
    Map<List<String>, PredictionRequest> used = new LinkedHashMap<>();
    for (int point = 0; point < plan.size(); point++) {
      if (outcomes.get(point) instanceof Outcome.Predicted) {
        PredictionRequest request = plan.request(point);
        List<String> decisive = List.of(
            request.platform(),
            request.figures().getOrDefault(SHAPE, ""),
            Integer.toString(traces.ranks(plan, point)));
        if (!used.containsKey(decisive)) {
          used.put(decisive, points.used(point));
        }
      }
    }
    return used.isEmpty() ? List.of(plan.base()) : List.copyOf(used.values());
  }

  /**
   * Returns the nodes of each point's whole machine. Only runs with a deadline need these numbers.
   */
  private List<OptionalInt> machineNodes(Production production) {
    if (production.deadlineSeconds().isEmpty()) {
      return Collections.nCopies(plan.size(), OptionalInt.empty());
    }
    return IntStream.range(0, plan.size())
        .mapToObj(points::machine)
        .map(machine -> machine.topology().wholeMachine(machine))
        .toList();
  }

  /** Refuses to compare costs if no machine has a price, or energies if no machine has power figures. */
  private static void requireAmounts(SweepResult result) {
    result.production().against().ifPresent(against -> {
      boolean has = result.usages().stream()
          .flatMap(Optional::stream)
          .anyMatch(used -> switch (against) {
            case COST -> used.cost().isPresent();
            case ENERGY -> used.energyJoules().isPresent();
            case NODES -> true;
          });
      if (!has && result.failed() < result.outcomes().size()) {
        String key = against == Production.Against.COST ? Platform.PRICE : "node.power.busy";
        throw new UsageException(
            "`steps` against: found " + against.noun() + ", but no machine has " + key
                + "; expected this key in a machine, or `set " + key + "=...`");
      }
    });
  }

  /** Returns the node hours, energy and cost of the run at each point. */
  private List<Optional<RunUsage>> usages(List<Outcome> outcomes, Map<String, Platform> machines) {
    List<Optional<RunUsage>> usages = new ArrayList<>();
    for (int point = 0; point < plan.size(); point++) {
      PredictionRequest request = plan.request(point);
      String set = request.figures().get(Platform.PRICE);
      OptionalDouble price = set == null
          ? Objects.requireNonNull(machines.get(request.platform())).nodePricePerHour()
          : Platform.pricePerHour(set);
      usages.add(
          outcomes.get(point) instanceof Outcome.Predicted found
              ? Optional.of(RunUsage.of(
                  found.predictedSeconds(),
                  found.intervalHalfWidthSeconds(),
                  found.usedNodes(),
                  found.energy(),
                  price))
              : Optional.empty());
    }
    return usages;
  }

  /**
   * Returns the production run at each point. A length that is given as a time is converted to
   * steps at the first point.
   */
  private static List<Optional<WholeRun>> wholeRuns(
      RunLength length, List<Outcome> outcomes, List<Optional<RunUsage>> usages) {
    List<Optional<WholeRun>> runs = new ArrayList<>();
    RunLength steps = length;
    outcomes.stream()
        .filter(Outcome.Predicted.class::isInstance)
        .findFirst()
        .ifPresent(first -> RunLength.check(((Outcome.Predicted) first).steps()));
    for (int point = 0; point < outcomes.size(); point++) {
      if (outcomes.get(point) instanceof Outcome.Predicted found) {
        steps = steps.inSteps(found.predictedSeconds(), found.steps());
        runs.add(Optional.of(WholeRun.of(steps, found.steps(), usages.get(point).orElseThrow())));
      } else {
        runs.add(Optional.empty());
      }
    }
    return runs;
  }

  /**
   * Returns the warnings of the options and the traces, each with the number of points that it
   * concerns. If there are jobs, the outcomes already have the warnings of all traces.
   */
  private Map<String, Integer> warnings(List<String> early) {
    Map<String, Integer> warnings = new LinkedHashMap<>();
    early.forEach(text -> warnings.put(text, plan.size()));
    for (int point = 0; point < plan.size() && plan.jobs().isEmpty(); point++) {
      TraceWarnings.of(traces.at(plan, point))
          .forEach(text -> warnings.merge(text, 1, Integer::sum));
    }
    return ExtrapolationNotes.merged(warnings);
  }

  private String computation(Collection<Platform> machines) {
    RecordedComputation recorded =
        RecordedComputation.of(traces.recordings().getFirst().trace());
    Map<String, Double> atSites = plan.base().computeScaleAt();
    String more = RecordedComputation.more(atSites);
    if (plan.varies("compute-scale")) {
      return recorded.text("each machine's", "scale varied" + more);
    }
    if (plan.varies(SLOWDOWN)) {
      return recorded.text("each machine's", SLOWDOWN + " varied" + more);
    }
    ComputeScale scale = plan.base().computeScale();
    return scale.recordedSpeed() > 0 && !recorded.flops()
        ? recorded.text("each machine's", "scaled to each machine's node.speed" + more)
        : recorded.text("each machine's", scale.factor(), atSites, machines);
  }

  private static boolean isLogGp(PredictionRequest request) {
    return request.engine().equals(Engines.LOGGP);
  }

  /** The points that can be replayed together, unless each must be replayed alone. */
  private record Together(int ranks, boolean alone) {}

  /** Returns batches of at most {@code size} points that can be replayed together. */
  private List<List<Integer>> batches(List<Integer> pending, int size) {
    Map<Together, List<Integer>> groups = new LinkedHashMap<>();
    for (int point : pending) {
      Together group = new Together(traces.ranks(plan, point), goesAlone(plan.request(point)));
      groups.computeIfAbsent(group, key -> new ArrayList<>()).add(point);
    }
    List<List<Integer>> batches = new ArrayList<>();
    groups.forEach((group, points) -> points.stream()
        .gather(Gatherers.windowFixed(group.alone() ? 1 : size))
        .forEach(batches::add));
    return batches;
  }

  /** Whether a point must be replayed alone, because a batch does not support its settings. */
  private boolean goesAlone(PredictionRequest request) {
    return !isLogGp(request)
        || !plan.jobs().isEmpty()
        || request.deltas() == DeltaMode.HISTOGRAM && request.fastForward().enabled();
  }
}
