package io.github.tracecast.compress;

import io.github.tracecast.trace.times.Bin;
import io.github.tracecast.trace.times.Distribution;
import io.github.tracecast.trace.times.EqualBuckets;
import java.util.List;

/** Joins the bins of histograms. */
final class Bins {
  private Bins() {}

  /** Creates a bin from its edges and the count, extremes and sum of its values. */
  static Bin of(double lower, double upper, long count, double min, double sum, double max) {
    return new Bin(lower, upper, count, min, mean(sum, count, min, max), max);
  }

  /**
   * Returns the mean after rounding the sum to thousandths. Clocks count nanoseconds, so a sum in
   * microseconds is a whole number of thousandths, and rounding removes the error of adding
   * doubles.
   */
  static double mean(double sum, long count, double min, double max) {
    double thousandths = Math.rint(sum * 1000);
    boolean ticks = Math.abs(sum * 1000 - thousandths) <= Math.max(1e-4, 1e-12 * thousandths);
    return Math.clamp(ticks ? thousandths / (1000.0 * count) : sum / count, min, max);
  }

  /** Joins two neighbouring bins, the lower bin first. */
  static Bin join(Bin one, Bin next) {
    return of(
        one.lower(),
        Math.max(one.upper(), next.upper()),
        one.count() + next.count(),
        Math.min(one.min(), next.min()),
        one.mean() * one.count() + next.mean() * next.count(),
        Math.max(one.max(), next.max()));
  }

  /**
   * Returns a histogram in the form that the options select.
   *
   * @param bins ascending, modifiable
   */
  static Distribution.Histogram fitted(List<Bin> bins, CompressOptions options) {
    if (options.deltas() == CompressOptions.Deltas.BUCKETS) {
      Distribution.Histogram all = new Distribution.Histogram(bins);
      return all.min() == all.max()
          ? all
          : EqualBuckets.of(bins, options.buckets()).histogram();
    }
    fit(bins, options.buckets());
    return new Distribution.Histogram(bins);
  }

  /**
   * Repeatedly joins the two neighbouring bins whose means have the smallest ratio, until at most
   * {@code most} bins are left.
   *
   * @param bins ascending, modifiable
   */
  static void fit(List<Bin> bins, int most) {
    while (bins.size() > most) {
      int at = closest(bins);
      bins.set(at, join(bins.get(at), bins.remove(at + 1)));
    }
  }

  private static int closest(List<Bin> bins) {
    int best = 0;
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i + 1 < bins.size(); i++) {
      double one = bins.get(i).mean();
      double ratio = one > 0 ? bins.get(i + 1).mean() / one : Double.MAX_VALUE;
      if (ratio < least) {
        least = ratio;
        best = i;
      }
    }
    return best;
  }
}
