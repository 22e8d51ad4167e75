package io.github.tracecast.predict.report.prediction;

import io.github.tracecast.predict.model.CallSiteTimes;
import io.github.tracecast.predict.model.Prediction;
import io.github.tracecast.predict.report.chart.BarChart;
import io.github.tracecast.predict.report.chart.Chart;
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

  /** Number of bins for a constant, which is odd so that the constant is in the middle of a bin. */
  private static final int BINS_OF_CONSTANT = 5;

  /** Charts of sites with a smaller share of the run's time are folded. */
  private static final double SMALL = 0.01;

  /** Times whose standard deviation is below this share of their mean are called nearly constant. */
  private static final double CONSTANT = 0.05;

  /** The axis for a constant extends by this share of the mean on either side. */
  private static final double ROOM = 0.25;

  /**
   * If the ratio of the largest to the smallest value is at least this, the widths of bins grow by
   * a factor.
   */
  private static final double WIDE = 16;

  private record Site(CallSiteTimes times, RecordedTimes recorded) {}

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
            "Recorded computation before the calls, at the call sites with the most computation. Each chart"
                + " includes the computation of all ranks, after any previous call. An average (`deltas avg`)"
                + " describes constant times well. For scattered times, use `deltas histogram`, which samples"
                + " times from the recorded histograms."));
    List<Chart> charts = charts();
    int large = (int) sites.stream().filter(this::isLarge).count();
    tiles(body, charts.subList(0, large));
    if (large < sites.size()) {
      body.open("details")
          .element(
              "summary",
              Numbers.counted(sites.size() - large, "call site")
                  + " with less than 1% of the time each");
      tiles(body, charts.subList(large, sites.size()));
      body.close("details");
    }
  }

  /** Whether a site has so much computation that its chart is not folded. */
  private boolean isLarge(Site site) {
    return site.times().computeSeconds() >= SMALL * all;
  }

  private static void tiles(SectionBody body, List<Chart> charts) {
    body.open("div", "class", "tiles");
    charts.forEach(body::chart);
    body.close("div");
  }

  private List<Chart> charts() {
    List<Chart> charts = new ArrayList<>();
    for (int i = 0; i < sites.size(); i++) {
      charts.add(chart("deltas-site-" + sites.get(i).times().site() + "-" + i, sites.get(i)));
    }
    return charts;
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
    double mean = times.mean();
    int bins = bins(times.count());
    if (high - low <= ROOM * mean) {
      bins = BINS_OF_CONSTANT;
      low = Math.min(low, mean * (1 - ROOM));
      high = Math.max(high, mean * (1 + ROOM));
    }
    if (!(high > low)) {
      low -= 1;
      high += 1;
    }
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
    double relative = mean == 0 ? 0 : times.deviation() / mean;
    String shape;
    if (relative < CONSTANT) {
      shape = "nearly constant";
    } else if (times.histograms() == 0) {
      shape = "scattered, but only averages were recorded";
    } else {
      shape = "spread";
    }
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
            Locale.ROOT, " (standard deviation %.1f%% of the mean).", 100 * Math.abs(relative));
  }

  private static String text(double value, boolean microseconds) {
    if (!microseconds) {
      return Numbers.approximate(value);
    }
    return Numbers.time(value * 1e-6);
  }
}
