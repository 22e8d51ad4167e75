package io.github.tracecast.predict.sweep;

import io.github.tracecast.predict.model.FitRange;
import io.github.tracecast.predict.settings.PredictionRequest;
import io.github.tracecast.predict.usage.Production;
import io.github.tracecast.predict.usage.Production.Against;
import io.github.tracecast.predict.usage.RunUsage;
import io.github.tracecast.predict.usage.WholeRun;
import io.github.tracecast.trace.text.Numbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The result of a sweep. The same command gives an equal result, even after interruptions.
 *
 * @param trace the trace, as the user named it
 * @param ranks the trace's number of ranks
 * @param recordedRanks the numbers of ranks of all recordings
 * @param computation one line about how computation was recorded and scaled
 * @param assumption the assumption that recorded times hold for the machines' cores; empty if the
 *     times are scaled
 * @param platforms the machines' names
 * @param engines names of the timing engines, each with its version
 * @param plan the points
 * @param used the settings that predicted points use, if they differ in mapping or computation
 *     times; the plan's settings if no point was predicted
 * @param outcomes the outcome of each point, in order
 * @param oneNode the finding that all ranks share one node at one or more points; empty if there is
 *     no such point
 * @param noEffect the finding that no varied setting has an effect, with settings that have an
 *     effect; empty if a varied setting has an effect
 * @param warnings reasons why predictions may be less exact, and parameters without effect
 * @param usages the usage of the run at each point; empty for points that failed
 * @param wholeRuns the usage of the run of full length at each point; empty if this length is not
 *     stated
 * @param production the runs for which a point is chosen
 * @param machineNodes number of nodes of each point's whole machine; empty if the machine has as
 *     many nodes as a run needs
 */
