package io.github.tracecast.predict.report.prediction;

import io.github.tracecast.predict.model.Repeats;
import io.github.tracecast.predict.report.chart.BarChart;
import io.github.tracecast.predict.report.chart.Chart;
import io.github.tracecast.predict.report.html.Html;
import io.github.tracecast.predict.report.page.PageSection;
import io.github.tracecast.trace.text.Numbers.TimeUnit;
import java.util.List;
import java.util.stream.IntStream;

/** The distribution of predicted times with several seeds, and the band that holds 90% of them. */
final class RepeatsSection extends PageSection {
  private static final int MOST_BINS = 20;

  private final Repeats repeats;
  private final TimeUnit unit;
  private final double least;
  private final double width;
  private final int bins;

  RepeatsSection(Repeats repeats) {
    super("repeats", "Range over seeds");
    this.repeats = repeats;
    this.least = repeats.percentile(0);
    double range = repeats.percentile(100) - least;
    this.bins = range == 0 ? 1 : Math.min(MOST_BINS, repeats.seconds().size());
    this.width = range / bins;
    this.unit = TimeUnit.of(least);
  }

  @Override
  public void write(Html html) {
    html.element("p", repeats.words() + ".");
  }

  @Override
  public List<Chart> charts() {
    double[] runs = new double[bins];
    repeats.seconds().forEach(time -> runs[(int) Math.min(bins - 1, place(time))]++);
    return List.of(new BarChart(
        "repeats-chart",
        "Number of runs by their predicted time. " + repeats.words() + ".",
        BarChart.Layout.HISTOGRAM,
        "predicted time from, " + unit.symbol(),
        "runs",
        1,
        IntStream.range(0, bins)
            .mapToObj(bin -> unit.number(least + bin * width))
            .toList(),
        List.of(BarChart.Series.bars("runs", runs)),
        List.of(
            new BarChart.Mark("5%", place(repeats.percentile(5))),
            new BarChart.Mark("median", place(repeats.percentile(50))),
            new BarChart.Mark("95%", place(repeats.percentile(95))))));
  }

  /** The position of a time on the axis, in bins. */
  private double place(double seconds) {
    return width == 0 ? 0.5 : (seconds - least) / width;
  }
}
