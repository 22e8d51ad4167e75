package io.github.tracecast.compress;

import io.github.tracecast.trace.times.Bin;
import io.github.tracecast.trace.times.Distribution;

/**
 * Computes standard deviations of times. Results are rounded to thousandths: times in microseconds
 * are rounded to nanoseconds.
 */
final class Deviations {
  private static final double ROUNDED = 1000;

  private Deviations() {}

  /**
   * Returns totals with the standard deviation added.
   *
   * @param scatter the sum of the squared distances from the mean
   */
  static Distribution of(Distribution totals, double scatter) {
    if (totals.min() == totals.max()) {
      return totals;
    }
    double most = (totals.max() - totals.min()) / 2;
    double deviation = Math.min(most, Math.sqrt(scatter / totals.count()));
    return new Distribution.MeanStdDev(
        totals.count(),
        totals.min(),
        totals.mean(),
        Math.rint(deviation * ROUNDED) / ROUNDED,
        totals.max());
  }

  /**
   * Returns the mean and the standard deviation of the values in a histogram. It assumes that the
   * values of a bin are distributed as a replay draws them: evenly on each side of the bin's mean.
   * If the distances of the mean from the bin's minimum and maximum are a and b, the variance of
   * these values is a x b / 3.
   */
  static Distribution of(Distribution.Histogram histogram) {
    double mean = histogram.mean();
    double scatter = 0;
    for (Bin bin : histogram.bins()) {
      double off = bin.mean() - mean;
      double within = (bin.mean() - bin.min()) * (bin.max() - bin.mean()) / 3;
      scatter += bin.count() * (off * off + Math.max(0, within));
    }
    return of(
        new Distribution.MinAvgMax(histogram.count(), histogram.min(), mean, histogram.max()),
        scatter);
  }
}
