package io.github.tracecast.predict.model;

import io.github.tracecast.decompress.PreparedTrace;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.decompress.Recorded;
import io.github.tracecast.platform.Grids;
import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.MappingSpec;
import io.github.tracecast.platform.Nearest;
import io.github.tracecast.platform.Node;
import io.github.tracecast.platform.Platform;
import io.github.tracecast.platform.PlatformCatalogue;
import io.github.tracecast.platform.PlatformException;
import io.github.tracecast.predict.model.Watched.Detail;
import io.github.tracecast.predict.settings.ComputeScale;
import io.github.tracecast.predict.settings.EngineChoice;
import io.github.tracecast.predict.settings.PredictionRequest;
import io.github.tracecast.simulate.ReplayException;
import io.github.tracecast.simulate.ReplayOptions;
import io.github.tracecast.simulate.ReplayOptions.DeltaMode;
import io.github.tracecast.simulate.engine.Engines;
import io.github.tracecast.simulate.engine.TimingEngine;
import io.github.tracecast.simulate.lanes.Lane;
import io.github.tracecast.simulate.replay.Replay;
import io.github.tracecast.simulate.result.ReplayResult;
import io.github.tracecast.trace.CallSite;
import io.github.tracecast.trace.Header;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.text.Names;
import io.github.tracecast.trace.text.Numbers;
import io.github.tracecast.trace.text.UsageException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;

/** Makes one prediction in three steps: reads the machine, fits it to the trace, and replays. */
public final class Predictor {
  /** A warning names the links whose load divided by their capacity is at least this. */
  private static final double OVERLOAD = 1.05;

  private final PredictionRequest request;
  private final MappingSpec mapping;
  private final Platform platform;

  private final Function<Map<String, String>, Platform> machines;

  /**
   * Reads the machine.
   *
   * @throws io.github.tracecast.platform.PlatformException if the machine, its figures or the
   *     mapping cannot be used
   */
  public Predictor(PredictionRequest request) {
    this(request, PlatformCatalogue.read(request.platform()));
  }

  /**
   * Makes the request's machine from files that the caller has read.
   *
   * @param machines makes the machine with other values, as {@link PlatformCatalogue#read} does
   */
  public Predictor(PredictionRequest request, Function<Map<String, String>, Platform> machines) {
    this(request, machines.apply(request.figures()), machines);
  }

  /** Uses the request's machine, which the caller has made already. */
  public Predictor(PredictionRequest request, Platform platform) {
    this(request, platform, figures -> PlatformCatalogue.load(request.platform(), figures));
  }

  private Predictor(
      PredictionRequest request,
      Platform platform,
      Function<Map<String, String>, Platform> machines) {
    this.request = request;
    if (!Engines.names().contains(request.engine())) {
      throw new UsageException(
          "`engine`: found " + request.engine() + "; expected " + Names.anyOf(Engines.names()));
    }
    this.mapping = MappingSpec.parse(request.mapping());
    this.platform = platform;
    this.machines = machines;
  }

  /**
   * Returns the warnings that are known before the replay: the trace's warnings, and options
   * without effect.
   */
  public List<String> warnings(PreparedTrace trace) {
    List<String> warnings = new ArrayList<>(TraceWarnings.of(trace));
    warnings.addAll(idle(trace));
    return warnings;
  }

  /** Returns those of the {@link #warnings} that are about machine values without effect that the user set. */
  public List<String> idle(PreparedTrace trace) {
    Programs programs = trace.programs();
    List<String> warnings = new ArrayList<>();
    idleReasons(trace)
        .forEach((key, reason) -> warnings.add(key + " was set but has no effect: " + reason));
    int perNode;
    try {
      perNode = lane(trace).machine().ranksPerNode();
    } catch (PlatformException e) {
      return warnings; // the prediction reports this error after all warnings
    }
    Node node = suiting(trace.trace().header()).node();
    if (perNode > node.cores()) {
      warnings.add(platform.name() + " has too few nodes for " + programs.ranks() + " ranks with "
          + Numbers.counted(node.cores(), "rank") + " per node, so up to " + perNode
          + " share a node (`set node.ranks_per_node=N`)");
    }
    if (trace.trace().header().flops() && request.computeScale().recordedSpeed() > 0) {
      warnings.add(
          "`compute-scale` with a speed has no effect, because node.speed converts the flops of the trace to time; use"
              + " a factor, such as 0.5");
    }
    int threads = trace.trace().header().threads();
    long sharing = (long) threads * Math.min(perNode, programs.ranks());
    if (threads > 1 && sharing > node.physicalCores()) {
      warnings.add(sharing + " threads share " + Numbers.counted(node.physicalCores(), "core")
          + " of a node of " + platform.name()
          + ", but their computation keeps its recorded time; `set "
          + (platform.figures().containsKey("node.mode")
              ? "node.mode=NAME"
              : "node.ranks_per_node=N")
          + "` changes how many ranks share a node");
    }
    return warnings;
  }

