package io.github.tracecast.predict.fit;

import io.github.tracecast.decompress.PreparedTrace;
import io.github.tracecast.platform.Grids;
import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.MappingSpec;
import io.github.tracecast.platform.Platform;
import io.github.tracecast.platform.PlatformCatalogue;
import io.github.tracecast.platform.PlatformException;
import io.github.tracecast.platform.collective.Algorithms;
import io.github.tracecast.platform.collective.Operation;
import io.github.tracecast.predict.settings.PredictionRequest;
import io.github.tracecast.tools.pattern.Element;
import io.github.tracecast.tools.pattern.Pattern;
import io.github.tracecast.tools.pattern.PatternRequest;
import io.github.tracecast.tools.pattern.Patterns;
import io.github.tracecast.trace.validation.TraceValidator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongConsumer;

/**
 * The measurements that can be predicted, in the order of the file, and the measurements that
 * cannot.
 *
 * @param trials the measurements that can be predicted
 * @param unpredicted measurements that cannot be predicted, each with the reason
 */
public record TrialRuns(List<Trial> trials, Map<MeasuredTime, String> unpredicted) {
  private static final int MOST_RANKS = 1 << 24;

  private static final long MOST_MESSAGES = 1 << 22;

  private static final String MAX_SHAPE = "network.max_shape";

  private static final String REDUCE_SCATTER = "reduce_scatter";

  /**
   * Converts measurements to runs.
   *
   * @param machine the machine of the measurements; if it is a torus, a measurement may state the
   *     shape of its job
   * @param base the request with the machine's name and the figures that were set
   * @param allocations the nodes of measured jobs
   * @param progress receives the number of measurements that are prepared
   */
  public static TrialRuns of(
      List<MeasuredTime> measurements,
      Platform machine,
      PredictionRequest base,
      Allocations allocations,
      LongConsumer progress) {
    List<Trial> trials = new ArrayList<>();
    Map<MeasuredTime, String> unpredicted = new LinkedHashMap<>();
    Map<String, PreparedTrace> traces = new HashMap<>();
    Map<List<String>, Optional<String>> unplaced = new HashMap<>();
    for (MeasuredTime measurement : measurements) {
      Optional<String> refusal = refusal(measurement);
      if (refusal.isEmpty()) {
        Trial trial = trial(measurement, machine, allocations, traces);
        List<String> job = List.of(
            trial.setting().mapping(), measurement.nodes(), Integer.toString(measurement.ranks()));
        refusal = unplaced
            .computeIfAbsent(job, j -> unplaced(trial.setting(), base))
            .or(() -> tooMany(measurement, machine));
        if (refusal.isEmpty()) {
          trials.add(trial);
        }
      }
      refusal.ifPresent(reason -> unpredicted.put(measurement, reason));
      progress.accept(trials.size() + unpredicted.size());
    }
    return new TrialRuns(trials, unpredicted);
  }

  /** Returns why the machine has no room for the ranks of a job; empty if it has room. */
  private static Optional<String> unplaced(Trial.Setting setting, PredictionRequest base) {
    Map<String, String> figures = new TreeMap<>(base.figures());
    figures.putAll(setting.figures());
    try {
      Machine.fit(
          PlatformCatalogue.load(base.platform(), figures),
          setting.ranks(),
          MappingSpec.parse(setting.mapping()));
      return Optional.empty();
    } catch (PlatformException e) {
      String message = e.getMessage();
      return Optional.of(message.substring(Math.max(0, message.indexOf("found "))));
    }
  }

  /**
   * Returns why a linear all-to-all cannot be replayed; empty if it can be replayed. All its
   * messages are in memory at the same time and take about 300 B each.
   */
  private static Optional<String> tooMany(MeasuredTime measurement, Platform machine) {
    long messages = measurement.ranks() * (measurement.ranks() - 1L);
    return measurement.collective().equals("alltoall")
            && messages > MOST_MESSAGES
            && rule(measurement, machine)
                .orElseGet(() -> chosen(measurement, machine))
                .startsWith("linear")
        ? Optional.of("a linear all-to-all of " + messages + " messages; more than " + MOST_MESSAGES
            + " may not fit in memory")
        : Optional.empty();
  }

  private static Trial trial(
      MeasuredTime measurement,
      Platform machine,
      Allocations allocations,
      Map<String, PreparedTrace> traces) {
    Map<String, String> figures = new TreeMap<>();
    rule(measurement, machine)
        .ifPresent(rule -> figures.put(ruleKey(measurement.collective()), rule));
    if (machine.figures().containsKey("network.shape") && measurement.hasShape()) {
      figures.put("network.shape", shape(measurement, machine));
      // a job's shape is a logical view, so it may be larger than the machine in some dimension
      figures.put(MAX_SHAPE, "none");
    }
    figures.put(Platform.RANKS_PER_NODE, Integer.toString(measurement.ranksPerNode()));
    String key =
        measurement.collective() + " " + blockBytes(measurement) + " " + measurement.ranks();
    PreparedTrace trace = traces.computeIfAbsent(
        key, name -> PreparedTrace.of(name, Patterns.generate(request(measurement))));
    return new Trial(
        measurement,
        trace,
        new Trial.Setting(
            figures, allocations.mapping(measurement), measurement.ranks(), measurement.run()));
  }

