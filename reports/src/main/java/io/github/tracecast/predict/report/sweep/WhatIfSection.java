package io.github.tracecast.predict.report.sweep;

import io.github.tracecast.platform.Quantity;
import io.github.tracecast.platform.Quantity.Dimension;
import io.github.tracecast.predict.output.Column;
import io.github.tracecast.predict.report.chart.GridAnswers;
import io.github.tracecast.predict.report.page.PageSection;
import io.github.tracecast.predict.report.page.SectionBody;
import io.github.tracecast.predict.report.table.PointColumns;
import io.github.tracecast.predict.settings.Settings;
import io.github.tracecast.predict.sweep.Axis;
import io.github.tracecast.predict.sweep.SweepPlan;
import io.github.tracecast.predict.sweep.SweepResult;
import io.github.tracecast.predict.sweep.SweptJobs;
import io.github.tracecast.predict.sweep.Variations;
import io.github.tracecast.predict.usage.Production.Against;
import io.github.tracecast.predict.usage.RunUsage;
import io.github.tracecast.trace.text.Numbers;
import io.github.tracecast.trace.text.Numbers.TimeUnit;
import io.github.tracecast.trace.text.Shell;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A control for each varied setting, and the answer at the chosen values. */
public final class WhatIfSection {
  private static final double SECONDS_PER_HOUR = 3600;
  private static final String WHOLE_RUN = "whole run";
  private static final String ENERGY = Against.ENERGY.noun();
  private static final String COST = Against.COST.noun();

  private final SweepResult result;
  private final SweepPlan plan;
  private final SweepCurves curves;
  private final TimeUnit unit;
  private final List<Integer> axes;
  private final Optional<List<Integer>> prediction;

  private WhatIfSection(SweepResult result, TimeUnit unit, Optional<List<Integer>> prediction) {
    this.prediction = prediction;
    this.result = result;
    this.plan = result.plan();
    this.curves = new SweepCurves(result);
    this.unit = unit;
    this.axes = curves.axes();
  }

  /** The answers of a sweep, which begin at its fastest point. */
  static PageSection of(SweepResult result, TimeUnit unit) {
    return section(new WhatIfSection(result, unit, Optional.empty())::write);
  }

  /** The answers around a prediction, which begin at the prediction itself. */
  public static PageSection around(Optional<SweepResult> variations, TimeUnit unit) {
    return section(body -> variations.ifPresent(
        points -> new WhatIfSection(points, unit, Optional.of(Variations.middle(points.plan())))
            .write(body)));
  }

  private static PageSection section(Consumer<SectionBody> content) {
    return new PageSection("what-if", "What if?", content);
  }

  /**
   * Whether the section has no controls, because the page lacks some points or there is nothing to
   * choose.
   */
  private boolean isEmpty() {
    return axes.isEmpty() || !hasAnswers(result);
  }

  /** Whether a page of a sweep has the answers at all points that can be chosen. */
  static boolean hasAnswers(SweepResult result) {
    return result.plan().size() <= SweepReport.MOST_POINTS && result.fastest().isPresent();
  }

  private void write(SectionBody body) {
    if (!isEmpty()) {
      body.chart(answers());
    }
  }

  private GridAnswers answers() {
    int fastest = result.fastest().orElseThrow();
    List<Integer> start = prediction.orElseGet(
        () -> axes.stream().map(axis -> plan.valueAt(axis, fastest)).toList());
    List<GridAnswers.Figure> figures = figures();
    double[] seconds = figures.getFirst().values();
    return new GridAnswers(
        "what-if-answers",
        axes.stream().anyMatch(curves::isContinuous)
            ? (prediction.isPresent()
                    ? "Answers from " + plan.size()
                        + " predictions with values around those of this prediction. "
                    : "")
                + "Between these values, results are interpolated linearly in a time, and in the inverse of a"
                + " bandwidth or speed."
            : "Only values of the sweep can be chosen.",
        command(),
        axes.stream().map(this::axis).toList(),
        figures,
        start,
        prediction.isPresent()
            ? "times this prediction"
            : result.scalesWeakly() ? "times the shortest time" : "times the fastest point",
        prediction.isPresent()
            ? seconds[seconds.length / 2]
            : Arrays.stream(seconds).filter(Double::isFinite).min().orElseThrow(),
        front(figures));
  }

  /**
   * Returns the prediction's command without the varied settings. If ranks or a value of a job are
   * varied, the command is a sweep, because a prediction has no option for them.
   */
  private String command() {
    List<String> words =
        new ArrayList<>(List.of("tracecast", plan.isOfPredictions() ? "predict" : "sweep"));
    words.addAll(List.of(result.trace().split(", ")));
    words.addAll(Settings.options(
        plan.base(),
        Settings.all().stream().filter(setting -> !plan.varies(setting.key())).toList()));
    words.addAll(plan.scalingWords());
    words.addAll(SweptJobs.words(plan.jobs().texts()));
    return Shell.command(words);
  }

