package io.github.tracecast.predict.report.prediction;

import io.github.tracecast.predict.report.chart.Chart;
import io.github.tracecast.predict.report.chart.LineChart;
import io.github.tracecast.predict.report.html.Html;
import io.github.tracecast.predict.report.page.PageSection;
import io.github.tracecast.simulate.Picos;
import io.github.tracecast.simulate.result.Timeline;
import io.github.tracecast.trace.text.Arguments;
import io.github.tracecast.trace.text.Numbers;
import io.github.tracecast.trace.text.Numbers.TimeUnit;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The computation of one rank between its successive calls, over simulated time, as in Figures 2
 * and 3 of Ratn et al. (ICS 2008). The rank is the lowest of the timeline that computes.
 */
final class ComputationSection extends PageSection {
  /** The most points in the picture. More would hide each other. */
  private static final int MOST_POINTS = 2000;

  private final int rank;

  /** Start and length of each computation, seconds. */
  private final double[] starts;

  private final double[] lengths;

  ComputationSection(Timeline timeline) {
    super("computation", "Computation between calls");
    rank = computations(timeline).map(timeline::rank).min().orElse(0);
    int[] own =
        computations(timeline).filter(state -> timeline.rank(state) == rank).toArray();
    starts = Arrays.stream(own)
        .mapToDouble(state -> Picos.seconds(timeline.begin(state)))
        .toArray();
    lengths = Arrays.stream(own)
        .mapToDouble(state -> Picos.seconds(timeline.end(state) - timeline.begin(state)))
        .toArray();
  }

  private static IntStream computations(Timeline timeline) {
    return IntStream.range(0, timeline.states())
        .filter(state -> timeline.kind(state) == Timeline.COMPUTATION);
  }

  @Override
  public boolean isEmpty() {
    return lengths.length == 0;
  }

  @Override
  public void write(Html html) {
    charts().getFirst().write(html);
    html.element(
        "p",
        Arguments.asOptions(
            "Equal calls compute for equal times with `deltas avg`, and for times drawn from"
                + " the recorded distributions with `deltas histogram`. The rank is the first of"
                + " `timeline` (FILE:ranks=...)."));
  }

  @Override
  public List<Chart> charts() {
    int[] shown = Numbers.evenly(lengths.length, MOST_POINTS);
    double[] places = Arrays.stream(shown).mapToDouble(i -> starts[i]).toArray();
    double[] values = Arrays.stream(shown).mapToDouble(i -> lengths[i]).toArray();
    TimeUnit time = TimeUnit.of(places[places.length - 1]);
    TimeUnit length = TimeUnit.of(Arrays.stream(values).max().orElse(0));
    return List.of(new LineChart(
        "computation-chart",
        summary(shown.length),
        "simulated time, " + time.symbol(),
        "computation before the next call, " + length.symbol(),
        length.perSecond(),
        Arrays.stream(places).mapToObj(time::number).toList(),
        places,
        false,
        false,
        true,
        false,
        List.of(new LineChart.Line("computation", values, values, values, List.of()))));
  }

  private String summary(int shown) {
    double sum = Arrays.stream(lengths).sum();
    return "Computation of rank " + rank + " between its successive calls, over simulated time: "
        + (shown < lengths.length ? Numbers.count(shown) + " of " : "")
        + Numbers.counted(lengths.length, "computation") + ", "
        + Numbers.time(sum / lengths.length) + " on average, from "
        + Numbers.time(Arrays.stream(lengths).min().orElse(0)) + " to "
        + Numbers.time(Arrays.stream(lengths).max().orElse(0)) + ".";
  }
}
