package io.github.tracecast.predict.report.sweep;

import io.github.tracecast.predict.report.chart.Chart;
import io.github.tracecast.predict.report.chart.LineChart;
import io.github.tracecast.predict.report.page.PageSection;
import io.github.tracecast.predict.report.page.SectionBody;
import io.github.tracecast.predict.settings.QuantityText;
import io.github.tracecast.predict.sweep.Axis;
import io.github.tracecast.predict.sweep.SweepResult;
import io.github.tracecast.predict.usage.Production.Against;
import io.github.tracecast.trace.text.Numbers;
import io.github.tracecast.trace.text.Numbers.TimeUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A chart of time against cost, energy or nodes: the points within the deadline, and the front. No
 * point is better than a point of the front in both quantities.
 */
final class FrontSection {
  static final String CHART = "front-chart";

  private static final double SECONDS_PER_HOUR = 3600;

  /**
   * The most points that all have names on the chart. If there are more points, only points of the
   * front have names.
   */
  private static final int MOST_NAMED = 12;

  private final SweepResult result;
  private final Against against;
  private final TimeUnit unit;
  private final List<OptionalDouble> amounts;
  private final Set<Integer> front;
  private final boolean hasTradeOff;

  private FrontSection(SweepResult result) {
    this.result = result;
    this.against = result.against();
    this.amounts = result.amounts();
    List<Integer> ordered = result.front(amounts);
    this.front = new HashSet<>(ordered);
    this.hasTradeOff = result.hasTradeOff(ordered);
    this.unit = TimeUnit.of(front.stream().mapToDouble(this::seconds).min().orElse(0));
  }

  /**
   * The section is empty if one point beats all others, or if no quantity is compared with time.
   */
  static PageSection of(SweepResult result) {
    return new PageSection(
        "front", "Time against " + result.against().noun(), new FrontSection(result)::write);
  }

  /** The time of a production run. */
  private double seconds(int point) {
    return result.run(point).orElseThrow().seconds();
  }

  private Chart chart() {
    List<Integer> points = Stream.concat(
            front.stream(),
            Arrays.stream(Numbers.evenly(result.outcomes().size(), SweepReport.MOST_POINTS))
                .boxed())
        .distinct()
        .filter(point -> amounts.get(point).isPresent())
        .sorted(Comparator.comparingDouble((Integer point) -> amounts.get(point).getAsDouble())
            .thenComparingInt(point -> point))
        .toList();
    double[] places =
        points.stream().mapToDouble(point -> amounts.get(point).getAsDouble()).toArray();
    double[] times = new double[places.length];
    boolean namesAll = points.size() <= MOST_NAMED;
    List<LineChart.Mark> onLine = new ArrayList<>();
    List<LineChart.Mark> beaten = new ArrayList<>();
    for (int i = 0; i < places.length; i++) {
      int point = points.get(i);
      boolean onFront = front.contains(point);
      times[i] = onFront ? seconds(point) : Double.NaN;
      String name = onFront || namesAll ? values(point) : "";
      (onFront ? onLine : beaten).add(new LineChart.Mark(name, places[i], seconds(point)));
    }
    List<LineChart.Mark> marks = new ArrayList<>(onLine); // the chart prefers the first names
    marks.addAll(beaten);
    return new LineChart(
        CHART,
        "Predicted time over " + against.noun()
            + ". The line joins the points that no other point beats in both quantities. Names are the values of "
            + result.plan().axes().stream().map(Axis::key).collect(Collectors.joining(", ")) + "."
            + (WhatIfSection.hasAnswers(result)
                ? " The red line and dot are the values that are chosen above."
                : ""),
        switch (against) {
          case COST -> "cost of a run";
          case ENERGY -> "energy of a run, J";
          case NODES -> "nodes";
        },
        result.wholeRuns().isEmpty()
            ? "predicted time, " + unit.symbol()
            : "predicted time of a run, h",
        result.wholeRuns().isEmpty() ? unit.perSecond() : 1 / SECONDS_PER_HOUR,
        points.stream().map(result.plan()::label).toList(),
        places,
        false,
        false,
        true,
        false,
        false,
        List.of(new LineChart.Line("front", times, times, times, marks)));
  }

  /** The values of a point without their keys, which are too long for a chart on a telephone. */
  private String values(int point) {
    return IntStream.range(0, result.plan().axes().size())
        .mapToObj(axis -> QuantityText.of(result.plan().textAt(axis, point)))
        .collect(Collectors.joining(", "));
  }

  private void write(SectionBody body) {
    if (!hasTradeOff) {
      return;
    }
    body.element(
        "p",
        "For " + Numbers.count(front.size()) + " of "
            + Numbers.count(result.outcomes().size())
            + " points, no other point is better in both time and " + against.noun() + ".");
    body.chart(chart());
  }
}
