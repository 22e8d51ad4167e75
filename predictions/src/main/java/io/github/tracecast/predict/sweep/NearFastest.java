package io.github.tracecast.predict.sweep;

import io.github.tracecast.predict.settings.PredictionRequest;
import io.github.tracecast.trace.text.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * The values of a sweep that are good enough: on each axis, the range within 1% of the fastest
 * point's time. Between two points of an axis, the predicted time is interpolated linearly in the
 * axis's value, or in its inverse if the value is a rate. The predicted time is a convex function
 * of this quantity. So an interpolated time is never too short, and a range is at worst slightly
 * too narrow.
 *
 * @param fastest the fastest point
 * @param enough for a single axis, the settings at the less demanding end of the range; otherwise
 *     the settings of the fastest point
 * @param ranges descriptions of the ranges, for axes with more than one value in the range
 * @param spread by which share the slowest point is slower than the fastest point; empty if a point
 *     was not predicted, or if the share is above {@link #ALIKE}
 */
public record NearFastest(
    int fastest, PredictionRequest enough, List<String> ranges, OptionalDouble spread) {
  /** A time counts as good enough if it exceeds the shortest time by at most this share. */
  public static final double WITHIN = 0.01;

  /** All points count as alike if the longest time exceeds the shortest by at most this share. */
  private static final double ALIKE = 0.02;

  public NearFastest {
    ranges = List.copyOf(ranges);
  }

  /** Returns the ranges within 1%; empty if no point was predicted. */
  public static Optional<NearFastest> of(SweepResult result) {
    return result.fastest().map(fastest -> of(result, fastest));
  }

  private static NearFastest of(SweepResult result, int fastest) {
    SweepPlan plan = result.plan();
    PredictionRequest enough = plan.request(fastest);
    List<String> ranges = new ArrayList<>();
    if (plan.zipped()) {
      double most = (1 + WITHIN) * result.seconds(fastest).getAsDouble();
      long alike = IntStream.range(0, plan.size())
          .filter(point -> result.seconds(point).orElse(Double.POSITIVE_INFINITY) <= most)
          .count();
      if (alike > 1) {
        ranges.add(Numbers.counted(alike, "point"));
      }
    } else {
      for (int axis = 0; axis < plan.axes().size(); axis++) {
        NearRange range = new NearRange(result, axis, fastest);
        range.words().ifPresent(ranges::add);
        if (plan.axes().size() == 1) {
          enough = range.enough().map(value -> plan.request(value)).orElse(enough);
        }
      }
    }
    return new NearFastest(fastest, enough, ranges, spread(result, fastest));
  }

  /** Describes the ranges, or how little all points differ; empty if there is nothing to say. */
  public List<String> words() {
    return spread.isPresent()
        ? List.of(String.format(
            Locale.ROOT, "all points, which differ by at most %.1f%%", 100 * spread.getAsDouble()))
        : ranges;
  }

  private static OptionalDouble spread(SweepResult result, int fastest) {
    double first = result.seconds(fastest).getAsDouble();
    double last =
        result.slowest().map(point -> result.seconds(point).getAsDouble()).orElse(first);
    return result.plan().size() > 1 && result.failed() == 0 && last <= (1 + ALIKE) * first
        ? OptionalDouble.of(first == 0 ? 0 : last / first - 1)
        : OptionalDouble.empty();
  }
}