  private GridAnswers.GridAxis axis(int number) {
    Axis axis = plan.axes().get(number);
    boolean continuous = curves.isContinuous(number);
    double[] places = continuous ? curves.places(number) : new double[0];
    Quantity first = Quantity.parse(axis.values().getFirst()).orElse(null);
    return new GridAnswers.GridAxis(
        curves.title(number),
        continuous ? axis.values() : labels(number),
        places,
        continuous ? Objects.requireNonNull(first).unit() : "",
        continuous ? symbol(Objects.requireNonNull(first)) : "",
        continuous ? Objects.requireNonNull(first).scale().doubleValue() : 1,
        CurvesSection.isLogarithmic(places),
        continuous && curves.inverse(number),
        continuous
            ? List.of(SweepPlan.option(axis.key(), ""))
            : IntStream.range(0, places(number))
                .mapToObj(place -> arguments(number, place))
                .toList(),
        CurvesSection.chartId(number));
  }

  private List<String> labels(int axis) {
    return plan.zipped()
        ? IntStream.range(0, plan.size()).mapToObj(plan::label).toList()
        : plan.axes().get(axis).values();
  }

  private int places(int axis) {
    return plan.axes().get(axis).values().size();
  }

  private String arguments(int axis, int place) {
    return IntStream.range(0, plan.axes().size())
        .filter(other -> plan.zipped() || other == axis)
        .mapToObj(plan.axes()::get)
        .map(one -> SweepPlan.option(one.key(), one.values().get(place)))
        .reduce((one, next) -> one + " " + next)
        .orElseThrow();
  }

  /** Returns a quantity's unit as charts write it: {@code GB/s} for {@code GBps}. */
  private static String symbol(Quantity quantity) {
    return quantity.dimension() == Dimension.BANDWIDTH
        ? quantity.unit().replaceFirst("ps$", "/s").replace("b/s", "bit/s")
        : quantity.unit();
  }

  private List<GridAnswers.Figure> figures() {
    List<GridAnswers.Figure> figures = new ArrayList<>();
    List<Column<Integer>> columns = Column.chosen(
        new PointColumns(result).times(),
        "predicted",
        "computation",
        "communication",
        "of which waiting");
    for (Column<Integer> column : columns) {
      figures.add(new GridAnswers.Figure(
          column.heading(), unit.symbol(), unit.perSecond(), averages(column.value())));
    }
    if (!result.wholeRuns().isEmpty()) {
      figures.add(new GridAnswers.Figure(
          WHOLE_RUN,
          "h",
          1 / SECONDS_PER_HOUR,
          averages(run(run -> OptionalDouble.of(run.seconds())))));
    }
    double[] joules = averages(run(RunUsage::energyJoules));
    double most = Arrays.stream(joules).filter(Double::isFinite).max().orElse(-1);
    if (most >= 0) {
      Numbers.EnergyUnit energy = Numbers.EnergyUnit.of(most);
      figures.add(new GridAnswers.Figure(ENERGY, energy.symbol(), energy.perJoule(), joules));
    }
    if (result.hasCosts()) {
      figures.add(new GridAnswers.Figure(COST, "", 1, averages(run(RunUsage::cost))));
    }
    return figures;
  }

  /** Returns a function from a point to a quantity of its production run. */
  private Function<Integer, @Nullable Object> run(Function<RunUsage, OptionalDouble> figure) {
    return point -> {
      OptionalDouble value = result.run(point).map(figure).orElse(OptionalDouble.empty());
      return value.isPresent() ? (Object) value.getAsDouble() : null;
    };
  }

  /** Returns the mark on the chart of time against cost or energy. */
  private Optional<GridAnswers.Front> front(List<GridAnswers.Figure> figures) {
    List<String> names = figures.stream().map(GridAnswers.Figure::name).toList();
    int time = Math.max(0, names.indexOf(WHOLE_RUN));
    int amount = names.indexOf(result.against().noun());
    return amount < 0
        ? Optional.empty()
        : Optional.of(new GridAnswers.Front(FrontSection.CHART, time, amount));
  }

  /** Returns one value for each point on the axes' grid: the average over the seeds. */
  private double[] averages(Function<Integer, @Nullable Object> values) {
    int size = axes.stream().mapToInt(this::places).reduce(1, Math::multiplyExact);
    double[] sums = new double[size];
    int[] counts = new int[size];
    for (int point = 0; point < plan.size(); point++) {
      Object value = values.apply(point);
      if (value != null) {
        int cell = cell(point);
        sums[cell] += ((Number) value).doubleValue();
        counts[cell]++;
      }
    }
    Arrays.setAll(sums, cell -> counts[cell] == 0 ? Double.NaN : sums[cell] / counts[cell]);
    return sums;
  }

  private int cell(int point) {
    int cell = 0;
    for (int axis : axes) {
      cell = cell * places(axis) + plan.valueAt(axis, point);
    }
    return cell;
  }
}