  private Map<String, String> idleReasons(PreparedTrace trace) {
    return IdleFigures.reasons(request, mapping, platform, machines, trace);
  }

  /** Returns the figures that may change the prediction of a trace if the user sets them. */
  public static Map<String, String> effective(
      PreparedTrace trace, PredictionRequest request, Map<String, String> figures) {
    Map<String, String> all = new TreeMap<>(request.figures());
    all.putAll(figures);
    Predictor changed = new Predictor(request.with(draft -> draft.figures = all));
    Map<String, String> effective = new TreeMap<>(figures);
    effective.keySet().removeAll(changed.idleReasons(trace).keySet());
    return effective;
  }

  /**
   * The machine fitted to a trace, with the options of its replay.
   *
   * @throws io.github.tracecast.platform.PlatformException if the machine has no room for the ranks
   */
  public Lane lane(PreparedTrace trace) {
    trace.trace().header().notReplayable().ifPresent(reason -> {
      throw new ReplayException("the trace " + reason);
    });
    ReplayOptions options =
        request.replayOptions(factor(trace.trace().header()), scaleByName(trace.trace()));
    Header header = trace.trace().header();
    return new Lane(fitted(header, header.ranks()), options);
  }

  /**
   * Returns the machine fitted to another number of ranks of a trace.
   *
   * @throws io.github.tracecast.platform.PlatformException if the machine has no room for the ranks
   */
  public Machine fitted(Header header, int ranks) {
    return Machine.fit(suiting(header), ranks, mapping);
  }

  /**
   * Returns the machine with the collective rules of the trace's MPI library and the trace's number
   * of threads per rank.
   */
  private Platform suiting(Header header) {
    return platform.withCollectivesOf(header.mpi()).withThreads(header.threads());
  }

  /** Returns the factor on all computation of a trace on this machine. */
  public double factor(Header header) {
    ComputeScale scale = request.computeScale();
    return header.flops() ? scale.factor() : scale.factorFor(platform.node().flopsPerSecond());
  }

  /** Whether the prediction depends on the seed. */
  public boolean isRandom() {
    return request.deltas().isRandom(platform.node());
  }

  public String engine() {
    return request.engine();
  }

  /** The machine, not yet fitted to a trace. */
  public Platform platform() {
    return platform;
  }

  /** Returns warnings that are known after a replay. */
  public List<String> warnings(ReplayResult result) {
    List<String> warnings = new ArrayList<>(result.warnings());
    warnings.addAll(overloads(result));
    return warnings;
  }

  /** Replays on the machine of a {@link #lane}. It throws the same exceptions as {@link #predict}. */
  public ReplayResult replay(PreparedTrace trace, Lane lane, LongConsumer progress) {
    return replay(trace, lane, progress, Watched.NOTHING);
  }

  /** Replays, and records the timeline and link loads of {@code watched}. */
  private ReplayResult replay(
      PreparedTrace trace, Lane lane, LongConsumer progress, Watched watched) {
    if (watched.isNothing() && !request.engine().equals(Engines.SIMGRID)) {
      return repeatable(trace, lane, progress);
    }
    EndingReplays.Ending ending = ending(trace, lane, progress);
    ReplayResult result = replay(request.engine(), ending.trace(), lane, progress, watched);
    return ending
        .warning()
        .map(warning -> EndingReplays.marked(result, warning))
        .orElse(result);
  }

  /** Replays by an engine that can replay repeatedly. */
  private ReplayResult repeatable(PreparedTrace trace, Lane lane, LongConsumer progress) {
    String engine = request.repeatable().engine();
    return EndingReplays.replay(
        trace,
        shown -> replay(engine, shown, lane, progress, Watched.NOTHING),
        EndingReplays::marked);
  }

  /**
   * Returns the trace whose replay ends, for replays that cannot be repeated: SimGrid can replay
   * only once in a process, and a timeline is filled only once. For SimGrid, engine {@code flows}
   * finds this trace.
   */
  public EndingReplays.Ending ending(PreparedTrace trace, Lane lane, LongConsumer progress) {
    String trial = request.repeatable().engine();
    return EndingReplays.ending(
        trace, shown -> replay(trial, shown, lane, progress, Watched.NOTHING));
  }

