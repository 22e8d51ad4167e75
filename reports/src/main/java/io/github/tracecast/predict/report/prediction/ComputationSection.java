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
  private final long count;

  /** Start and length of the computations to show, seconds. */
  private final double[] starts;

  private final double[] lengths;
  private final double mean;
  private final double shortest;
  private final double longest;

  private ComputationSection(Timeline timeline) {
    clock = "simulated time";
    choice = "the first rank of `timeline` (FILE:ranks=...)";
    rank = computations(timeline).map(timeline::rank).min().orElse(0);
    int[] own =
        computations(timeline).filter(state -> timeline.rank(state) == rank).toArray();
    double[] all = Arrays.stream(own)
        .mapToDouble(state -> Picos.seconds(timeline.end(state) - timeline.begin(state)))
        .toArray();
    int[] shown = Numbers.evenly(all.length, MOST_POINTS);
    starts = Arrays.stream(shown)
        .mapToDouble(i -> Picos.seconds(timeline.begin(own[i])))
        .toArray();
    lengths = Arrays.stream(shown).mapToDouble(i -> all[i]).toArray();
    count = all.length;
    mean = Arrays.stream(all).sum() / all.length;
    shortest = Arrays.stream(all).min().orElse(0);
    longest = Arrays.stream(all).max().orElse(0);
  }

  private ComputationSection(int rank, SampledComputations measured) {
    clock = "time";
    choice = "chosen by `rank`";
    this.rank = rank;
    starts = measured.sample().stream()
        .mapToDouble(SampledComputations.Computation::start)
        .toArray();
    lengths = measured.sample().stream()
        .mapToDouble(SampledComputations.Computation::seconds)
        .toArray();
    count = measured.count();
    mean = measured.seconds() / count;
    shortest = measured.shortest();
    longest = measured.longest();
  }

  /**
   * Returns the section for the computations of a predicted run. The rank is the lowest rank of the
   * timeline that computes.
   */
  static PageSection of(@Nullable Timeline timeline) {
    return section(body -> {
      if (timeline != null) {
        new ComputationSection(timeline).write(body);
      }
    });
  }

  /** Returns the section for computations that a program measured on real processors. */
  public static PageSection of(int rank, SampledComputations measured) {
    return section(new ComputationSection(rank, measured)::write);
  }

  private static PageSection section(Consumer<SectionBody> content) {
    return new PageSection("computation", "Computation between calls", content);
  }

  private static IntStream computations(Timeline timeline) {
    return IntStream.range(0, timeline.states())
        .filter(state -> timeline.kind(state) == Timeline.COMPUTATION);
  }

  private void write(SectionBody body) {
    if (lengths.length == 0) {
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

  private String summary() {
    return "Computation of rank " + rank + " between its successive calls, over " + clock + ": "
        + (lengths.length < count ? Numbers.count(lengths.length) + " of " : "")
        + Numbers.counted(count, "computation") + ", " + Numbers.time(mean)
        + " on average, from " + Numbers.time(shortest) + " to " + Numbers.time(longest) + ".";
  }
}
