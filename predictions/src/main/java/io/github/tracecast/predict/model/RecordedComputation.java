package io.github.tracecast.predict.model;

import io.github.tracecast.platform.Node;
import io.github.tracecast.platform.Platform;
import io.github.tracecast.predict.settings.PredictionRequest;
import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.Header;
import io.github.tracecast.trace.Provenance;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.Unit;
import io.github.tracecast.trace.text.Numbers;
import java.util.Collection;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * Whether a trace has its computation as time or as instructions, and on which processor it was
 * recorded. A replay uses recorded times unchanged. Therefore every report states the origin of the
 * times and whether they were scaled.
 *
 * @param times whether the trace has computation as time
 * @param instructions whether the trace has computation as instructions
 * @param flops whether the instructions are floating point operations
 * @param processor the processor of the recorded run; empty if the trace does not name it
 * @param threads number of threads of a rank
 * @param hosts the nodes of the recorded run
 * @param crowdedCores the number of cores of the recorded run, if its ranks had more threads than
 *     cores; otherwise empty
 * @param alone whether the computation was measured again, on ranks that ran alone
 * @param extrapolation from which recordings the trace was extrapolated; empty if it was recorded
 */
public record RecordedComputation(
    boolean times,
    boolean instructions,
    boolean flops,
    Optional<String> processor,
    int threads,
    List<String> hosts,
    OptionalInt crowdedCores,
    boolean alone,
    Optional<String> extrapolation) {
  public static RecordedComputation of(Trace trace) {
    return new RecordedComputation(
        has(trace, delta -> delta.unit() == Unit.MICROSECONDS),
        has(trace, delta -> delta.unit() == Unit.INSTRUCTIONS),
        trace.header().flops(),
        processor(trace),
        trace.header().threads(),
        nodes(trace.header())
            .map(Provenance.Node::host)
            .filter(host -> !host.isEmpty())
            .toList(),
        crowded(trace),
        trace.header().isTimedAlone(),
        trace.header().extrapolation());
  }

  private static OptionalInt crowded(Trace trace) {
    int cores = nodes(trace.header()).mapToInt(RecordedComputation::cores).sum();
    return cores > 0 && cores < recordedRanks(trace.header()) * trace.header().threads()
        ? OptionalInt.of(cores)
        : OptionalInt.empty();
  }

  /** The ranks of the recorded run. An extrapolated trace has more ranks. */
  private static long recordedRanks(Header header) {
    return header.extrapolation().isEmpty()
        ? header.ranks()
        : nodes(header).mapToLong(node -> node.ranks().size()).sum();
  }

  private static Stream<Provenance.Node> nodes(Header header) {
    return header.provenance().stream().flatMap(provenance -> provenance.nodes().stream());
  }

  /** Whether ranks shared cores while the computation was measured. */
  public boolean sharedCores() {
    return crowdedCores.isPresent() && !alone;
  }

  private static int cores(Provenance.Node node) {
    return node.usableProcessors() > 0 ? node.usableProcessors() : node.cores();
  }

  private static Optional<String> processor(Trace trace) {
    return trace
        .header()
        .provenance()
        .map(provenance -> String.join(" and ", provenance.cpus()))
        .filter(names -> !names.isEmpty());
  }

  /** Whether the trace holds a time for each iteration of the recorded run. */
  static boolean hasIterations(Trace trace) {
    return (trace.header().times().isPresent() || trace.header().provenance().isPresent())
        && has(trace, Delta::isInOrder);
  }

  /** Whether a trace has computation. */
  static boolean isIn(Trace trace) {
    return has(trace, delta -> true);
  }

  /** Whether a trace has computation that fulfils a condition. */
  private static boolean has(Trace trace, Predicate<Delta> condition) {
    return trace.events().stream()
        .flatMap(event -> event.deltas().stream())
        .anyMatch(delta -> delta.kind() == Delta.Kind.COMPUTE && condition.test(delta));
  }

  /**
   * Returns the most important assumption: that recorded times are valid for other or unknown
   * cores, and for cores of different speeds. Empty if the times are scaled, or if all machines
   * have the same cores as the recording.
   *
   * @param scaled whether there is a factor on all computation
   * @param atSites further factors on the computation of call sites
   */
  public Optional<String> assumption(
      boolean scaled, Map<String, Double> atSites, Collection<Platform> machines) {
    if (scaled || !times || machines.stream().allMatch(this::isOn)) {
      return Optional.empty();
    }
    double[] speeds = machines.stream()
        .filter(machine -> !machine.node().scalesComputation())
        .mapToDouble(machine -> machine.node().flopsPerSecond())
        .distinct()
        .toArray();
    return Optional.of("computation times of " + processor.orElse("an unknown processor") + ", "
        + scaling(1, atSites, machines)
        + (speeds.length == 0 ? "" : " (`compute-scale`)")
        + (speeds.length > 1 ? ", although the machines' node.speed differs" : ""));
  }

  /** Whether a machine's description or one of its sources names the processor or a node of the recording. */
  private boolean isOn(Platform machine) {
    Stream<String> texts =
        Stream.concat(Stream.of(machine.description()), machine.provenance().values().stream());
    return texts.anyMatch(text -> processor.filter(text::contains).isPresent()
        || hosts.stream().anyMatch(host -> text.equals(host) || text.contains(host + ",")));
  }

  /**
   * Returns one line about the computation and its scaling, for the head of a report.
   *
   * @param whose the machine with the instruction rate, in the possessive, such as {@code
   *     bluegene-l's}
   * @param factor factor on all computation
   * @param atSites further factors on the computation of call sites
   * @param machines the machines of the predictions, whose cores may have factors too
   */
  public String text(
      String whose, double factor, Map<String, Double> atSites, Collection<Platform> machines) {
    return text(whose, scaling(factor, atSites, machines));
  }

  /** Returns the line about the computation of a prediction on a machine. */
  public String text(PredictionRequest used, Platform machine) {
    return text(
        machine.name() + "'s",
        used.computeScale().factor(),
        used.computeScaleAt(),
        List.of(machine));
  }

  private static String scaling(
      double factor, Map<String, Double> atSites, Collection<Platform> machines) {
    List<Node> scaled =
        machines.stream().map(Platform::node).filter(Node::scalesComputation).toList();
    String all = factor == 1 ? "" : "times " + Numbers.factor(factor);
    String ofCores = scaled.isEmpty()
        ? ""
        : machines.size() == 1
            ? "times "
                + range(scaled.getFirst().slowdown().stream().mapToDouble(one -> one))
                + " (node.slowdown)"
            : "scaled by node.slowdown"
                + (scaled.size() == machines.size()
                    ? ""
                    : " on " + scaled.size() + " of " + machines.size() + " machines"
                        + (factor == 1 ? ", otherwise not scaled" : ""));
    return (all + ofCores).isEmpty()
        ? "not scaled" + more(atSites)
        : all + (all.isEmpty() || ofCores.isEmpty() ? "" : ", ") + ofCores + more(atSites);
  }

  /** Returns the least and the largest of some factors. */
  static String range(DoubleStream factors) {
    DoubleSummaryStatistics all = factors.summaryStatistics();
    return Numbers.factor(all.getMin())
        + (all.getMin() == all.getMax() ? "" : " to " + Numbers.factor(all.getMax()));
  }

  /** Returns the factors of single call sites, as a part of a text about scaling. */
  public static String more(Map<String, Double> atSites) {
    return new TreeMap<>(atSites)
        .entrySet().stream()
            .map(at ->
                "; before call site " + at.getKey() + " times " + Numbers.factor(at.getValue()))
            .collect(Collectors.joining());
  }

  /** Returns the name of the counted quantity, for computation that is not recorded as time. */
  public String counted() {
    return flops ? "flops" : "instructions";
  }

  private String rate() {
    return flops ? "node.speed" : "instruction rate";
  }

  /** Returns one line about the computation of several predictions, whose factors may differ. */
  public String text(String whose, String scaling) {
    String on = processor.map(name -> " on " + name).orElse("");
    String unknown = processor.isEmpty() ? " (the trace does not name its processor)" : "";
    if (times && instructions) {
      return "times as recorded" + on + ", " + counted() + " at " + whose + " " + rate() + ", "
          + scaling + unknown;
    }
    if (instructions) {
      return counted() + " as recorded" + on + ", at " + whose + " " + rate() + ", " + scaling;
    }
    return times ? "as recorded" + on + ", " + scaling + unknown : "none recorded";
  }
}
