package io.github.tracecast.predict.report.comparison;

import io.github.tracecast.predict.compare.Comparison.SiteChange;
import io.github.tracecast.predict.compare.ComparisonTables;
import io.github.tracecast.predict.report.chart.BarChart;
import io.github.tracecast.predict.report.chart.Chart;
import io.github.tracecast.predict.report.html.Table;
import io.github.tracecast.predict.report.page.PageSection;
import io.github.tracecast.predict.report.page.SectionBody;
import io.github.tracecast.predict.report.prediction.PredictionReport;
import io.github.tracecast.predict.report.table.ShownColumns;
import io.github.tracecast.trace.text.Numbers;
import io.github.tracecast.trace.text.Numbers.TimeUnit;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The change of each call site's time, averaged per rank, with the largest change first. */
record MovedSitesSection(List<SiteChange> sites, TimeUnit unit, TimeUnit changes) {
  private static final String TITLE = "Call sites that changed";

  /** Call sites with a smaller share of all changes are folded. */
  private static final double SMALL = 0.01;

  /** The most rows of the picture. */
  private static final int DRAWN = 16;

  static PageSection of(List<SiteChange> sites, TimeUnit unit, TimeUnit changes) {
    List<SiteChange> moved = sites.stream().filter(SiteChange::moved).toList();
    return new PageSection("call-sites", TITLE, new MovedSitesSection(moved, unit, changes)::write);
  }

  private void write(SectionBody body) {
    if (!sites.isEmpty()) {
      body.chart(chart());
      table(body);
    }
  }

  private Chart chart() {
    List<SiteChange> drawn = sites.subList(0, Math.min(DRAWN, sites.size()));
    return new BarChart(
        "sites-chart",
        summary(drawn),
        BarChart.Layout.ROWS,
        "",
        "change of time, " + changes.symbol(),
        changes.perSecond(),
        drawn.stream().map(MovedSitesSection::label).toList(),
        List.of(
            BarChart.Series.bars("computation", values(drawn, SiteChange::computeChange)),
            BarChart.Series.bars("waiting", values(drawn, MovedSitesSection::waitingChange)),
            BarChart.Series.bars(
                "work in calls", values(drawn, site -> site.callChange() - waitingChange(site)))),
        List.of());
  }

  private static double[] values(List<SiteChange> sites, ToDoubleFunction<SiteChange> value) {
    return sites.stream().mapToDouble(value).toArray();
  }

  private static double waitingChange(SiteChange site) {
    return site.b().waitSeconds() - site.a().waitSeconds();
  }

  private static String label(SiteChange site) {
    return site.name().isEmpty() ? site.call() : site.call() + " " + site.name();
  }

  private String summary(List<SiteChange> drawn) {
    SiteChange most = sites.getFirst();
    return "Changes from A to B, average per rank. The changes add up to the change of the average rank"
        + (drawn.size() < sites.size()
            ? "; the " + drawn.size() + " of " + Numbers.count(sites.size())
                + " with the largest change"
            : "")
        + ". " + label(most) + " changed most: by " + Numbers.change(most.change()) + ", "
        + Numbers.percent(most.shareOfMoves()) + "% of all changes.";
  }

  private void table(SectionBody body) {
    int shown = Math.min(PredictionReport.MOST_ROWS, sites.size());
    new ShownColumns<>(ComparisonTables.SITES_IN_FULL, unit, changes)
        .writePage(
            body,
            Table.caption(shown, sites.size(), TITLE, "call sites that changed most")
                + ", average per rank",
            sites.subList(0, shown),
            site -> site.shareOfMoves() < SMALL,
            "call site",
            " with less than 1% of the changes each");
  }
}
