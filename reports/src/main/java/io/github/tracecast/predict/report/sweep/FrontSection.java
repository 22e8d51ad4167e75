package io.github.tracecast.predict.report.sweep;

import io.github.tracecast.predict.report.chart.Chart;
import io.github.tracecast.predict.report.chart.LineChart;
import io.github.tracecast.predict.report.html.Html;
import io.github.tracecast.predict.report.page.PageSection;
import io.github.tracecast.predict.sweep.SweepResult;
import io.github.tracecast.trace.text.Numbers;
import io.github.tracecast.trace.text.Numbers.TimeUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Stream;

/** Time against cost or energy: all points, and the points that no other point beats in both. */
final class FrontSection extends PageSection {
  private final SweepResult result;
  private final TimeUnit unit;
  private final List<OptionalDouble> amounts;
  private final Set<Integer> front;

  FrontSection(SweepResult result, TimeUnit unit) {
    super("front", "Time against " + what(result));
    this.result = result;
    this.unit = unit;
    this.amounts = result.amounts();
    this.front = new HashSet<>(result.front(amounts));
  }

  /** Whether one point beats all others, or nothing is compared with time. */
  @Override
  public boolean isEmpty() {
    return front.size() < 2;
  }

  private static String what(SweepResult result) {
    return result.hasCosts() ? "cost" : "energy";
  }

  @Override
  public List<Chart> charts() {
    List<Integer> points = Stream.concat(
            front.stream(),
            Arrays.stream(Numbers.evenly(result.outcomes().size(), SweepReport.MOST_POINTS))
                .boxed())
        .distinct()
        .filter(point -> result.seconds(point).isPresent() && amounts.get(point).isPresent())
        .sorted(Comparator.comparingDouble((Integer point) -> amounts.get(point).getAsDouble())
            .thenComparingInt(point -> point))
        .toList();
    double[] places =
        points.stream().mapToDouble(point -> amounts.get(point).getAsDouble()).toArray();
    double[] times = new double[places.length];
    List<LineChart.Mark> marks = new ArrayList<>();
    for (int i = 0; i < places.length; i++) {
      int point = points.get(i);
      boolean onFront = front.contains(point);
      times[i] = onFront ? result.seconds(point).getAsDouble() : Double.NaN;
      marks.add(new LineChart.Mark(
          onFront ? result.plan().label(point) : "",
          places[i],
          result.seconds(point).getAsDouble()));
    }
    return List.of(new LineChart(
        "front-chart",
        "Predicted time over " + what(result)
            + ". The line joins the points that no other point beats in both.",
        what(result) + (result.hasCosts() ? " of a run" : " of a run, J"),
        "predicted time, " + unit.symbol(),
        unit.perSecond(),
        points.stream().map(result.plan()::label).toList(),
        places,
        false,
        false,
        false,
        false,
        List.of(new LineChart.Line("front", times, times, times, marks))));
  }

  @Override
  public void write(Html html) {
    html.element(
        "p",
        Numbers.count(front.size()) + " of "
            + Numbers.count(result.outcomes().size()) + " points are beaten in time and "
            + what(result) + " by no other.");
    charts().getFirst().write(html);
  }
}