public record SweepResult(
    String trace,
    int ranks,
    List<Integer> recordedRanks,
    String computation,
    Optional<String> assumption,
    List<String> platforms,
    List<String> engines,
    SweepPlan plan,
    List<PredictionRequest> used,
    List<Outcome> outcomes,
    Optional<String> oneNode,
    Optional<String> noEffect,
    List<Warning> warnings,
    List<Optional<RunUsage>> usages,
    List<Optional<WholeRun>> wholeRuns,
    Production production,
    List<OptionalInt> machineNodes) {
  /**
   * A warning about some or all points of the sweep.
   *
   * @param text the warning in one line
   * @param points number of points with this warning
   */
  public record Warning(String text, int points) {
    /** Returns the text, with the number of points unless the warning applies to all points. */
    public String of(int all) {
      return points == all
          ? text
          : text + " (" + Numbers.count(points) + " of " + Numbers.count(all) + " points)";
    }
  }

  /** The least relative difference at which two costs of a second count as different. */
  private static final double SAME_PRICE = 1e-9;

  public SweepResult {
    recordedRanks = List.copyOf(recordedRanks);
    platforms = List.copyOf(platforms);
    engines = List.copyOf(engines);
    used = List.copyOf(used);
    outcomes = List.copyOf(outcomes);
    warnings = List.copyOf(warnings);
    usages = List.copyOf(usages);
    wholeRuns = List.copyOf(wholeRuns);
    machineNodes = List.copyOf(machineNodes);
  }

  /**
   * Says which points over the ranks are recordings, whose iterations differ, and which are
   * extrapolated, with the average computation in each iteration. The text is empty if ranks are
   * not varied, or if all points are recordings.
   */
  public Optional<String> recordedText() {
    if (!plan.varies(SweptTraces.RANKS)) {
      return Optional.empty();
    }
    List<String> values = plan.valuesOf(SweptTraces.RANKS, "");
    List<String> recorded = values.stream()
        .filter(value -> recordedRanks.contains(SweptTraces.number(value)))
        .toList();
    return recorded.size() == values.size()
        ? Optional.empty()
        : Optional.of((recorded.isEmpty()
                ? "All points are extrapolated"
                : "Recorded on " + String.join(", ", recorded)
                    + " ranks, with a time for each iteration; the other points are extrapolated")
            + ", with average times of iterations"
            + plan.scaling()
                .map(one -> " and, as stated, " + one.text() + " scaling of the computation")
                .orElse("")
            + ".");
  }

  /** Passes each line of a report about the settings of all points to {@code line}, with its title. */
  public void describe(BiConsumer<String, String> line) {
    plan.describe(used, line);
  }

  /** Returns the predicted time of a point; empty if there is none. */
  public OptionalDouble seconds(int point) {
    return outcomes.get(point) instanceof Outcome.Predicted found
        ? OptionalDouble.of(found.predictedSeconds())
        : OptionalDouble.empty();
  }

  /** Returns the range of a point's time that the interval of extrapolated computation gives. */
  public Optional<FitRange> fits(int point) {
    return outcomes.get(point) instanceof Outcome.Predicted found ? found.fits() : Optional.empty();
  }

  /**
   * Whether a point can be the fastest, because some varied setting has an effect and all points do
   * the same work.
   */
  public boolean hasChoice() {
    return noEffect.isEmpty() && !scalesWeakly();
  }

  /**
   * Whether more ranks do more work, so that times on different numbers of ranks cannot be
   * compared.
   */
  public boolean scalesWeakly() {
    return RankScaling.of(this).stream().anyMatch(one -> one.kind() == RankScaling.Kind.WEAK);
  }

  /** Whether some machine has a price. */
  public boolean hasCosts() {
    return has(RunUsage::cost);
  }

  /** Returns the cost of the recorded run at a point; empty if the machine has no price or the point failed. */
  public OptionalDouble cost(int point) {
    return usages.get(point).map(RunUsage::cost).orElse(OptionalDouble.empty());
  }

  /** Returns the usage of a production run, or of the recorded run if no length is stated; empty if the point failed. */
  public Optional<RunUsage> run(int point) {
    return wholeRuns.isEmpty() ? usages.get(point) : wholeRuns.get(point).map(WholeRun::usage);
  }

  /**
   * Returns the number of nodes on which all production runs end in time; empty if a run misses the
   * deadline, the machine has too few nodes, or the point failed.
   */
  public OptionalLong nodes(int point) {
    return hasTooFewNodes(point) ? OptionalLong.empty() : neededNodes(point);
  }

  /**
   * Whether each run ends before the deadline, but the machine has too few nodes for the runs at
   * the same time.
   */
  public boolean hasTooFewNodes(int point) {
    OptionalLong needed = neededNodes(point);
    return needed.isPresent()
        && machineNodes.get(point).isPresent()
        && needed.getAsLong() > machineNodes.get(point).getAsInt();
  }

  /**
   * Returns the number of nodes on which all production runs would end in time, even if the machine
   * has fewer; empty if a run misses the deadline or the point failed.
   */
  public OptionalLong neededNodes(int point) {
    return outcomes.get(point) instanceof Outcome.Predicted found
        ? production.nodes(run(point).orElseThrow().seconds(), found.usedNodes())
        : OptionalLong.empty();
  }

  /**
   * The quantity compared with time. By default, it is the cost. Without prices, it is the energy
   * or, if there are no energies but a deadline, the number of nodes.
   */
  public Against against() {
    return production
        .against()
        .orElseGet(() -> hasCosts()
            ? Against.COST
            : production.deadlineSeconds().isPresent() && !has(RunUsage::energyJoules)
                ? Against.NODES
                : Against.ENERGY);
  }

  private boolean has(Function<RunUsage, OptionalDouble> amount) {
    return usages.stream()
        .flatMap(Optional::stream)
        .anyMatch(used -> amount.apply(used).isPresent());
  }

  /**
   * The point with the lowest amount; the fastest of several such points. The result is empty if
   * there are no amounts. If the user has stated no quantity to compare, it is also empty if more
   * ranks do more work, or if the cost of a second is the same at all points, because the fastest
   * point is then the cheapest.
   */
  public Optional<Integer> cheapest() {
    if (!comparesAmounts() || !production.isForSweepsOnly() && (!hasCosts() || hasOnePrice())) {
      return Optional.empty();
    }
    List<OptionalDouble> amounts = amounts();
    return ranked(amounts)
        .min(Comparator.comparingDouble((Integer point) -> amounts.get(point).getAsDouble())
            .thenComparingDouble(this::runSeconds));
  }

  private boolean comparesAmounts() {
    return production.isForSweepsOnly() ? noEffect.isEmpty() : hasChoice();
  }

  private boolean hasOnePrice() {
    DoubleSummaryStatistics perSecond = predicted()
        .mapToDouble(point -> cost(point).orElse(0) / seconds(point).getAsDouble())
        .summaryStatistics();
    return perSecond.getMax() - perSecond.getMin() <= SAME_PRICE * perSecond.getMax();
  }

  /** The cost, energy or nodes of each point; empty if the point misses the deadline. */
  public List<OptionalDouble> amounts() {
    Against against = against();
    return IntStream.range(0, outcomes.size())
        .mapToObj(point -> nodes(point).isEmpty()
            ? OptionalDouble.empty()
            : switch (against) {
              case COST -> run(point).orElseThrow().cost();
              case ENERGY -> run(point).orElseThrow().energyJoules();
              case NODES -> OptionalDouble.of(nodes(point).getAsLong());
            })
        .toList();
  }

  private double runSeconds(int point) {
    return run(point).orElseThrow().seconds();
  }

  /** Returns the points with an amount. */
  private Stream<Integer> ranked(List<OptionalDouble> amounts) {
    return predicted().filter(point -> amounts.get(point).isPresent());
  }

  /**
   * The Pareto-optimal points: no other point is better in both time and amount. The fastest point
   * comes first. Empty if no point has an amount.
   *
   * @param amounts the amounts of all points, as in {@link #amounts}
   */
  public List<Integer> front(List<OptionalDouble> amounts) {
    List<Integer> sorted = ranked(amounts)
        .sorted(Comparator.comparingDouble(this::runSeconds)
            .thenComparingDouble(point -> amounts.get(point).getAsDouble()))
        .toList();
    List<Integer> front = new ArrayList<>();
    for (int point : sorted) {
      double amount = amounts.get(point).getAsDouble();
      double least = front.isEmpty()
          ? Double.POSITIVE_INFINITY
          : amounts.get(front.getLast()).getAsDouble();
      if (amount < least || amount == least && runSeconds(point) == runSeconds(front.getLast())) {
        front.add(point);
      }
    }
    return front;
  }

  /** Whether the front offers a choice between a faster point and a point with a lower amount. */
  public boolean hasTradeOff(List<Integer> front) {
    return comparesAmounts()
        && !front.isEmpty()
        && runSeconds(front.getFirst()) < runSeconds(front.getLast());
  }

  /** The point with the shortest predicted time; the first if several are equal. */
  public Optional<Integer> fastest() {
    return predicted().min(Comparator.comparingDouble(point -> seconds(point).getAsDouble()));
  }

  /** The point with the longest predicted time; the first if several are equal. */
  public Optional<Integer> slowest() {
    return predicted()
        .reduce((a, b) -> seconds(b).getAsDouble() > seconds(a).getAsDouble() ? b : a);
  }

  private Stream<Integer> predicted() {
    return IntStream.range(0, outcomes.size())
        .boxed()
        .filter(point -> seconds(point).isPresent());
  }

  /** Number of points that could not be predicted. */
  public int failed() {
    return (int) outcomes.stream().filter(Outcome.Failed.class::isInstance).count();
  }
}
