package io.github.tracecast.predict.report.sweep;

import io.github.tracecast.predict.output.Column;
import io.github.tracecast.predict.report.chart.BarChart;
import io.github.tracecast.predict.report.chart.Chart;
import io.github.tracecast.predict.report.html.Html;
import io.github.tracecast.predict.report.page.PageSection;
import io.github.tracecast.predict.report.page.SectionBody;
import io.github.tracecast.predict.report.table.PointColumns;
import io.github.tracecast.predict.report.table.ShownColumns;
import io.github.tracecast.predict.sensitivity.Sensitivity;
import io.github.tracecast.predict.sensitivity.ShareSensitivity;
import io.github.tracecast.predict.sweep.Outcome;
import io.github.tracecast.predict.sweep.SweepResult;
import io.github.tracecast.simulate.lanes.Share;
import io.github.tracecast.trace.text.Numbers;
import io.github.tracecast.trace.text.Numbers.TimeUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The parts of each point's time, and by which factor each part may grow before a given slowdown. */
record PointSensitivitySection(SweepResult result, TimeUnit unit) {
  /** The most bars of the picture. */
  private static final int BARS = 64;

  /** The section is empty if the sweep did not measure sensitivity. */
  static PageSection of(SweepResult result, TimeUnit unit) {
    return new PageSection("sensitivity", "Sensitivity of each point", body -> {
      if (result.plan().sensitivity() && result.fastest().isPresent()) {
        new PointSensitivitySection(result, unit).write(body);
      }
    });
  }

  private Chart chart() {
    int all = result.plan().size();
    int[] points = Numbers.evenly(all, BARS);
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
    return new BarChart(
        "sensitivity-chart",
        "Parts of each point's time"
            + (points.length < all
                ? "; " + points.length + " of " + Numbers.count(all) + " points"
                : "")
            + ".",
        BarChart.Layout.WIDE,
        "point",
        "time, " + unit.symbol(),
        unit.perSecond(),
        Arrays.stream(points).mapToObj(Integer::toString).toList(),
        series,
        List.of());
  }

  private List<ShareSensitivity> sensitivity(int point) {
    return result.outcomes().get(point) instanceof Outcome.Predicted found
        ? found.sensitivity()
        : List.of();
  }

  private void write(SectionBody body) {
    body.chart(chart());
    table(
        body,
        "Change of the predicted time when a property of the machine grows by 1%",
        ShareSensitivity.derivatives());
    table(
        body,
        "How many times as long each part may take before the run is 1, 2, 5 and 10% slower",
        ShareSensitivity.tolerances());
  }

  private void table(Html html, String caption, List<Column<List<ShareSensitivity>>> figures) {
    PointColumns points = new PointColumns(result);
    new ShownColumns<>(Column.joined(points.place(), Column.ofPart(figures, points::shares)), unit)
        .page(
            caption,
            Arrays.stream(Numbers.evenly(result.plan().size(), SweepReport.MOST_POINTS))
                .boxed()
                .filter(point -> points.shares(point) != null)
                .toList())
        .write(html);
  }
}
