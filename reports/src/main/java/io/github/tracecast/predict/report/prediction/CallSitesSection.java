package io.github.tracecast.predict.report.prediction;

import io.github.tracecast.predict.model.CallSiteTimes;
import io.github.tracecast.predict.model.Prediction;
import io.github.tracecast.predict.report.html.Html;
import io.github.tracecast.predict.report.html.Table;
import io.github.tracecast.predict.report.page.PageSection;
import io.github.tracecast.predict.text.FunctionName;
import io.github.tracecast.trace.text.Numbers.TimeUnit;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;

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
    int shown = Math.min(sites.size(), PredictionReport.MOST_ROWS);
    TimeUnit whole = largest(site -> Math.max(site.computeSeconds(), site.seconds()));
    TimeUnit single = largest(CallSiteTimes::longestSeconds);
    Table table = Table.sortable(
        Table.caption(shown, sites.size(), "Call sites", "call sites that cost most")
            + ", sum over all ranks",
        "name",
        "call",
        "count",
        "computation before, " + whole.symbol(),
        "in call, " + whole.symbol(),
        "of which waiting, " + whole.symbol(),
        "average, " + single.symbol(),
        "max, " + single.symbol(),
        "app %",
        "MPI %",
        "site");
    for (CallSiteTimes site : sites.subList(0, shown)) {
      table.row(
          Table.Cell.site(FunctionName.of(site.name()), site.name()),
          Table.Cell.of(site.call().mpiName()),
          Table.Cell.count(site.calls()),
          Table.Cell.time(whole, site.computeSeconds()),
          Table.Cell.time(whole, site.seconds()),
          Table.Cell.time(whole, site.waitingSeconds()),
          Table.Cell.time(single, site.meanSeconds()),
          Table.Cell.time(single, site.longestSeconds()),
          Table.Cell.percent(site.ofApplication()),
          Table.Cell.percent(site.ofMpi()),
          Table.Cell.of(Integer.toString(site.site()), site.site()));
    }
    table.write(html);
  }

  private TimeUnit largest(ToDoubleFunction<CallSiteTimes> seconds) {
    return TimeUnit.of(sites.stream().mapToDouble(seconds).max().orElse(0));
  }
}