  /**
   * Returns the shape of a job's torus on the machine. A shape with fewer dimensions than the
   * machine's is a logical view: one of its sides runs through several dimensions of the machine,
   * and messages take the shorter physical routes (Ajima et al., Tofu: A 6D Mesh/Torus
   * Interconnect, IEEE Computer 42(11), 2009).
   */
  private static String shape(MeasuredTime measurement, Platform machine) {
    String largest = machine.figures().getOrDefault(MAX_SHAPE, "none");
    int[] sides = Arrays.stream(measurement.nodes().split("x"))
        .mapToInt(Integer::parseInt)
        .toArray();
    return Grids.text(Grids.folded(sides, largest.split("x").length));
  }

  /**
   * Returns the collective rule that the run sets: the named algorithm's rule, or the algorithm
   * that the machine's rules choose, so that a measurement of the library's choice and one that
   * names the same algorithm are one run. The machine's rules remain if they choose a network or an
   * algorithm that depends on the ranks per node. MPI_Reduce_scatter always needs a rule, because
   * the pattern calls MPI_Reduce_scatter_block.
   */
  private static Optional<String> rule(MeasuredTime measurement, Platform machine) {
    Optional<String> named =
        MeasuredAlgorithms.of(measurement).flatMap(MeasuredAlgorithms.Choice::rule);
    if (named.isPresent() || measurement.isMessage()) {
      return named;
    }
    String chosen = chosen(measurement, machine);
    boolean keeps = Algorithms.isNetwork(chosen) || chosen.startsWith(Algorithms.TWO_LEVEL);
    return keeps && !measurement.collective().equals(REDUCE_SCATTER)
        ? Optional.empty()
        : Optional.of(chosen);
  }

  /** Returns the algorithm that the machine's rules choose. */
  private static String chosen(MeasuredTime measurement, Platform machine) {
    Operation operation = Operation.of(measurement.collective());
    long bytes = operation == Operation.REDUCE_SCATTER
        ? measurement.bytes()
        : operation.ruleBytes(blockBytes(measurement), measurement.ranks());
    return machine.collectives().choose(operation, bytes, measurement.ranks(), true);
  }

  /**
   * Returns the key of a collective's rule. Measured MPI_Reduce_scatter has equal blocks, so
   * patterns call MPI_Reduce_scatter_block instead.
   */
  private static String ruleKey(String collective) {
    return "collectives." + collective + (collective.equals(REDUCE_SCATTER) ? "_block" : "");
  }

  private static Optional<String> refusal(MeasuredTime measurement) {
    Optional<Pattern> pattern = pattern(measurement);
    if (pattern.isEmpty()) {
      return Optional.of("no collective " + measurement.collective());
    }
    Optional<MeasuredAlgorithms.Choice> choice = MeasuredAlgorithms.of(measurement);
    if (choice.isPresent() && choice.get().reason().isPresent()) {
      return choice.get().reason();
    }
    if (choice.isEmpty() && !measurement.algorithm().isEmpty()) {
      return Optional.of("unknown algorithm " + measurement.algorithm());
    }
    if (measurement.ranks() > MOST_RANKS) {
      return Optional.of("more than " + MOST_RANKS + " ranks");
    }
    if (measurement.ranks() < 2) {
      return Optional.of("a single rank");
    }
    if (measurement.bytes() > TraceValidator.MAX_COUNT) {
      return Optional.of("more than " + TraceValidator.MAX_COUNT + " B");
    }
    if (blockBytes(measurement) == 0) {
      return Optional.of("blocks without an element");
    }
    return Optional.empty();
  }

  private static Optional<Pattern> pattern(MeasuredTime measurement) {
    return measurement.isMessage()
        ? Optional.of(Pattern.PINGPONG)
        : Pattern.byKey(measurement.collective()).filter(Pattern::isCollective);
  }

  private static PatternRequest request(MeasuredTime measurement) {
    return new PatternRequest(
        pattern(measurement).orElseThrow(),
        measurement.ranks(),
        1,
        blockBytes(measurement),
        Element.INT,
        0,
        Optional.empty(),
        List.of(),
        false,
        false,
        false,
        measurement.ranks() - 1);
  }

  /**
   * Returns the bytes of a collective's vector, or of one block if ranks exchange blocks. The
   * number is rounded down to whole elements.
   */
  private static long blockBytes(MeasuredTime measurement) {
    long bytes = MeasuredTime.hasBlocks(measurement.collective())
        ? measurement.bytes() / measurement.ranks()
        : measurement.bytes();
    return bytes - bytes % Integer.BYTES;
  }
}
