package io.github.tracecast.predict.sweep;

import io.github.tracecast.predict.model.Efficiencies;
import io.github.tracecast.predict.model.FitRange;
import io.github.tracecast.predict.output.Column;
import io.github.tracecast.tools.extrapolate.Scaling;
import io.github.tracecast.trace.text.Numbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.commons.math3.stat.regression.SimpleRegression;

/**
 * The predicted time by number of ranks, with fixed values on all other axes.
 *
 * @param line the values of the other axes as text; empty if there are no other axes
 * @param kind strong, weak or neither: the work that stays the same when the number of ranks grows
 * @param exponent the exponent of the number of ranks that fits the computation of a rank best; NaN
 *     if there is no computation
 * @param steps the points of the curve, by ascending ranks, at least two
 */
public record RankScaling(String line, Kind kind, double exponent, List<Step> steps) {
  /**
   * The largest change of the curve's slope on logarithmic scales that is not a bend. At a bend,
   * the slope changes by more than this value, for all times within their intervals.
   */
  private static final double STRAIGHT = 0.1;

  /**
   * The largest distance of the fitted exponent from 0 or -1 at which computation counts as
   * constant or as proportional to 1/ranks.
   */
  private static final double NEAR = 0.25;

  /** A report explains the efficiency of a step if it is above this. */
  private static final double MOST_PLAIN_EFFICIENCY = 1.1;

  /** The work that stays the same when the number of ranks grows. */
  public enum Kind {
    /** The computation of all ranks together. */
    STRONG,
    /** The computation of a rank. */
    WEAK,
    /**
     * Neither the computation of all ranks together nor the computation of a rank stays the same.
     */
    NEITHER;

    /** The name in options and results. */
    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }

    private static Kind of(Scaling stated) {
      return stated == Scaling.WEAK ? WEAK : STRONG;
    }

    /**
     * Returns the kind of scaling of two runs or more.
     *
     * @param exponent the exponent of the number of ranks that fits the computation of a rank best
     */
    public static Kind fitting(double exponent) {
      return Math.abs(exponent) <= NEAR ? WEAK : Math.abs(exponent + 1) <= NEAR ? STRONG : NEITHER;
    }