  private static ReplayResult replay(
      String engineName, PreparedTrace trace, Lane lane, LongConsumer progress, Watched watched) {
    if (watched.isNothing() && engineName.equals(Engines.LOGGP)) {
      return EndingReplays.loggp(trace, List.of(lane), progress).getFirst();
    }
    try (TimingEngine engine = Engines.open(engineName, lane.machine())) {
      Replay replay = new Replay(
          trace.programs(),
          trace.counts(),
          lane,
          engine,
          progress,
          watched.timeline().orElse(null));
      watched.links().ifPresent(replay::report);
      return replay.run();
    }
  }

  /**
   * Replays a trace.
   *
   * @param early the warnings that are known before the replay, as of {@link
   *     #warnings(PreparedTrace)}
   * @param progress receives the number of replayed MPI calls from time to time
   * @throws io.github.tracecast.simulate.ReplayException if the trace cannot be replayed
   * @throws io.github.tracecast.platform.PlatformException if the machine has no room for the ranks
   * @throws io.github.tracecast.simulate.EngineMissingException if the engine is not installed
   */
  public Prediction predict(PreparedTrace trace, List<String> early, LongConsumer progress) {
    return predict(trace, early, progress, Watched.NOTHING);
  }

  /** Predicts, records the timeline and link loads, and computes what {@code watched} asks for. */
  public Prediction predict(
      PreparedTrace prepared, List<String> early, LongConsumer progress, Watched watched) {
    Trace trace = prepared.trace();
    Lane plain = lane(prepared);
    Machine machine = plain.machine();
    Lane lane = watched.detail() == Detail.CALLS_BY_RANK
        ? new Lane(machine, plain.options().withCallsByRank())
        : plain;
    boolean explains = watched.detail() != Detail.ANSWER;
    long begin = System.nanoTime();
    boolean together = explains
        && watched.isNothing()
        && request.engine().equals(Engines.LOGGP)
        && Efficiencies.isReplayed(prepared);
    boolean inOrder =
        explains && request.deltas() == DeltaMode.AUTO && RecordedComputation.hasIterations(trace);
    List<Lane> lanes = inOrder ? List.of(lane, average(lane)) : List.of(lane);
    List<ReplayResult> byLogGp =
        together ? Efficiencies.replays(prepared, lanes, progress) : List.of();
    ReplayResult result = together ? byLogGp.getFirst() : replay(prepared, lane, progress, watched);
    String engineName = result.engine();
    double wallSeconds = (System.nanoTime() - begin) * 1e-9;
    Optional<FitRange> fits = FitRange.of(prepared, lane, result);
    if (inOrder && isScaled(machine)) {
      byLogGp = Efficiencies.replays(prepared, lanes, calls -> {});
    }
    Optional<AveragedRun> averaged =
        inOrder ? Optional.of(averaged(prepared, lanes, result, byLogGp)) : Optional.empty();
    List<String> warnings = new ArrayList<>(early);
    warnings.addAll(warnings(result));
    RecordedComputation computation = RecordedComputation.of(trace);
    return new Prediction(
        prepared.name(),
        prepared.programs().ranks(),
        prepared.programs().classCount(),
        trace.events().size(),
        result,
        CallSiteTimes.of(trace, result),
        Recorded.of(
            trace,
            prepared.counts(),
            platform.node().countsPerSecond(trace.header().flops())),
        computation,
        assumption(computation, machine),
        machine,
        new Prediction.Setup(
            used(prepared, machine).with(draft -> draft.engine = engineName),
            EngineVersion.of(engineName)),
        WarningOrder.of(warnings),
        fits,
        explains ? efficiencies(prepared, lanes, result, byLogGp) : Optional.empty(),
        averaged,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        new Prediction.Cost(wallSeconds, PeakMemory.bytes()),
        List.of());
  }

  private Optional<String> assumption(RecordedComputation computation, Machine machine) {
    List<String> parts = new ArrayList<>();
    computation
        .assumption(request.computeScale().isGiven(), request.computeScaleAt(), List.of(platform))
        .ifPresent(parts::add);
    boolean scales = platform.node().scalesComputation();
    double[] slowdowns =
        IntStream.range(0, machine.ranks()).mapToDouble(machine::slowdownOf).toArray();
    if (Arrays.stream(slowdowns).anyMatch(factor -> factor != 1) && !(scales && !parts.isEmpty())) {
      parts.add("computation" + (scales ? "" : " of ranks that share a node")
          + " is multiplied by " + RecordedComputation.range(Arrays.stream(slowdowns))
          + " (node.slowdown)");
    }
    if (machine.sharesCores()) {
      parts.add(SharedCores.words(machine));
    }
    platform
        .node()
        .noise()
        .ifPresent(noise -> parts.add(String.format(
            Locale.ROOT,
            "noise takes %s%% of each core (seed %d)",
            Numbers.percent(noise.share()),
            request.seed())));
    return parts.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", parts));
  }

