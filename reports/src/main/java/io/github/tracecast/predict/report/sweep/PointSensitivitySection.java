package io.github.tracecast.predict.report.sweep;

import io.github.tracecast.predict.output.Column;
import io.github.tracecast.predict.report.chart.BarChart;
import io.github.tracecast.predict.report.chart.Chart;
import io.github.tracecast.predict.report.html.Html;
import io.github.tracecast.predict.report.page.PageSection;
import io.github.tracecast.predict.report.table.PointColumns;
import io.github.tracecast.predict.report.table.ShownColumns;
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

/** The parts of each point's time, and how far each part may grow before a given slowdown. */
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
    table(
        html,
        "Change of the predicted time when a property of the machine grows by 1%",
        ShareSensitivity.derivatives());
    table(
        html,
        "How many times as long each part may take before the run is 1, 2, 5 and 10% slower",
        ShareSensitivity.tolerances());
  }

  private void table(Html html, String caption, List<Column<List<ShareSensitivity>>> figures) {
    PointColumns points = new PointColumns(result);
    List<Column<Integer>> columns = new ArrayList<>(points.place());
    columns.addAll(Column.ofPart(figures, points::shares));
    new ShownColumns<>(columns, unit)
        .page(
            caption,
            Arrays.stream(Numbers.evenly(plan.size(), SweepReport.MOST_POINTS))
                .boxed()
                .filter(point -> points.shares(point) != null)
                .toList())
        .write(html);
  }
}
