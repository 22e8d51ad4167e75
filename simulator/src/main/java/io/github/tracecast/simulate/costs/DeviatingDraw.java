package io.github.tracecast.simulate.costs;

import io.github.tracecast.trace.times.Distribution;

/**
 * A random distribution with a given mean and standard deviation, in the unit of the values. The
 * density is constant on each side of the mean. If the distribution reaches from a below to b above
 * the mean, the variance is a x b / 3, which determines the width. If the recorded extremes are too
 * close for the recorded deviation, a part of the probability lies at the extremes.
 *
 * <p>The draws therefore have exactly the recorded mean and deviation, stay within the recorded
 * extremes, and are skewed to the farther extreme. A normal distribution that is truncated at the
 * extremes would have another mean.
 *
 * @param atEnds probability that a value is {@code min} or {@code max}
 */
public record DeviatingDraw(double min, double mean, double max, double atEnds) {
  public static DeviatingDraw of(Distribution.MeanStdDev values) {
    double mean = values.mean();
    double below = mean - values.min();
    double above = values.max() - mean;
    if (!(below > 0 && above > 0)) {
      return new DeviatingDraw(mean, mean, mean, 0);
    }
    // the recorded variance, divided by the largest variance of uniform draws within the extremes
    double ratio = 3 * values.deviation() * values.deviation() / (below * above);
    if (ratio > 1) {
      return new DeviatingDraw(values.min(), mean, values.max(), (ratio - 1) / 2);
    }
    double width = Math.sqrt(ratio);
    return new DeviatingDraw(mean - width * below, mean, mean + width * above, 0);
  }

  /**
   * Returns the value that three uniform random numbers in [0, 1) select.
   *
   * @param side selects a value below or above the mean
   * @param end selects an extreme if it is below {@code atEnds}
   * @param where selects the place on the side of the mean
   */
  double value(double side, double end, double where) {
    if (end < atEnds) {
      return side * (max - min) < max - mean ? min : max;
    }
    return Draw.within(min, mean, max, side, where);
  }
}