    /**
     * Returns the computation scaling of a run: the useful computation of a run on fewer ranks,
     * divided by the useful computation of this run. For strong scaling it compares the computation
     * of all ranks together, for weak scaling the computation of the average rank. Its product with
     * the parallel efficiency is the global efficiency.
     *
     * @param growth number of ranks of the run, divided by the smaller number of ranks
     * @param fewerMeanSeconds useful computation of an average rank in the run on fewer ranks
     * @param meanSeconds useful computation of an average rank in this run
     * @return empty if no rank computes, or if scaling is neither strong nor weak
     */
    public OptionalDouble computationScaling(
        double growth, double fewerMeanSeconds, double meanSeconds) {
      return this == NEITHER || meanSeconds == 0
          ? OptionalDouble.empty()
          : OptionalDouble.of(fewerMeanSeconds / meanSeconds / (this == WEAK ? 1 : growth));
    }
  }

  /**
   * One point of the curve: a number of ranks and its time.
   *
   * @param halfWidthSeconds half the confidence interval if loops were sampled, otherwise 0
   * @param fits the range of the time that the interval of extrapolated computation gives; empty if
   *     there is none
   * @param speedUp work per second relative to the fewest ranks; the ratio of times if scaling is
   *     neither strong nor weak
   * @param efficiency speed-up divided by the growth of the number of ranks, so 1 on the fewest
   *     ranks; empty if scaling is neither strong nor weak
   * @param efficiencies load balance, serialisation and transfer; empty if no rank computes
   * @param computationScaling useful computation on the fewest ranks, divided by that of this step;
   *     empty if scaling is neither strong nor weak
   * @param reason the reason for an efficiency above 110%; empty for less
   */
  public record Step(
      int point,
      int ranks,
      double seconds,
      double halfWidthSeconds,
      Optional<FitRange> fits,
      double speedUp,
      OptionalDouble efficiency,
      Optional<Efficiencies> efficiencies,
      OptionalDouble computationScaling,
      Optional<String> reason) {
    /** The columns of the ranks and the time. */
    public static final List<Column<Step>> TIME = List.of(
        Column.count("ranks", "ranks", Step::ranks),
        Column.time("predicted_seconds", "predicted", Step::seconds));

    /** The columns of the range of times that the interval of extrapolated computation gives. */
    public static final List<Column<Step>> FITS =
        Column.ofPart(FitRange.COLUMNS, step -> step.fits.orElse(null));

    /** The columns of the speed-up and the efficiency. */
    public static final List<Column<Step>> SPEED_UP = List.of(
        Column.ratio("speed_up", "speed-up", Step::speedUp),
        Column.optionalShare("efficiency", "efficiency", Step::efficiency));

    /** The columns of the run's efficiencies, which explain the speed-up. */
    public static final List<Column<Step>> EFFICIENCIES =
        Column.ofPart(Efficiencies.SHARES, step -> step.efficiencies.orElse(null));

    /** The columns of computation scaling and of its product with the parallel efficiency. */
    public static final List<Column<Step>> SCALING = List.of(
        Column.optionalShare(
            "computation_scaling", "computation scaling", Step::computationScaling),
        Column.optionalShare("global_efficiency", "global efficiency", Step::globalEfficiency));

    /** The columns of texts and pages that explain the speed-up: the product, then its factors. */
    public static final List<Column<Step>> EXPLANATION =
        Column.joined(SCALING.reversed(), EFFICIENCIES);

    /** Returns parallel efficiency x computation scaling; empty if one of them is missing. */
    public OptionalDouble globalEfficiency() {
      return efficiencies.isEmpty() || computationScaling.isEmpty()
          ? OptionalDouble.empty()
          : OptionalDouble.of(efficiencies.get().parallel() * computationScaling.getAsDouble());
    }

    private double leastSeconds() {
      return fits.map(FitRange::lowSeconds).orElse(seconds) - halfWidthSeconds;
    }

    private double mostSeconds() {
      return fits.map(FitRange::highSeconds).orElse(seconds) + halfWidthSeconds;
    }

    /**
     * Converts a quantity that is inversely proportional to the time to the longest time of the
     * range.
     */
    public double atLongest(double figure) {
      return fits.map(range -> figure * seconds / range.highSeconds()).orElse(figure);
    }

    /**
     * Converts a quantity that is inversely proportional to the time to the shortest time of the
     * range.
     */
    public double atShortest(double figure) {
      return fits.map(range -> figure * seconds / range.lowSeconds()).orElse(figure);
    }
  }

  public RankScaling {
    steps = List.copyOf(steps);
  }

  /**
   * Returns a result's curves, one for each combination of the other axes' values; empty if ranks
   * are not varied.
   */
  public static List<RankScaling> of(SweepResult result) {
    SweepPlan plan = result.plan();
    if (!plan.varies(SweptTraces.RANKS)) {
      return List.of();
    }
    Map<String, List<Integer>> lines = IntStream.range(0, plan.size())
        .filter(point -> result.seconds(point).isPresent())
        .boxed()
        .collect(Collectors.groupingBy(
            point -> others(plan, point), LinkedHashMap::new, Collectors.toList()));
    return lines.entrySet().stream()
        .filter(line -> line.getValue().size() > 1)
        .map(line -> of(line.getKey(), line.getValue(), result))
        .toList();
  }

  private static String others(SweepPlan plan, int point) {
    return plan.words(
        point,
        text -> text,
        axis -> !plan.zipped() && !plan.axes().get(axis).key().equals(SweptTraces.RANKS));
  }

  private static int ranks(SweepPlan plan, int point) {
    return SweptTraces.number(plan.textOf(SweptTraces.RANKS, point).orElseThrow());
  }

  private static RankScaling of(String line, List<Integer> points, SweepResult result) {
    SweepPlan plan = result.plan();
    List<Integer> sorted = new ArrayList<>(points);
    sorted.sort(Comparator.comparingInt(point -> ranks(plan, point)));
    int fewest = ranks(plan, sorted.getFirst());
    Outcome.Predicted first = predicted(result, sorted.getFirst());
    double exponent = exponent(result, sorted);
    Kind kind = plan.scaling().map(Kind::of).orElse(Kind.fitting(exponent));
    List<Step> steps = new ArrayList<>();
    for (int point : sorted) {
      Outcome.Predicted step = predicted(result, point);
      double growth = (double) ranks(plan, point) / fewest;
      double faster = first.predictedSeconds() / step.predictedSeconds();
      double speedUp = kind == Kind.WEAK ? faster * growth : faster;
      double efficiency = speedUp / growth;
      steps.add(new Step(
          point,
          ranks(plan, point),
          step.predictedSeconds(),
          step.intervalHalfWidthSeconds(),
          step.fits(),
          speedUp,
          kind == Kind.NEITHER ? OptionalDouble.empty() : OptionalDouble.of(efficiency),
          step.efficiencies(),
          kind.computationScaling(growth, first.compute().mean(), step.compute().mean()),
          kind == Kind.NEITHER || efficiency <= MOST_PLAIN_EFFICIENCY
              ? Optional.empty()
              : Optional.of(reason(kind, growth, first, step) + " on " + fewest + " ranks")));
    }
    return new RankScaling(line, kind, exponent, steps);
  }

  /**
   * Fits a straight line to log(computation of a rank) over log(number of ranks), and returns its
   * slope.
   */
  private static double exponent(SweepResult result, List<Integer> points) {
    SimpleRegression line = new SimpleRegression();
    for (int point : points) {
      line.addData(
          Math.log(ranks(result.plan(), point)),
          Math.log(predicted(result, point).compute().mean()));
    }
    return Double.isInfinite(line.getSlope()) ? Double.NaN : line.getSlope();
  }

  /**
   * Returns the reason for an efficiency above 100%: less computation, or else less time in MPI
   * calls.
   */
  private static String reason(
      Kind kind, double growth, Outcome.Predicted first, Outcome.Predicted step) {
    double assumed = kind == Kind.WEAK ? 1 : 1 / growth;
    double computation = step.compute().mean() / (first.compute().mean() * assumed);
    String whose = kind == Kind.WEAK ? "a rank computes" : "all ranks together compute";
    return computation < 1
        ? whose + " " + Numbers.wholePercent(1 - computation) + " less than"
        : "a rank spends " + Numbers.wholePercent(share(step))
            + " of its time in MPI calls, against " + Numbers.wholePercent(share(first));
  }

  private static double share(Outcome.Predicted outcome) {
    return outcome.communication().mean() / outcome.meanRankSeconds();
  }

  private static Outcome.Predicted predicted(SweepResult result, int point) {
    return (Outcome.Predicted) result.outcomes().get(point);
  }

  /**
   * Returns the step where the curve of time over ranks, on logarithmic scales, turns upwards most,
   * and after which efficiency is lost; empty if no step is such a bend for all times within their
   * intervals.
   */
  public OptionalInt bend() {
    int bend = -1;
    double most = STRAIGHT;
    for (int i = 1; i + 1 < steps.size(); i++) {
      Step at = steps.get(i);
      double turn =
          slope(at, at.mostSeconds(), steps.get(i + 1), steps.get(i + 1).leastSeconds())
              - slope(steps.get(i - 1), steps.get(i - 1).leastSeconds(), at, at.mostSeconds());
      if (turn > most && losesEfficiency(at) && losesEfficiency(steps.getFirst())) {
        most = turn;
        bend = i;
      }
    }
    return bend < 0 ? OptionalInt.empty() : OptionalInt.of(bend);
  }

  /**
   * Whether the last step is less efficient than a given step, for all times within their
   * intervals.
   */
  private boolean losesEfficiency(Step than) {
    Step last = steps.getLast();
    double slope = slope(than, than.mostSeconds(), last, last.leastSeconds());
    return switch (kind) {
      case WEAK -> slope > 0;
      case STRONG -> slope > -1;
      case NEITHER -> true;
    };
  }

  private static double slope(Step a, double secondsOfA, Step b, double secondsOfB) {
    return Math.log(secondsOfB / secondsOfA) / Math.log((double) b.ranks() / a.ranks());
  }

  /** Whether any predicted time has a range, because its computation was extrapolated with an interval. */
  public boolean hasFits() {
    return steps.stream().anyMatch(step -> step.fits().isPresent());
  }

  /** Describes the efficiency on the most ranks; empty if scaling is neither strong nor weak. */
  public Optional<String> efficiencyText() {
    Step last = steps.getLast();
    if (last.efficiency().isEmpty()) {
      return Optional.empty();
    }
    double share = last.efficiency().getAsDouble();
    return Optional.of((line.isEmpty() ? "" : line + ": ") + Numbers.percent(share) + "% on "
        + Numbers.counted(last.ranks(), "rank") + ", relative to "
        + Numbers.counted(steps.getFirst().ranks(), "rank")
        + last.fits()
            .map(range -> " (95% interval " + Numbers.percent(last.atLongest(share)) + "% to "
                + Numbers.percent(last.atShortest(share)) + "%)")
            .orElse(""));
  }

  public String kindText() {
    return switch (kind) {
      case WEAK -> "weak: the computation per rank is constant";
      case STRONG -> "strong: the total computation is constant";
      case NEITHER ->
        Double.isNaN(exponent)
            ? "neither strong nor weak: there is no computation"
            : String.format(
                Locale.ROOT,
                "neither strong nor weak: the computation per rank scales as ranks^%.2f",
                exponent);
    };
  }

  /** The reasons for efficiencies above 110%, one sentence for each step. */
  public List<String> reasons() {
    return steps.stream()
        .filter(step -> step.reason().isPresent())
        .map(step -> "Efficiency is above 110% on " + step.ranks() + " ranks, because "
            + step.reason().get())
        .toList();
  }

  public String bendText() {
    return bend().isEmpty()
        ? "The curve has no bend in this range"
            + (steps.stream().anyMatch(step -> step.leastSeconds() < step.seconds())
                ? " that exceeds the intervals of its times."
                : ".")
        : "The curve bends at " + steps.get(bend().getAsInt()).ranks() + " ranks.";
  }
}
