package io.github.tracecast.predict.report.prediction;

import io.github.tracecast.predict.model.CallSiteTimes;
import io.github.tracecast.predict.model.Prediction;
import io.github.tracecast.predict.report.chart.BarChart;
import io.github.tracecast.predict.report.chart.Chart;
import io.github.tracecast.predict.report.html.Table;
import io.github.tracecast.predict.report.page.PageSection;
import io.github.tracecast.predict.report.page.SectionBody;
import io.github.tracecast.predict.text.FunctionName;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.Unit;
import io.github.tracecast.trace.text.Arguments;
import io.github.tracecast.trace.text.Numbers;
import io.github.tracecast.trace.text.Numbers.TimeUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** The recorded distributions of computation before the call sites with the most computation. */
final class DeltasSection {
  private static final int SITES = 8;

  private static final int MOST_BINS = 33;

  /** Times whose standard deviation is below this share of their mean are nearly constant. */
  private static final double CONSTANT = 0.05;

  /**
   * If the ratio of the largest to the smallest value is at least this, the widths of bins grow by
   * a factor.
   */
  private static final double WIDE = 16;

  private record Site(CallSiteTimes times, RecordedTimes recorded) {
    /** The standard deviation as a share of the mean. */
    double relativeDeviation() {
      double mean = recorded.mean();
      return mean == 0 ? 0 : Math.abs(recorded.deviation() / mean);
    }

    boolean onlyAverages() {
      return recorded.histograms() == 0 && recorded.min() < recorded.max();
    }

    boolean isConstant() {
      return relativeDeviation() < CONSTANT;
    }
  }

  private final List<Site> sites = new ArrayList<>();

  /** The predicted time of all ranks and call sites together, in seconds. */
  private final double all;

  private DeltasSection(Prediction prediction, Trace trace) {
    this.all =
        prediction.callSites().stream().mapToDouble(CallSiteTimes::costSeconds).sum();
    List<CallSiteTimes> biggest = prediction.callSites().stream()
        .filter(site -> site.computeSeconds() > 0)
        .sorted(Comparator.comparingDouble(CallSiteTimes::computeSeconds).reversed())
        .limit(SITES)
        .toList();
    for (CallSiteTimes site : biggest) {
      RecordedTimes times = RecordedTimes.of(trace, site.site(), site.call(), Unit.MICROSECONDS);
      if (times.distributions() == 0) {
        times = RecordedTimes.of(trace, site.site(), site.call(), Unit.INSTRUCTIONS);
      }
      if (times.distributions() > 0) {
        sites.add(new Site(site, times));
      }
    }
  }

  static PageSection of(Prediction prediction, Trace trace) {
    return new PageSection(
        "deltas", "Recorded computation", new DeltasSection(prediction, trace)::write);
  }

  private void write(SectionBody body) {
    if (sites.isEmpty()) {
      body.element("p", "The trace recorded no computation.");
      return;
    }
    body.element(
        "p",
        Arguments.asOptions(
            "Recorded computation before the calls, at the call sites with the most computation, of all ranks and"
                + " after any previous call. An average (`deltas avg`)"
                + " describes constant times well. For scattered times, use `deltas histogram`, which samples"
                + " times from the recorded histograms."));
    List<Site> scattered = sites.stream().filter(site -> !site.isConstant()).toList();
    List<Site> large = scattered.stream().filter(this::isLarge).toList();
    List<Site> small = scattered.stream().filter(site -> !isLarge(site)).toList();
    tiles(body, large);
    constant(body, true);
    constant(body, false);
    if (!small.isEmpty()) {
      body.open("details")
          .element(
              "summary",
              Numbers.counted(small.size(), "call site") + " with less than 1% of the time each");
      tiles(body, small);
      body.close("details");
    }
  }

  /** Whether a site has so much computation that its chart is not folded. */
  private boolean isLarge(Site site) {
    return site.times().computeSeconds() >= PredictionReport.SMALL * all;
  }

  private void tiles(SectionBody body, List<Site> shown) {
    if (!shown.isEmpty()) {
      body.open("div", "class", "tiles");
      shown.forEach(site -> body.chart(
          chart("deltas-site-" + site.times().site() + "-" + sites.indexOf(site), site)));
      body.close("div");
    }
  }

