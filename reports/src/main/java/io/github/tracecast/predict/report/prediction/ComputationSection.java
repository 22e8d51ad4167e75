package io.github.tracecast.predict.report.prediction;

import io.github.tracecast.predict.report.chart.Chart;
import io.github.tracecast.predict.report.chart.LineChart;
import io.github.tracecast.predict.report.page.PageSection;
import io.github.tracecast.predict.report.page.SectionBody;
import io.github.tracecast.simulate.Picos;
import io.github.tracecast.simulate.result.Timeline;
import io.github.tracecast.trace.text.Arguments;
import io.github.tracecast.trace.text.Numbers;
import io.github.tracecast.trace.text.Numbers.TimeUnit;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The computation of one rank between its successive calls, over time, as in Figures 2 and 3 of
 * Ratn et al. (ICS 2008).
 */
public final class ComputationSection {
  /** The most points in the picture. More points would hide each other. */
  private static final int MOST_POINTS = 2000;

  private final String clock;
  private final String choice;
  private final int rank;
  private final SampledComputations computations;

  private ComputationSection(
      String clock, String choice, int rank, SampledComputations computations) {
    this.clock = clock;
    this.choice = choice;
    this.rank = rank;
    this.computations = computations;
  }

  /**
   * Returns the section for the computations of a predicted run. The rank is the lowest rank of the
   * timeline that computes.
   */
  static PageSection of(@Nullable Timeline timeline) {
    return section(body -> {
      if (timeline != null) {
        int rank = computations(timeline).map(timeline::rank).min().orElse(0);
        String choice = "the first rank of `timeline` (FILE:ranks=...)";
        new ComputationSection("simulated time", choice, rank, predicted(timeline, rank))
            .write(body);
      }
    });
  }

  /** Returns the section for computations that a program measured on real processors. */
  public static PageSection of(int rank, SampledComputations measured) {
    return section(new ComputationSection("time", "chosen by `rank`", rank, measured)::write);
  }

  private static PageSection section(Consumer<SectionBody> content) {
    return new PageSection("computation", "Computation between calls", content);
  }

  private static IntStream computations(Timeline timeline) {
    return IntStream.range(0, timeline.states())
        .filter(state -> timeline.kind(state) == Timeline.COMPUTATION);
  }

  private static SampledComputations predicted(Timeline timeline, int rank) {
    int[] own =
        computations(timeline).filter(state -> timeline.rank(state) == rank).toArray();
    var lengths =
        Arrays.stream(own).mapToDouble(state -> length(timeline, state)).summaryStatistics();
    return new SampledComputations(
        own.length,
        lengths.getSum(),
        lengths.getMin(),
        lengths.getMax(),
        Arrays.stream(Numbers.evenly(own.length, MOST_POINTS))
            .mapToObj(i -> new SampledComputations.Computation(
                Picos.seconds(timeline.begin(own[i])), length(timeline, own[i])))
            .toList());
  }

  private static double length(Timeline timeline, int state) {
    return Picos.seconds(timeline.end(state) - timeline.begin(state));
  }

  private void write(SectionBody body) {
    if (computations.sample().isEmpty()) {
      return;
    }
    body.chart(chart());
    body.element(
        "p",
        Arguments.asOptions(
            "With `deltas avg`, all computations before the same call take the same time. With `deltas"
                + " histogram`, the times of computations are drawn from the recorded distributions. The rank"
                + " is " + choice + "."));
  }

  private Chart chart() {
    double[] starts = values(SampledComputations.Computation::start);
    double[] lengths = values(SampledComputations.Computation::seconds);
    TimeUnit time = TimeUnit.of(starts[starts.length - 1]);
    TimeUnit length = TimeUnit.of(Arrays.stream(lengths).max().orElse(0));
    return new LineChart(
        "computation-chart",
        summary(),
        clock + ", " + time.symbol(),
        "computation before the next call, " + length.symbol(),
        length.perSecond(),
        Arrays.stream(starts).mapToObj(time::number).toList(),
        Arrays.stream(starts).map(start -> start * time.perSecond()).toArray(),
        false,
        false,
        true,
        true,
        false,
        List.of(new LineChart.Line("computation", lengths, lengths, lengths, List.of())));
  }

  private double[] values(ToDoubleFunction<SampledComputations.Computation> value) {
    return computations.sample().stream().mapToDouble(value).toArray();
  }

  private String summary() {
    int shown = computations.sample().size();
    return "Computation of rank " + rank + " between its successive calls, over " + clock + ": "
        + (shown < computations.count() ? Numbers.count(shown) + " of " : "")
        + Numbers.counted(computations.count(), "computation") + ", "
        + Numbers.time(computations.mean()) + " on average, from "
        + Numbers.time(computations.shortest()) + " to " + Numbers.time(computations.longest())
        + ".";
  }
}
