package io.github.tracecast.predict.report.prediction;

import io.github.tracecast.predict.model.CallSiteTimes;
import io.github.tracecast.predict.model.Prediction;
import io.github.tracecast.predict.model.PredictionTables;
import io.github.tracecast.predict.report.html.Html;
import io.github.tracecast.predict.report.html.Table;
import io.github.tracecast.predict.report.page.PageSection;
import io.github.tracecast.predict.report.table.ShownColumns;
import io.github.tracecast.trace.text.Numbers.TimeUnit;
import java.util.Comparator;
import java.util.List;

/** The time by call site, over all ranks. */
final class CallSitesSection extends PageSection {
  private final List<CallSiteTimes> sites;

  CallSitesSection(Prediction prediction) {
    super("call-sites", "Call sites");
    this.sites = prediction.callSites().stream()
        .sorted(Comparator.comparingDouble(CallSiteTimes::costSeconds).reversed())
        .toList();
  }

  @Override
  public void write(Html html) {
    List<CallSiteTimes> shown =
        sites.subList(0, Math.min(sites.size(), PredictionReport.MOST_ROWS));
    double longest = shown.stream()
        .mapToDouble(site -> Math.max(site.computeSeconds(), site.seconds()))
        .max()
        .orElse(0);
    new ShownColumns<>(PredictionTables.callSites(shown), TimeUnit.of(longest))
        .page(
            Table.caption(shown.size(), sites.size(), "Call sites", "call sites that cost most")
                + ", sum over all ranks",
            shown)
        .write(html);
  }
}
