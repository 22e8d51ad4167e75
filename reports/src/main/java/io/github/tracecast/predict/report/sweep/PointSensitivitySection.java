package io.github.tracecast.predict.report.sweep;

import io.github.tracecast.predict.report.chart.BarChart;
import io.github.tracecast.predict.report.chart.Chart;
import io.github.tracecast.predict.report.html.Html;
import io.github.tracecast.predict.report.html.Table;
import io.github.tracecast.predict.report.page.PageSection;
import io.github.tracecast.predict.sensitivity.Derivative;
import io.github.tracecast.predict.sensitivity.Sensitivity;
import io.github.tracecast.predict.sensitivity.ShareSensitivity;
import io.github.tracecast.predict.sweep.Outcome;
import io.github.tracecast.predict.sweep.SweepPlan;
import io.github.tracecast.predict.sweep.SweepResult;
import io.github.tracecast.simulate.lanes.Share;
import io.github.tracecast.trace.text.Numbers;
import io.github.tracecast.trace.text.Numbers.TimeUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/** The parts of each point's time, and the tolerated slowdown of the machine in each part. */
final class PointSensitivitySection extends PageSection {
  /** Most bars of the picture. */
  private static final int BARS = 64;

  private final SweepResult result;
  private final SweepPlan plan;
  private final TimeUnit unit;

  PointSensitivitySection(SweepResult result, TimeUnit unit) {
    super("sensitivity", "Sensitivity of each point");
    this.result = result;
    this.plan = result.plan();
    this.unit = unit;
  }

  @Override
  public List<Chart> charts() {
    int[] points = Numbers.evenly(plan.size(), BARS);
    List<BarChart.Series> series = new ArrayList<>();
    for (Share share : Share.values()) {
      series.add(BarChart.Series.bars(
          Sensitivity.words(share),
          Arrays.stream(points)
              .mapToDouble(point -> sensitivity(point).stream()
                  .filter(one -> one.share() == share)
                  .mapToDouble(ShareSensitivity::seconds)
                  .sum())
              .toArray()));
    }
    return List.of(new BarChart(
        "sensitivity-chart",
        "Parts of each point's time"
            + (points.length < plan.size()
                ? "; " + points.length + " of " + Numbers.count(plan.size()) + " points"
                : "")
            + ".",
        BarChart.Layout.WIDE,
        "point",
        "time, " + unit.symbol(),
        unit.perSecond(),
        Arrays.stream(points).mapToObj(Integer::toString).toList(),
        series,
        List.of()));
  }

  private List<ShareSensitivity> sensitivity(int point) {
    return result.outcomes().get(point) instanceof Outcome.Predicted found
        ? found.sensitivity()
        : List.of();
  }

  @Override
  public void write(Html html) {
    charts().getFirst().write(html);
    List<String> headings = PointsSection.headings(plan);
    List<TimeUnit> units = new ArrayList<>();
    for (int i = 0; i < Derivative.NAMES.size(); i++) {
      units.add(unit(i));
      headings.add(
          Derivative.NAMES.get(i).replace('_', ' ') + ", " + units.get(i).symbol());
    }
    table(
        html,
        "Change of the predicted time when a property of the machine grows by 1%",
        headings,
        found -> {
          List<Derivative> all = Derivative.of(ShareSensitivity.bySeconds(found));
          return IntStream.range(0, all.size())
              .mapToObj(i -> Table.Cell.change(units.get(i), 0.01 * all.get(i).seconds()))
              .toList();
        });
    List<String> factors = PointsSection.headings(plan);
    for (Share share : Share.values()) {
      ShareSensitivity.SLOWER.forEach(
          part -> factors.add(Sensitivity.words(share) + ", run +" + Numbers.perCent(part)));
    }
    table(
        html,
        "How many times as long each part may take before the run is 1, 2, 5 and 10% slower",
        factors,
        found -> found.stream()
            .flatMap(one -> one.factors().stream().map(Table.Cell::factor))
            .toList());
  }

  /** The unit of a derivative's column: that of its largest change. */
  private TimeUnit unit(int derivative) {
    return TimeUnit.of(IntStream.range(0, plan.size())
        .mapToObj(this::sensitivity)
        .filter(found -> !found.isEmpty())
        .mapToDouble(found -> 0.01
            * Math.abs(
                Derivative.of(ShareSensitivity.bySeconds(found)).get(derivative).seconds()))
        .max()
        .orElse(0));
  }

  private void table(
      Html html,
      String caption,
      List<String> headings,
      Function<List<ShareSensitivity>, List<Table.Cell>> figures) {
    Table table = Table.sortable(caption, headings.toArray(String[]::new));
    for (int point : Numbers.evenly(plan.size(), SweepReport.MOST_POINTS)) {
      if (!sensitivity(point).isEmpty()) {
        List<Table.Cell> cells = PointsSection.named(plan, point);
        cells.addAll(figures.apply(sensitivity(point)));
        table.row(cells.toArray(Table.Cell[]::new));
      }
    }
    table.write(html);
  }
}