  /**
   * Writes a table of the sites with nearly constant computation, or with averages alone, whose
   * charts would each be a single bar.
   *
   * @param timed whether the table has the sites with recorded times, or with recorded instructions
   */
  private void constant(SectionBody body, boolean timed) {
    List<Site> constant = sites.stream()
        .filter(Site::isConstant)
        .filter(site -> timed == (site.recorded().unit() == Unit.MICROSECONDS))
        .toList();
    if (constant.isEmpty()) {
      return;
    }
    TimeUnit unit = TimeUnit.of(1e-6
        * constant.stream().mapToDouble(site -> site.recorded().max()).max().orElse(0));
    String symbol = timed ? ", " + unit.symbol() : "";
    Table table = Table.sortable(
        (timed ? "Times" : "Instructions")
            + " whose standard deviation is below 5% of their average, or of which only averages are known",
        "site",
        "function",
        "call",
        "values",
        "distributions",
        "average" + symbol,
        "min" + symbol,
        "max" + symbol,
        "standard deviation, %");
    List<String> functions = FunctionName.withCallers(
        constant.stream().map(site -> site.times().name()).toList());
    for (int i = 0; i < constant.size(); i++) {
      Site site = constant.get(i);
      RecordedTimes times = site.recorded();
      table.row(
          Table.Cell.of(Integer.toString(site.times().site()), site.times().site()),
          Table.Cell.site(functions.get(i), site.times().name()),
          Table.Cell.of(site.times().call().mpiName()),
          Table.Cell.count(times.count()),
          Table.Cell.count(times.distributions()),
          amount(times.mean(), timed, unit),
          amount(times.min(), timed, unit),
          amount(times.max(), timed, unit),
          site.onlyAverages() ? Table.Cell.none() : Table.Cell.percent(site.relativeDeviation()));
    }
    table.write(body);
  }

  private static Table.Cell amount(double value, boolean timed, TimeUnit unit) {
    return timed
        ? Table.Cell.time(unit, 1e-6 * value)
        : Table.Cell.of(Numbers.approximate(value), value);
  }

  private static Chart chart(String id, Site site) {
    RecordedTimes times = site.recorded();
    boolean seconds = times.unit() == Unit.MICROSECONDS;
    double[] edges = edges(times);
    List<String> labels = new ArrayList<>();
    int bins = edges.length - 1;
    TimeUnit unit = TimeUnit.of(1e-6 * edges[bins]);
    for (int bin = 0; bin < bins; bin++) {
      labels.add(edge(edges[bin], seconds, unit) + " – " + edge(edges[bin + 1], seconds, unit));
    }
    return new BarChart(
        id,
        summary(site),
        BarChart.Layout.SMALL,
        (seconds ? "time before the call, " + unit.symbol() : "instructions before the call")
            + (growsByFactor(edges[0], edges[bins]) ? ", logarithmic scale" : ""),
        "executions",
        1,
        labels,
        List.of(BarChart.Series.bars("computation", times.histogram(edges))),
        List.of(new BarChart.Mark("mean", place(times.mean(), edges))));
  }

  private static String edge(double value, boolean microseconds, TimeUnit unit) {
    return microseconds ? unit.number(1e-6 * value) : Numbers.approximate(value);
  }

  private static double[] edges(RecordedTimes times) {
    double low = times.lowest();
    double high = times.highest();
    int bins = bins(times.count());
    double[] edges = new double[bins + 1];
    boolean factor = growsByFactor(low, high);
    for (int i = 0; i <= bins; i++) {
      double share = (double) i / bins;
      edges[i] = factor ? low * Math.pow(high / low, share) : low + (high - low) * share;
    }
    edges[0] = low;
    edges[bins] = high;
    return edges;
  }

  /** Returns the number of bins for a number of values, by Sturges' rule. */
  private static int bins(long values) {
    return Math.min(MOST_BINS, 1 + Long.SIZE - Long.numberOfLeadingZeros(values));
  }

  private static boolean growsByFactor(double low, double high) {
    return low > 0 && high / low > WIDE;
  }

  /** Returns the position of a value, in bins from the left edge of the first bin. */
  private static double place(double value, double[] edges) {
    int bin = 0;
    while (bin < edges.length - 2 && edges[bin + 1] < value) {
      bin++;
    }
    return bin + Math.clamp((value - edges[bin]) / (edges[bin + 1] - edges[bin]), 0, 1);
  }

  private static String summary(Site site) {
    RecordedTimes times = site.recorded();
    boolean seconds = times.unit() == Unit.MICROSECONDS;
    double mean = times.mean();
    String shape =
        times.histograms() == 0 ? "scattered, but only averages were recorded" : "scattered";
    return site.times().call().mpiName() + " at site " + site.times().site()
        + (site.times().name().isEmpty()
            ? ""
            : " (" + FunctionName.of(site.times().name()) + ")") + ": "
        + Numbers.count(times.count()) + (times.count() == 1 ? " value" : " values") + " in "
        + Numbers.count(times.distributions())
        + (times.distributions() == 1 ? " distribution" : " distributions") + ", mean "
        + text(mean, seconds) + ", from " + text(times.min(), seconds) + " to "
        + text(times.max(), seconds) + "; " + shape
        + String.format(
            Locale.ROOT,
            " (standard deviation %.1f%% of the mean).",
            100 * site.relativeDeviation());
  }

  private static String text(double value, boolean microseconds) {
    if (!microseconds) {
      return Numbers.approximate(value);
    }
    return Numbers.time(value * 1e-6);
  }
}
