package io.github.tracecast.simulate.costs;

import io.github.tracecast.trace.times.Distribution;

/**
 * How values of a mean and a standard deviation are drawn, in the unit of the values. The values
 * lie in a bucket around the mean, with a constant density on each side of the mean. If the bucket ends a below
 * and b above its mean, the variance is a x b / 3, so the width follows. If the values spread more
 * than a bucket between the recorded extremes can, the extremes themselves are drawn as often as
 * necessary.
 *
 * <p>So draws have exactly the recorded mean and deviation, keep to the recorded extremes, and are
 * skewed to the farther one. A normal distribution that is cut at the extremes has another mean.
 *
 * @param min lower end of the bucket
 * @param max upper end of the bucket
 * @param atEnds probability that a value is one of the ends
 */
public record DeviatingDraw(double min, double mean, double max, double atEnds) {
  public static DeviatingDraw of(Distribution.MeanStdDev values) {
    double mean = values.mean();
    double below = mean - values.min();
    double above = values.max() - mean;
    if (!(below > 0 && above > 0)) {
      return new DeviatingDraw(mean, mean, mean, 0);
    }
    double ratio = 3 * values.deviation() * values.deviation() / (below * above); // of variances
    if (ratio > 1) {
      return new DeviatingDraw(values.min(), mean, values.max(), (ratio - 1) / 2);
    }
    double width = Math.sqrt(ratio);
    return new DeviatingDraw(mean - width * below, mean, mean + width * above, 0);
  }

  /**
   * Returns a value.
   *
   * @param side uniform number in [0, 1), which selects a value below or above the mean
   * @param end whether it is an end
   * @param where where on its side it is
   */
  double value(double side, double end, double where) {
    if (end < atEnds) {
      return side * (max - min) < max - mean ? min : max;
    }
    return Draw.within(min, mean, max, side, where);
  }
}
