package io.github.tracecast.predict.report.prediction;

import io.github.tracecast.predict.model.CallSiteTimes;
import io.github.tracecast.predict.model.Prediction;
import io.github.tracecast.predict.report.html.Html;
import io.github.tracecast.predict.report.html.Table;
import io.github.tracecast.predict.report.page.PageSection;
import io.github.tracecast.predict.text.Numbers.TimeUnit;
import java.util.List;

/** The time by call site, over all ranks. */
final class CallSitesSection implements PageSection {
  private final List<CallSiteTimes> sites;
  private final TimeUnit unit;

  CallSitesSection(Prediction prediction) {
    this.sites = prediction.callSites();
    this.unit = TimeUnit.of(prediction.predictedSeconds());
  }

  @Override
  public String id() {
    return "call-sites";
  }

  @Override
  public String title() {
    return "Call sites";
  }

  @Override
  public void write(Html html) {
    int shown = Math.min(sites.size(), PredictionReport.MOST_ROWS);
    String symbol = ", " + unit.symbol();
    Table table = Table.sortable(
        Table.caption(shown, sites.size(), "Call sites", "call sites with the most time")
            + ", sum over all ranks",
        "site",
        "call",
        "count",
        "time" + symbol,
        "of which waiting" + symbol,
        "average" + symbol,
        "max" + symbol,
        "computation before" + symbol,
        "% of all time",
        "% of MPI time",
        "name");
    for (CallSiteTimes site : sites.subList(0, shown)) {
      table.row(
          Table.Cell.of(Integer.toString(site.site()), site.site()),
          Table.Cell.of(site.call().mpiName()),
          Table.Cell.count(site.calls()),
          Table.Cell.time(unit, site.seconds()),
          Table.Cell.time(unit, site.waitingSeconds()),
          Table.Cell.time(unit, site.meanSeconds()),
          Table.Cell.time(unit, site.longestSeconds()),
          Table.Cell.time(unit, site.computeSeconds()),
          Table.Cell.percent(site.ofApplication()),
          Table.Cell.percent(site.ofMpi()),
          Table.Cell.of(site.name()));
    }
    table.write(html);
  }
}
