package io.github.tracecast.predict.report.sweep;

import io.github.tracecast.platform.Quantity;
import io.github.tracecast.predict.output.Column;
import io.github.tracecast.predict.output.Column.Amount;
import io.github.tracecast.predict.report.chart.Chart;
import io.github.tracecast.predict.report.chart.GridAnswers;
import io.github.tracecast.predict.report.html.Html;
import io.github.tracecast.predict.report.page.PageSection;
import io.github.tracecast.predict.report.table.PointColumns;
import io.github.tracecast.predict.settings.Settings;
import io.github.tracecast.predict.sweep.Axis;
import io.github.tracecast.predict.sweep.SweepPlan;
import io.github.tracecast.predict.sweep.SweepResult;
import io.github.tracecast.predict.sweep.SweptTraces;
import io.github.tracecast.trace.text.Numbers.TimeUnit;
import io.github.tracecast.trace.text.Shell;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/** A control for each varied setting, and the answer at the chosen values. */
final class WhatIfSection extends PageSection {
  private final SweepResult result;
  private final SweepPlan plan;
  private final SweepCurves curves;
  private final TimeUnit unit;
  private final List<Integer> axes;

  WhatIfSection(SweepResult result, TimeUnit unit) {
    super("what-if", "What if?");
    this.result = result;
    this.plan = result.plan();
    this.curves = new SweepCurves(result);
    this.unit = unit;
    this.axes = curves.axes();
  }

  /** Whether the page lacks some points, or there is nothing to choose. */
  @Override
  public boolean isEmpty() {
    return axes.isEmpty()
        || plan.size() > SweepReport.MOST_POINTS
        || result.fastest().isEmpty();
  }

  @Override
  public List<Chart> charts() {
    return List.of(answers());
  }

  @Override
  public void write(Html html) {
    answers().write(html);
  }

  private GridAnswers answers() {
    int fastest = result.fastest().orElseThrow();
    return new GridAnswers(
        "what-if-answers",
        axes.stream().anyMatch(this::isContinuous)
            ? "Between the sweep's values, figures are interpolated linearly in a time, and in the inverse of a bandwidth or speed."
            : "Only the sweep's own values can be chosen.",
        command(),
        axes.stream().map(this::axis).toList(),
        figures(),
        axes.stream().map(axis -> plan.valueAt(axis, fastest)).toList());
  }

  /** Returns the prediction's command without the varied settings. A prediction has no option for ranks, but a sweep has. */
  private String command() {
    List<String> words =
        new ArrayList<>(List.of("tracecast", plan.varies(SweptTraces.RANKS) ? "sweep" : "predict"));
    words.addAll(List.of(result.trace().split(", ")));
    words.addAll(Settings.options(
        plan.base(),
        Settings.all().stream().filter(setting -> !plan.varies(setting.key())).toList()));
    return Shell.command(words);
  }

  private GridAnswers.GridAxis axis(int number) {
    Axis axis = plan.axes().get(number);
    boolean continuous = isContinuous(number);
    double[] places = continuous ? curves.places(number) : new double[0];
    Quantity first = Quantity.parse(axis.values().getFirst()).orElse(null);
    return new GridAnswers.GridAxis(
        curves.title(number),
        continuous ? axis.values() : labels(number),
        places,
        continuous ? Objects.requireNonNull(first).unit() : "",
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

  /** Whether values between the listed values of an axis can be chosen. A count, a size or a name has none between. */
  private boolean isContinuous(int number) {
    Axis axis = plan.axes().get(number);
    if (plan.zipped() || axis.values().stream().map(Quantity::parse).distinct().count() < 2) {
      return false;
    }
    return axis.dimension()
        .filter(dimension -> switch (dimension) {
          case TIME, TIME_PER_BYTE, BANDWIDTH, SPEED, INSTRUCTION_RATE, POWER, ENERGY_PER_BYTE ->
            true;
          case NUMBER -> axis.key().startsWith("compute-scale");
          case SIZE -> false;
        })
        .isPresent();
  }

  private List<GridAnswers.Figure> figures() {
    PointColumns points = new PointColumns(result);
    List<GridAnswers.Figure> figures = new ArrayList<>();
    List<Column<Integer>> columns = Column.chosen(
        points.times(), "predicted", "computation", "communication", "of which waiting");
    for (Column<Integer> column : columns) {
      figures.add(new GridAnswers.Figure(
          column.heading(), unit.symbol(), unit.perSecond(), averages(column)));
    }
    for (Column<Integer> column : points.cost()) {
      if (!column.heading().isEmpty()) {
        figures.add(new GridAnswers.Figure(column.heading(), "", 1, averages(column)));
      }
    }
    return figures;
  }

  /** Returns a column's values on the axes' grid, each the average over the seeds. */
  private double[] averages(Column<Integer> column) {
    int size = axes.stream().mapToInt(this::places).reduce(1, Math::multiplyExact);
    double[] sums = new double[size];
    int[] counts = new int[size];
    for (int point = 0; point < plan.size(); point++) {
      Object value = column.value().apply(point);
      if (value != null) {
        int cell = cell(point);
        sums[cell] += number(value);
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

  private static double number(Object value) {
    return value instanceof Amount amount ? amount.number() : ((Number) value).doubleValue();
  }
}
