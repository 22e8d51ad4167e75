package io.github.tracecast.predict.report.sweep;

import io.github.tracecast.predict.output.Column;
import io.github.tracecast.predict.report.chart.Chart;
import io.github.tracecast.predict.report.chart.LineChart;
import io.github.tracecast.predict.report.html.Table;
import io.github.tracecast.predict.report.page.PageSection;
import io.github.tracecast.predict.report.page.SectionBody;
import io.github.tracecast.predict.report.table.ShownColumns;
import io.github.tracecast.predict.sweep.RankScaling;
import io.github.tracecast.predict.sweep.SweepResult;
import io.github.tracecast.trace.text.Numbers;
import io.github.tracecast.trace.text.Numbers.TimeUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Speed-up and efficiency over the ranks, with the bend of each curve of predicted times. */
record ScalingSection(List<RankScaling> all, TimeUnit unit, Optional<String> recorded) {
  /** The largest number of lines of a chart; more lines cannot be distinguished. */
  private static final int LINES = 6;

  /** The section is empty if the result has a single number of ranks. */
  static PageSection of(SweepResult result, TimeUnit unit) {
    return new PageSection(
        "scaling",
        "Speed-up and efficiency",
        new ScalingSection(RankScaling.of(result), unit, result.recordedText())::write);
  }

  private void write(SectionBody body) {
    if (all.isEmpty()) {
      return;
    }
    body.element(
        "p",
        "Speed-up and efficiency are relative to the point of each line with the fewest ranks. On logarithmic"
            + " scales of time and ranks, the curve bends where its slope increases most.");
    for (RankScaling scaling : all) {
      body.element(
          "p",
          (scaling.line().isEmpty() ? "" : scaling.line() + ": ") + scaling.bendText()
              + " Scaling is " + scaling.kindText() + ".");
      scaling.reasons().forEach(reason -> body.element("p", reason + "."));
    }
    recorded.ifPresent(line -> body.element("p", line));
    if (all.stream().anyMatch(RankScaling::hasFits)) {
      body.element(
          "p",
          "Bands show the 95% interval of extrapolated computation. Wide bands extend beyond the chart.");
    }
    body.chart(chart(true));
    if (!efficient().isEmpty()) {
      body.chart(chart(false));
    }
    table().write(body);
  }

  /** The curves that have an efficiency. */
  private List<RankScaling> efficient() {
    return all.stream().filter(one -> one.kind() != RankScaling.Kind.NEITHER).toList();
  }

  private Chart chart(boolean speedUp) {
    List<RankScaling> shown = speedUp ? all : efficient();
    List<RankScaling> chosen =
        Arrays.stream(Numbers.evenly(shown.size(), LINES)).mapToObj(shown::get).toList();
    int[] ranks = all.stream()
        .flatMap(one -> one.steps().stream())
        .mapToInt(RankScaling.Step::ranks)
        .distinct()
        .sorted()
        .toArray();
    List<LineChart.Line> lines = new ArrayList<>();
    for (RankScaling scaling : chosen) {
      lines.add(line(scaling, ranks, speedUp));
    }
    if (speedUp) {
      double[] ideal =
          Arrays.stream(ranks).mapToDouble(one -> (double) one / ranks[0]).toArray();
      lines.add(new LineChart.Line("ideal", ideal, ideal, ideal, List.of()));
    }
    String what = speedUp ? "speed-up" : "efficiency, %";
    return new LineChart(
        speedUp ? "scaling-speed-up" : "scaling-efficiency",
        (speedUp ? "Speed-up" : "Efficiency") + " over ranks."
            + (chosen.stream().anyMatch(one -> one.bend().isPresent())
                ? " Marks show where the curve bends."
                : ""),
        "ranks",
        what,
        speedUp ? 1 : 100,
        Arrays.stream(ranks).mapToObj(Integer::toString).toList(),
        Arrays.stream(ranks).asDoubleStream().toArray(),
        true,
        false,
        false,
        false,
        false,
        lines);
  }

  private static LineChart.Line line(RankScaling scaling, int[] ranks, boolean speedUp) {
    double[] values = new double[ranks.length];
    Arrays.fill(values, Double.NaN);
    double[] low = values.clone();
    double[] high = values.clone();
    for (RankScaling.Step step : scaling.steps()) {
      int at = Arrays.binarySearch(ranks, step.ranks());
      values[at] = speedUp ? step.speedUp() : step.efficiency().orElseThrow();
      low[at] = step.atLongest(values[at]);
      high[at] = step.atShortest(values[at]);
    }
    List<LineChart.Mark> marks = new ArrayList<>();
    scaling.bend().ifPresent(bend -> {
      RankScaling.Step step = scaling.steps().get(bend);
      marks.add(new LineChart.Mark(
          "bend", step.ranks(), speedUp ? step.speedUp() : step.efficiency().orElseThrow()));
    });
    String name = scaling.line().isEmpty() ? "predicted" : scaling.line();
    return new LineChart.Line(name, values, low, high, marks);
  }

  private Table table() {
    Map<RankScaling.Step, String> lines = new IdentityHashMap<>();
    List<RankScaling.Step> steps = new ArrayList<>();
    for (RankScaling scaling : all.stream().limit(SweepReport.MOST_POINTS).toList()) {
      for (RankScaling.Step step : scaling.steps()) {
        lines.put(step, scaling.line().isEmpty() ? "all" : scaling.line());
        steps.add(step);
      }
    }
    List<Column<RankScaling.Step>> columns = new ArrayList<>();
    if (all.size() > 1) {
      columns.add(Column.name("", "line", lines::get));
    }
    columns.addAll(RankScaling.Step.TIME);
    if (all.stream().anyMatch(RankScaling::hasFits)) {
      columns.addAll(RankScaling.Step.FITS);
    }
    columns.addAll(RankScaling.Step.SPEED_UP);
    columns.addAll(RankScaling.Step.EXPLANATION);
    return new ShownColumns<>(columns, unit).page("Scaling", steps);
  }
}