  private static Lane average(Lane lane) {
    return new Lane(lane.machine(), lane.options().with(DeltaMode.AVG));
  }

  /**
   * Whether the run with average iterations is scaled from LogGP's replays: SimGrid can replay only
   * once in a process. LogGP does not model shared cores.
   */
  private boolean isScaled(Machine machine) {
    return request.engine().equals(Engines.SIMGRID) && !machine.sharesCores();
  }

  private static Optional<Efficiencies> efficiencies(
      PreparedTrace trace, List<Lane> lanes, ReplayResult result, List<ReplayResult> byLogGp) {
    return byLogGp.isEmpty()
        ? Efficiencies.of(trace, lanes.getFirst(), result)
        : Efficiencies.of(result, byLogGp, lanes.size());
  }

  /**
   * Predicts the run under the assumption that all iterations take the average time. If LogGP has
   * replayed the run too, the ratio of its times scales the prediction.
   *
   * @param lanes the run, and the run with average iterations
   * @param byLogGp LogGP's results of both lanes, and perhaps of the ideal network; or nothing
   */
  private AveragedRun averaged(
      PreparedTrace trace, List<Lane> lanes, ReplayResult result, List<ReplayResult> byLogGp) {
    if (byLogGp.isEmpty()) {
      return new AveragedRun(repeatable(trace, lanes.get(1), calls -> {}).predictedSeconds());
    }
    double average = byLogGp.get(1).predictedSeconds();
    double unit = result.predictedSeconds() / byLogGp.getFirst().predictedSeconds();
    return new AveragedRun(result == byLogGp.getFirst() ? average : unit * average);
  }

  /**
   * Returns the request with the mapping, deltas and factor on computation that the prediction
   * uses.
   */
  public PredictionRequest used(PreparedTrace prepared, Machine machine) {
    Trace trace = prepared.trace();
    return request.with(draft -> {
      draft.mapping = mappingName(machine);
      draft.deltas = request.deltas() == DeltaMode.AUTO && !RecordedComputation.hasIterations(trace)
          ? DeltaMode.AVG
          : request.deltas();
      draft.computeScale = new ComputeScale(factor(trace.header()), 0);
    });
  }

  /** Returns the mapping as the user wrote it; for the default mapping, its name on this machine. */
  private String mappingName(Machine machine) {
    if (!(mapping instanceof MappingSpec.Default)) {
      return request.mapping();
    }
    int dimensions = machine.shape().length;
    return dimensions == 0 ? "blocked" : Grids.letters(dimensions);
  }

  /**
   * Returns warnings about links with more data than they can carry, because a prediction without
   * contention underestimates the time on such links.
   */
  public List<String> overloads(ReplayResult result) {
    if (EngineChoice.agrees(request.engine())) {
      return List.of();
    }
    return result.busiestLinks(1).stream()
        .filter(link -> link.utilization() >= OVERLOAD)
        .map(link -> String.format(
            Locale.ROOT,
            "link %s would carry %.1f times its capacity, but engine loggp does not model contention,"
                + " so the prediction is too short; use `engine flows`",
            link.link(),
            link.utilization()))
        .toList();
  }

  /** Converts factors by name or number of a call site to factors by name. */
  private Map<String, Double> scaleByName(Trace trace) {
    Map<String, Double> byName = new TreeMap<>();
    request
        .computeScaleAt()
        .forEach((site, scale) -> byName.put(siteName(site, trace.callSites()), scale));
    return byName;
  }

  private static String siteName(String site, List<CallSite> sites) {
    if (sites.stream().anyMatch(s -> s.name().equals(site))) {
      return site;
    }
    if (site.matches("\\d{1,9}") && Integer.parseInt(site) < sites.size()) {
      return sites.get(Integer.parseInt(site)).name();
    }
    List<String> with = sites.stream()
        .map(CallSite::name)
        .filter(name -> name.contains(site))
        .distinct()
        .toList();
    if (with.size() == 1) {
      return with.getFirst();
    }
    if (with.size() > 1) {
      throw new UsageException(
          "`compute-scale-at`: found " + site + ", which is part of the names of " + with.size()
              + " call sites, such as " + String.join(" and ", with.subList(0, 2))
              + "; expected a part of only one name, or the number of a call site");
    }
    throw new UsageException("`compute-scale-at`: unknown call site " + site
        + "; expected a part of a name in the call-site table of tracecast predict"
        + (sites.isEmpty() ? "" : ", or a number from 0 to " + (sites.size() - 1))
        + Nearest.question(site, sites.stream().map(CallSite::name).toList()));
  }
}
