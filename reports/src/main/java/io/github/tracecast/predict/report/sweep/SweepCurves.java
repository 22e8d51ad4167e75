package io.github.tracecast.predict.report.sweep;

import io.github.tracecast.platform.Quantity;
import io.github.tracecast.predict.report.table.AxisUnit;
import io.github.tracecast.predict.settings.QuantityText;
import io.github.tracecast.predict.sweep.Axis;
import io.github.tracecast.predict.sweep.Outcome;
import io.github.tracecast.predict.sweep.SweepPlan;
import io.github.tracecast.predict.sweep.SweepResult;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A sweep's predictions along its axes. Different seeds are repetitions of a point; seeds are an
 * axis only if no other setting is varied. The value of a point is the mean over its seeds. The
 * band extends from the minimum to the maximum over the seeds, including their confidence
 * intervals.
 */
final class SweepCurves {
  private static final String SEED = "seed";

  private final SweepResult result;
  private final SweepPlan plan;

  /**
   * Predictions along one axis with the other axes fixed; NaN where a prediction is missing.
   *
   * @param name values of the other axes
   */
  record Curve(String name, double[] mean, double[] low, double[] high) {
    /** Returns the index of the minimum; -1 if there is none. */
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

  /** A curve under construction, from one point per value and seed. */
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

  /** Whether the sweep has points that differ only in the seed, as repetitions of one point. */
  boolean repeats() {
    return plan.varies(SEED) && plan.axes().size() > 1 && !plan.zipped();
  }

  /**
   * Returns the numbers of the axes with several values. Of zipped axes, only the first one is
   * returned.
   */
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

  /** Returns all curves along an axis, in the order of their points. */
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

  /**
   * Returns one list of curves for each combination of the remaining axes' values: curves along an
   * axis, one for each value of another axis. Each curve is named after its value on the other
   * axis.
   */
  Map<String, List<Curve>> grids(int down, int across) {
    Map<String, Map<String, Sums>> grids = new LinkedHashMap<>();
    int places = plan.axes().get(across).values().size();
    List<String> names = labels(down);
    for (int point = 0; point < plan.size(); point++) {
      grids
          .computeIfAbsent(others(point, down, across), name -> new LinkedHashMap<>())
          .computeIfAbsent(names.get(plan.valueAt(down, point)), name -> new Sums(places))
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

  /** Returns a point's values on all axes except one or two. */
  private String others(int point, int one, int two) {
    List<Integer> several = plan.zipped() ? List.of() : axes();
    return plan.words(
        point, QuantityText::of, other -> several.contains(other) && other != one && other != two);
  }

  /** Returns the labels of an axis's values, in the unit of its heading. */
  List<String> labels(int axis) {
    Axis one = plan.axes().get(axis);
    if (!plan.zipped()) {
      return IntStream.range(0, one.values().size())
          .mapToObj(value -> AxisUnit.text(one, value))
          .toList();
    }
    return IntStream.range(0, plan.size())
        .mapToObj(point -> IntStream.range(0, plan.axes().size())
            .mapToObj(a -> QuantityText.of(plan.textAt(a, point)))
            .collect(Collectors.joining(", ")))
        .toList();
  }

  String title(int axis) {
    return plan.zipped()
        ? String.join(", ", plan.axes().stream().map(Axis::key).toList())
        : plan.axes().get(axis).key();
  }

  /** Returns the title of an axis with the unit of its labels. */
  String heading(int axis) {
    return plan.zipped() ? title(axis) : AxisUnit.heading(plan.axes().get(axis));
  }

  /**
   * Whether times are proportional to the inverse of the values on an axis. With twice the
   * bandwidth, bytes take half the time.
   */
  boolean inverse(int axis) {
    return plan.axes()
        .get(axis)
        .dimension()
        .filter(dimension -> switch (dimension) {
          case BANDWIDTH, SPEED, INSTRUCTION_RATE -> true;
          case NUMBER, TIME, TIME_PER_BYTE, SIZE, POWER, ENERGY_PER_BYTE -> false;
        })
        .isPresent();
  }

  /**
   * Whether the lines along an axis have an order, because the only other axis has ascending
   * numbers.
   */
  boolean ordersLines(int axis) {
    List<Integer> others = axes().stream().filter(other -> other != axis).toList();
    if (plan.zipped() || others.size() != 1) {
      return false;
    }
    double[] values = places(others.getFirst());
    return values.length > 2
        && IntStream.range(1, values.length).allMatch(i -> values[i] > values[i - 1]);
  }

  /**
   * Whether there are values between the listed values of an axis. Counts, sizes and names have
   * none, and between two starts of a job the time may rise and fall.
   */
  boolean isContinuous(int number) {
    Axis axis = plan.axes().get(number);
    if (plan.zipped()
        || SweepPlan.isOfSweep(axis.key())
        || axis.values().stream().map(Quantity::parse).distinct().count() < 2) {
      return false;
    }
    return axis.dimension()
        .filter(dimension -> switch (dimension) {
          case TIME, TIME_PER_BYTE, BANDWIDTH, SPEED, INSTRUCTION_RATE, POWER, ENERGY_PER_BYTE ->
            true;
          case NUMBER -> axis.key().startsWith("compute-scale");
          case SIZE -> false;
        })
        .isPresent();
  }

  /** Returns an axis's values in base units as positions; empty if they are names. */
  double[] places(int axis) {
    Axis one = plan.axes().get(axis);
    return plan.zipped() || one.key().equals(SEED) || one.dimension().isEmpty()
        ? new double[0]
        : IntStream.range(0, one.values().size()).mapToDouble(one::number).toArray();
  }
}
