package io.github.tracecast.predict.sweep;

import io.github.tracecast.predict.text.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The values of a sweep that are good enough: on each axis, the range within 1% of the fastest
 * point's time.
 *
 * @param fastest the fastest point
 * @param enough with one axis, the point at the other end of the range from the fastest point,
 *     which asks least of the machine; otherwise the fastest point
 * @param ranges the ranges in words, for axes with more than one value in the range
 */
public record NearFastest(int fastest, int enough, List<String> ranges) {
  /** The factor on the fastest time up to which a time counts as equally good. */
  public static final double WITHIN = 0.01;

  public NearFastest {
    ranges = List.copyOf(ranges);
  }

  /** Returns the ranges within 1%; empty if no point was predicted. */
  public static Optional<NearFastest> of(SweepResult result) {
    return result.fastest().map(fastest -> of(result, fastest));
  }

  private static NearFastest of(SweepResult result, int fastest) {
    SweepPlan plan = result.plan();
    if (plan.zipped()) {
      long alike = IntStream.range(0, plan.size())
          .filter(point -> isNear(result, fastest, point))
          .count();
      return new NearFastest(
          fastest, fastest, alike < 2 ? List.of() : List.of(Numbers.counted(alike, "point")));
    }
    int enough = fastest;
    List<String> ranges = new ArrayList<>();
    for (int axis = 0; axis < plan.axes().size(); axis++) {
      Axis values = plan.axes().get(axis);
      int at = plan.valueAt(axis, fastest);
      int step = plan.stride(axis);
      int first = fastest - at * step;
      int[] near = IntStream.range(0, values.values().size())
          .filter(value -> isNear(result, fastest, first + value * step))
          .toArray();
      if (near.length > 1) {
        ranges.add(values.key() + " " + words(values, near, at));
      }
      if (plan.axes().size() == 1 && isOrdered(values)) {
        enough = first + end(near, at, values.values().size());
      }
    }
    return new NearFastest(fastest, enough, ranges);
  }

  private static boolean isNear(SweepResult result, int fastest, int point) {
    OptionalDouble seconds = result.seconds(point);
    return seconds.isPresent()
        && seconds.getAsDouble() <= (1 + WITHIN) * result.seconds(fastest).getAsDouble();
  }

  /** Whether the values are numbers that grow. */
  private static boolean isOrdered(Axis axis) {
    return axis.dimension().isPresent()
        && IntStream.range(1, axis.values().size())
            .allMatch(value -> axis.number(value) > axis.number(value - 1));
  }

  private static boolean isRun(int[] near) {
    return near[near.length - 1] - near[0] == near.length - 1;
  }

  private static int end(int[] near, int at, int values) {
    if (!isRun(near) || near.length == values) {
      return at;
    }
    return near[near.length - 1] == values - 1
        ? near[0]
        : near[0] == 0 ? near[near.length - 1] : at;
  }

  private static String words(Axis axis, int[] near, int at) {
    int all = axis.values().size();
    if (near.length == all) {
      return "with any value";
    }
    if (!isOrdered(axis) || !isRun(near)) {
      return IntStream.of(near)
          .filter(value -> value != at)
          .mapToObj(value -> text(axis, value))
          .collect(Collectors.joining(", "));
    }
    String first = text(axis, near[0]);
    String last = text(axis, near[near.length - 1]);
    if (near[near.length - 1] == all - 1) {
      return "from " + first + " on";
    }
    return near[0] == 0 ? "up to " + last : "from " + first + " to " + last;
  }

  private static String text(Axis axis, int value) {
    return Numbers.quantity(axis.values().get(value));
  }
}
