package io.github.tracecast.predict.report;

import io.github.tracecast.predict.Numbers;
import io.github.tracecast.predict.sweep.Axis;
import io.github.tracecast.predict.sweep.Outcome;
import io.github.tracecast.predict.sweep.SweepPlan;
import io.github.tracecast.predict.sweep.SweepResult;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.stream.IntStream;

/**
 * A sweep's predictions along its axes. Seeds are no axis here but repetitions, unless nothing else is varied: their mean is
 * the value, and the band goes from the least to the most of them, each with its own interval.
 */
final class SweepCurves {
  private static final String SEED = "seed";

  private final SweepResult result;
  private final SweepPlan plan;

  /**
   * Predictions along one axis, the others standing still; NaN where there is none.
   *
   * @param name values of the other axes
   */
  record Curve(String name, double[] mean, double[] low, double[] high) {
    /** The place with the least value; -1 if there is none. */
    int best() {
      int best = -1;
      for (int i = 0; i < mean.length; i++) {
        if (!Double.isNaN(mean[i]) && (best < 0 || mean[i] < mean[best])) {
          best = i;
        }
      }
      return best;
    }
  }

  /** A curve in the making, from one point for each place and seed. */
  private static final class Sums {
    private final double[] sum;
    private final double[] low;
    private final double[] high;
    private final int[] count;

    Sums(int places) {
      sum = new double[places];
      low = new double[places];
      high = new double[places];
      count = new int[places];
      Arrays.fill(low, Double.NaN);
      Arrays.fill(high, Double.NaN);
    }

    void add(int place, Outcome outcome) {
      if (outcome instanceof Outcome.Predicted found) {
        double seconds = found.predictedSeconds();
        double half = found.intervalHalfWidthSeconds();
        boolean first = count[place]++ == 0;
        sum[place] += seconds;
        low[place] = first ? seconds - half : Math.min(low[place], seconds - half);
        high[place] = first ? seconds + half : Math.max(high[place], seconds + half);
      }
    }

    Curve curve(String name) {
      double[] mean = new double[sum.length];
      Arrays.setAll(mean, i -> count[i] == 0 ? Double.NaN : sum[i] / count[i]);
      return new Curve(name, mean, low, high);
    }
  }

  SweepCurves(SweepResult result) {
    this.result = result;
    this.plan = result.plan();
  }

  /** Whether seeds are repetitions. */
  boolean repeats() {
    return plan.varies(SEED) && plan.axes().size() > 1 && !plan.zipped();
  }

  /** Axes with several values that are looked along, by number; of zipped ones the first stands for all. */
  List<Integer> axes() {
    if (plan.zipped()) {
      return List.of(0);
    }
    return IntStream.range(0, plan.axes().size())
        .filter(axis -> plan.axes().get(axis).values().size() > 1)
        .filter(axis -> !repeats() || !plan.axes().get(axis).key().equals(SEED))
        .boxed()
        .toList();
  }

  /** All curves along an axis, in the order of their points. */
  List<Curve> along(int axis) {
    Map<String, Sums> curves = new LinkedHashMap<>();
    int places = plan.axes().get(axis).values().size();
    for (int point = 0; point < plan.size(); point++) {
      curves
          .computeIfAbsent(others(point, axis, axis), name -> new Sums(places))
          .add(plan.valueAt(axis, point), result.outcomes().get(point));
    }
    return curves(curves);
  }

  /** Curves along one axis for each value of another, by the values of the axes that are left; each is named after its value. */
  Map<String, List<Curve>> grids(int down, int across) {
    Map<String, Map<String, Sums>> grids = new LinkedHashMap<>();
    int places = plan.axes().get(across).values().size();
    for (int point = 0; point < plan.size(); point++) {
      grids
          .computeIfAbsent(others(point, down, across), name -> new LinkedHashMap<>())
          .computeIfAbsent(Numbers.quantity(plan.textAt(down, point)), name -> new Sums(places))
          .add(plan.valueAt(across, point), result.outcomes().get(point));
    }
    Map<String, List<Curve>> made = new LinkedHashMap<>();
    grids.forEach((name, rows) -> made.put(name, curves(rows)));
    return made;
  }

  private static List<Curve> curves(Map<String, Sums> sums) {
    return sums.entrySet().stream()
        .map(entry -> entry.getValue().curve(entry.getKey()))
        .toList();
  }

  /** A point's values on the axes that are looked along, but for one or two. */
  private String others(int point, int one, int two) {
    StringJoiner name = new StringJoiner(", ");
    if (!plan.zipped()) {
      for (int other : axes()) {
        if (other != one && other != two) {
          name.add(
              plan.axes().get(other).key() + "=" + Numbers.quantity(plan.textAt(other, point)));
        }
      }
    }
    return name.toString();
  }

  /** What the places of an axis are called. */
  List<String> labels(int axis) {
    Axis one = plan.axes().get(axis);
    if (!plan.zipped()) {
      return one.values();
    }
    return IntStream.range(0, plan.size())
        .mapToObj(point -> {
          StringJoiner label = new StringJoiner(", ");
          for (int a = 0; a < plan.axes().size(); a++) {
            label.add(Numbers.quantity(plan.textAt(a, point)));
          }
          return label.toString();
        })
        .toList();
  }

  /** What an axis is called. */
  String title(int axis) {
    return plan.zipped()
        ? String.join(", ", plan.axes().stream().map(Axis::key).toList())
        : plan.axes().get(axis).key();
  }

  /** Whether times follow an axis' inverse: with twice the bandwidth, bytes take half the time. */
  boolean inverse(int axis) {
    return plan.axes()
        .get(axis)
        .dimension()
        .filter(dimension -> switch (dimension) {
          case BANDWIDTH, SPEED, INSTRUCTION_RATE -> true;
          case NUMBER, TIME, TIME_PER_BYTE, SIZE -> false;
        })
        .isPresent();
  }

  /** Where an axis' values lie, in base units; empty where they are names. */
  double[] places(int axis) {
    Axis one = plan.axes().get(axis);
    return plan.zipped() || one.key().equals(SEED) || one.dimension().isEmpty()
        ? new double[0]
        : IntStream.range(0, one.values().size()).mapToDouble(one::number).toArray();
  }
}
