package io.github.tracecast.predict.sweep;

import io.github.tracecast.platform.PlatformCatalogue;
import io.github.tracecast.platform.Quantity;
import io.github.tracecast.platform.Quantity.Dimension;
import io.github.tracecast.predict.settings.QuantityText;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The values of one axis at which the time is within 1% of the fastest point's time, if all other
 * axes have the fastest point's values.
 */
final class NearRange {
  private final SweepResult result;
  private final Axis axis;

  /** The index of the fastest point's value on the axis. */
  private final int best;

  /** The point with the axis's first value, and the distance between points with successive values. */
  private final int firstPoint;

  private final int stride;

  /** The indices of the values in the range, in their order. */
  private final int[] near;

  NearRange(SweepResult result, int number, int fastest) {
    this.result = result;
    this.axis = result.plan().axes().get(number);
    this.best = result.plan().valueAt(number, fastest);
    this.stride = result.plan().stride(number);
    this.firstPoint = fastest - best * stride;
    double most = (1 + NearFastest.WITHIN) * result.seconds(fastest).getAsDouble();
    this.near = IntStream.range(0, axis.values().size())
        .filter(value -> seconds(value).orElse(Double.POSITIVE_INFINITY) <= most)
        .toArray();
  }

  private OptionalDouble seconds(int value) {
    return result.seconds(firstPoint + value * stride);
  }

  /** Returns the axis's key and the range; empty if the range has only the fastest value. */
  Optional<String> words() {
    return near.length < 2 && !(isRun() && (below().isPresent() || above().isPresent()))
        ? Optional.empty()
        : Optional.of(axis.key() + " " + range() + machine());
  }

  private String range() {
    if (near.length == axis.values().size()) {
      return "with any value";
    }
    if (!isRun()) {
      return IntStream.of(near)
          .filter(value -> value != best)
          .mapToObj(value -> QuantityText.of(axis.values().get(value)))
          .collect(Collectors.joining(", "));
    }
    if (near[near.length - 1] == axis.values().size() - 1) {
      return "from " + QuantityText.of(first()) + " on";
    }
    return near[0] == 0
        ? "up to " + QuantityText.of(last())
        : "from " + QuantityText.of(first()) + " to " + QuantityText.of(last());
  }

  /**
   * Returns the end of the range beyond which the time grows; empty unless exactly one end of the
   * range lies inside the axis.
   */
  Optional<String> enough() {
    if (!isRun() || near.length == axis.values().size()) {
      return Optional.empty();
    }
    if (near[near.length - 1] == axis.values().size() - 1) {
      return Optional.of(first());
    }
    return near[0] == 0 ? Optional.of(last()) : Optional.empty();
  }

  /**
   * Whether the axis has ascending numbers and the range has consecutive values. The time is not
   * convex in a value of another job, such as its start.
   */
  private boolean isRun() {
    return axis.dimension().isPresent()
        && !SweptJobs.isKey(axis.key())
        && near[near.length - 1] - near[0] == near.length - 1
        && IntStream.range(1, axis.values().size())
            .allMatch(value -> axis.number(value) > axis.number(value - 1));
  }

  private String first() {
    return below().orElse(axis.values().get(near[0]));
  }

  private String last() {
    return above().orElse(axis.values().get(near[near.length - 1]));
  }

  private Optional<String> below() {
    return near[0] == 0 ? Optional.empty() : between(near[0] - 1, near[0]);
  }

  private Optional<String> above() {
    int last = near[near.length - 1];
    return last == axis.values().size() - 1 ? Optional.empty() : between(last + 1, last);
  }

  /**
   * Returns the value at which the time is 1% above the shortest time; empty for words, which
   * cannot be interpolated.
   */
  private Optional<String> between(int outside, int inside) {
    Dimension dimension = axis.dimension().orElseThrow();
    OptionalDouble slow = seconds(outside);
    if (slow.isEmpty() || dimension == Dimension.NUMBER || dimension == Dimension.SIZE) {
      return Optional.empty();
    }
    double from = inTime(dimension, axis.number(inside));
    double to = inTime(dimension, axis.number(outside));
    double fast = seconds(inside).getAsDouble();
    double most = (1 + NearFastest.WITHIN) * seconds(best).getAsDouble();
    double end = from + (to - from) * (most - fast) / (slow.getAsDouble() - fast);
    return Optional.of(axis.text(inTime(dimension, end)));
  }

  /** Returns a time unchanged, and a rate as its inverse. The function is its own inverse. */
  private static double inTime(Dimension dimension, double value) {
    return dimension == Dimension.TIME || dimension == Dimension.TIME_PER_BYTE ? value : 1 / value;
  }

  /**
   * Returns the machine's own value in brackets; an empty text unless the axis varies a number of
   * the machine.
   */
  private String machine() {
    SweepPlan plan = result.plan();
    if (plan.varies("platform") || axis.dimension().isEmpty()) {
      return "";
    }
    Map<String, String> figures =
        PlatformCatalogue.load(plan.base().platform(), plan.base().figures()).figures();
    return Optional.ofNullable(figures.get(axis.key()))
        .flatMap(Quantity::parse)
        .filter(own -> own.dimension() == axis.dimension().orElseThrow() || isPerByte(own))
        .map(own -> " (" + plan.base().platform() + " has " + QuantityText.of(inAxis(own)) + ")")
        .orElse("");
  }

  /** Whether the machine has a bandwidth and the axis has times per byte, or vice versa. */
  private boolean isPerByte(Quantity own) {
    Dimension other = axis.dimension().orElseThrow();
    return own.dimension() == Dimension.TIME_PER_BYTE && other == Dimension.BANDWIDTH
        || own.dimension() == Dimension.BANDWIDTH && other == Dimension.TIME_PER_BYTE;
  }

  private String inAxis(Quantity own) {
    return isPerByte(own) ? axis.text(1 / own.inBaseUnit().doubleValue()) : own.text();
  }
}
