package io.github.tracecast.predict.mapping;

import io.github.tracecast.decompress.PreparedTrace;
import io.github.tracecast.platform.Grids;
import io.github.tracecast.platform.Machine;
import io.github.tracecast.predict.compare.PredictionProcess;
import io.github.tracecast.predict.model.EndingReplays;
import io.github.tracecast.predict.model.InputDigest;
import io.github.tracecast.predict.model.ParallelReplays;
import io.github.tracecast.predict.model.Predictor;
import io.github.tracecast.predict.settings.PredictionRequest;
import io.github.tracecast.simulate.engine.Engines;
import io.github.tracecast.simulate.engine.LogGpEngine;
import io.github.tracecast.simulate.lanes.Lane;
import io.github.tracecast.simulate.replay.Replay;
import io.github.tracecast.simulate.result.ReplayResult;
import io.github.tracecast.simulate.result.Traffic;
import io.github.tracecast.tools.topology.MessagePattern;
import io.github.tracecast.tools.topology.TopologyFindings;
import io.github.tracecast.tools.topology.TopologyMatch;
import io.github.tracecast.trace.system.ScratchFolder;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.LongConsumer;
import java.util.stream.Gatherers;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Predicts a trace for many mappings of its ranks. Mappings with the same placement are predicted
 * once. Engine {@code loggp} replays several mappings at once as lanes. Engine {@code flows} makes
 * a separate replay for each mapping. SimGrid replays each mapping in a separate process.
 */
public final class MappingSearch {
  /** The name of the mapping that places a recognised grid by its positions. */
  static final String TOPOLOGY = "topology";

  /** The name of the mapping that is found only from the traffic. */
  static final String GRAPH = "graph";

  /**
   * The largest number of permutations to try, which is enough for all permutations of three
   * dimensions and the core. If there are more, those with the fewest bytes x hops are tried.
   */
  private static final int MOST_PERMUTATIONS = 24;

  private static final int LANES = 8;

  private final PredictionRequest request;
  private final PreparedTrace trace;

  /**
   * The digest of the first mapping's machine, which the machines of all other mappings must have.
   */
  private @Nullable String machine;

  private record MappedRun(
      String name, List<String> sameAs, PredictionRequest request, Predictor predictor, Lane lane) {
    Machine machine() {
      return lane.machine();
    }
  }

  /** The bytes from each rank to each other rank, as a graph for the search and as bins for reports. */
  private record Sent(TrafficGraph graph, Traffic traffic, List<String> warnings) {
    Sent with(String warning) {
      List<String> more = new ArrayList<>(warnings);
      more.add(warning);
      return new Sent(graph, traffic, more);
    }
  }

  public MappingSearch(PredictionRequest request, PreparedTrace trace) {
    this.request = request;
    this.trace = trace;
  }

  /**
   * Runs the search.
   *
   * @param seeds how many random mappings to try
   * @param progress receives the number of mappings, and returns the consumer for the number of
   *     finished mappings
   */
  public MappingRanking search(int seeds, IntFunction<LongConsumer> progress) throws IOException {
    List<MappedRun> mappings = new ArrayList<>();
    Predictor own = new Predictor(request);
    Lane lane = own.lane(trace);
    Machine requested = lane.machine();
    add(
        mappings,
        new MappedRun(own.used(trace, requested).mapping(), new ArrayList<>(), request, own, lane));
    Sent sent = sent(own, lane);
    TrafficGraph graph = sent.graph();
    List<String> names = new ArrayList<>(permutations(requested, graph));
    names.add("blocked");
    names.add("round-robin");
    for (int seed = 1; seed <= seeds; seed++) {
      names.add("random:" + seed);
    }
    names.forEach(name -> add(mappings, name, name));
    List<Machine> machines = mappings.stream().map(MappedRun::machine).toList();
    Optional<int[]> placed = GraphMapping.place(graph, topologies(), machines);
    try (ScratchFolder scratch = new ScratchFolder("")) {
      Path file = scratch.path().resolve("mapping");
      int[] slots = placed.orElseGet(() -> GraphMapping.find(graph, machines));
      try (Writer writer = Files.newBufferedWriter(file)) {
        GraphMapping.write(slots, requested, writer);
      }
      add(mappings, placed.isPresent() ? TOPOLOGY : GRAPH, "file:" + file);
      return rank(mappings, sent, progress);
    }
  }

  /** The topologies that the program's own messages follow. */
  private List<TopologyMatch> topologies() {
    return TopologyFindings.quick(MessagePattern.of(trace.programs(), trace.table()))
        .matches();
  }

  private PredictionRequest mapped(String mapping) {
    return request.with(draft -> draft.mapping = mapping);
  }

  private void add(List<MappedRun> mappings, String name, String mapping) {
    PredictionRequest mapped = mapped(mapping);
    Predictor predictor = new Predictor(mapped);
    add(mappings, new MappedRun(name, new ArrayList<>(), mapped, predictor, predictor.lane(trace)));
  }

