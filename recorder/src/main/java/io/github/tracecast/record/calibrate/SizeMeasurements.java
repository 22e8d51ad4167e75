package io.github.tracecast.record.calibrate;

/**
 * The measurements of one quantity at one size.
 *
 * @param bytes size of the message; for a quantity without messages, the number of processes
 * @param median median of the samples, ns
 * @param low 10% quantile, ns
 * @param high 90% quantile, ns
 * @param count number of samples, at least 1
 */
record SizeMeasurements(long bytes, double median, double low, double high, int count) {
  /** Returns the distance between the quantiles as a share of the median; 0 if the median is 0. */
  double spread() {
    return median > 0 ? (high - low) / median : 0;
  }
}
