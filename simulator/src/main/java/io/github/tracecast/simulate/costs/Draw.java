package io.github.tracecast.simulate.costs;

import io.github.tracecast.trace.times.Bin;
import io.github.tracecast.trace.times.Distribution;

/**
 * Draws random times from recorded distributions. A draw depends only on (seed, rank, event,
 * execution), not on the engine or the order of the replay.
 *
 * <p>A histogram first selects a bucket by weight. Within the bucket, the density is constant below
 * the bucket's mean, and also constant above the mean. A draw is below the bucket's mean with
 * probability (max - mean) / (max - min), which preserves the mean. A distribution of min, avg and
 * max counts as one bucket.
 *
 * <p>{@link DeviatingDraw} draws from distributions with a standard deviation.
 */
final class Draw {
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private Draw() {}

  /** Draws a value of the distribution, in the distribution's unit. */
  static double from(Distribution distribution, long seed, int rank, int event, long execution) {
    long key = key(seed, rank, event, execution);
    double which = unit(key);
    double where = unit(mix(key));
    return switch (distribution) {
      case Distribution.MinAvgMax d -> within(d.min(), d.avg(), d.max(), which, where);
      case Distribution.MeanStdDev d -> DeviatingDraw.of(d).value(which, unit(mix(key + 1)), where);
      case Distribution.Histogram h -> fromHistogram(h, which, unit(mix(key + 1)), where);
    };
  }

  /** The key that determines all random draws for a rank's computation before an event. */
  static long key(long seed, int rank, int event, long execution) {
    return mix(mix(mix(mix(seed) + rank) + event) + execution);
  }

  private static double fromHistogram(
      Distribution.Histogram histogram, double bucket, double side, double where) {
    long total = histogram.count();
    long weight = (long) (bucket * total);
    for (Bin bin : histogram.bins()) {
      weight -= bin.count();
      if (weight < 0) {
        return within(bin.min(), bin.mean(), bin.max(), side, where);
      }
    }
    return histogram.mean();
  }

  static double within(double min, double mean, double max, double side, double where) {
    if (!(max > min)) {
      return mean;
    }
    return side * (max - min) < max - mean
        ? min + where * (mean - min)
        : mean + where * (max - mean);
  }

  /** The finaliser of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014) on a Weyl step. */
  static long mix(long value) {
    long z = value + GOLDEN;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  /** Converts random bits to a uniform number in [0, 1). */
  static double unit(long bits) {
    return (bits >>> 11) * 0x1.0p-53;
  }
}