  /** Adds a run, or its name to the run with the same placement. */
  private void add(List<MappedRun> mappings, MappedRun run) {
    PredictionRequest mapped = run.request();
    String read =
        InputDigest.ofMachine(run.predictor().platform(), mapped.platform(), mapped.figures());
    machine = machine == null ? read : machine;
    InputDigest.require("the command", machine, read);
    for (MappedRun known : mappings) {
      if (sameNodes(known.machine(), run.machine())) {
        if (!known.name().equals(run.name())) { // the default has the name of its order
          known.sameAs().add(run.name());
        }
        return;
      }
    }
    mappings.add(run);
  }

  private static boolean sameNodes(Machine a, Machine b) {
    return IntStream.range(0, a.ranks()).allMatch(rank -> a.nodeOf(rank) == b.nodeOf(rank));
  }

  /**
   * Returns the bytes from each rank to each other rank. They do not depend on the mapping, and a
   * LogGP replay finds them quickly.
   */
  private Sent sent(Predictor own, Lane lane) {
    return EndingReplays.replay(trace, replayed -> sent(own, lane, replayed), Sent::with);
  }

  private static Sent sent(Predictor own, Lane lane, PreparedTrace replayed) {
    try (LogGpEngine engine = new LogGpEngine(lane.machine())) {
      Replay replay = new Replay(replayed.programs(), lane, engine, calls -> {});
      ReplayResult result = replay.run();
      return new Sent(
          TrafficGraph.of(replayed.programs().ranks(), replay),
          result.traffic(),
          own.overloads(result));
    }
  }

  private List<String> permutations(Machine machine, TrafficGraph graph) {
    int dimensions = machine.shape().length;
    if (dimensions == 0) {
      return List.of();
    }
    List<String> all = new ArrayList<>();
    permute("", Grids.letters(dimensions), all);
    if (all.size() <= MOST_PERMUTATIONS) {
      return all;
    }
    Map<String, Double> hops = new LinkedHashMap<>();
    for (String one : all) {
      hops.put(one, graph.bytesTimesHops(new Predictor(mapped(one)).lane(trace).machine()));
    }
    all.sort(Comparator.comparing(hops::get));
    return all.subList(0, MOST_PERMUTATIONS);
  }

  private static void permute(String begun, String left, List<String> found) {
    if (left.isEmpty()) {
      found.add(begun);
    }
    for (int i = 0; i < left.length(); i++) {
      permute(begun + left.charAt(i), left.substring(0, i) + left.substring(i + 1), found);
    }
  }

  private MappingRanking rank(
      List<MappedRun> mappings, Sent sent, IntFunction<LongConsumer> expected) throws IOException {
    LongConsumer progress = expected.apply(mappings.size());
    double[] seconds = request.engine().equals(Engines.SIMGRID)
        ? bySimGrid(mappings, progress)
        : inThreads(mappings, progress);
    double[] hops = mappings.stream()
        .mapToDouble(one -> sent.graph().bytesTimesHops(one.machine()))
        .toArray();
    List<Integer> order = IntStream.range(0, seconds.length)
        .boxed()
        .sorted(
            Comparator.comparingDouble((Integer i) -> seconds[i]).thenComparingDouble(i -> hops[i]))
        .toList();
    List<MappingRanking.Ranked> ranking = order.stream()
        .map(i -> new MappingRanking.Ranked(
            mappings.get(i).name(), mappings.get(i).sameAs(), seconds[i], hops[i]))
        .toList();
    return new MappingRanking(
        ranking,
        mappings.getFirst().name(),
        sent.graph().bytes(),
        sent.traffic(),
        mappings.get(order.getFirst()).machine(),
        mappings.getFirst().machine(),
        sent.warnings());
  }

  private double[] bySimGrid(List<MappedRun> mappings, LongConsumer progress) throws IOException {
    return PredictionProcess.predictions(
            trace, mappings.stream().map(MappedRun::request).toList(), progress)
        .stream()
        .mapToDouble(prediction -> prediction.number("predicted_seconds"))
        .toArray();
  }

  private double[] seconds(List<MappedRun> batch, LongConsumer calls) {
    MappedRun one = batch.getFirst();
    List<ReplayResult> results = request.engine().equals(Engines.FLOWS)
        ? List.of(one.predictor().replay(trace, one.lane(), calls))
        : EndingReplays.byLogGp(trace, batch.stream().map(MappedRun::lane).toList(), calls);
    return results.stream().mapToDouble(ReplayResult::predictedSeconds).toArray();
  }

  private double[] inThreads(List<MappedRun> mappings, LongConsumer progress) {
    int together = request.engine().equals(Engines.FLOWS) ? 1 : LANES;
    List<ParallelReplays.Task<double[]>> tasks = new ArrayList<>();
    mappings.stream()
        .gather(Gatherers.windowFixed(together))
        .forEach(batch -> tasks.add(calls -> seconds(batch, calls)));
    long memory = ParallelReplays.memory(trace, mappings.getFirst().lane(), request.engine());
    return ParallelReplays.results(
            tasks,
            replay -> memory,
            done -> progress.accept(Math.min(mappings.size(), done * together)))
        .stream()
        .flatMapToDouble(Arrays::stream)
        .toArray();
  }
}
