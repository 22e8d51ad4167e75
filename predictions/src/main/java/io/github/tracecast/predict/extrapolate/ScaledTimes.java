package io.github.tracecast.predict.extrapolate;

import io.github.tracecast.trace.Bin;
import io.github.tracecast.trace.Distribution;

/** Distributions whose values are all multiplied by a factor. */
final class ScaledTimes {
  private ScaledTimes() {}

  static Distribution of(Distribution distribution, double factor) {
    return switch (distribution) {
      case Distribution.MinAvgMax times ->
        new Distribution.MinAvgMax(
            times.count(), times.min() * factor, times.avg() * factor, times.max() * factor);
      case Distribution.Histogram histogram ->
        new Distribution.Histogram(
            histogram.bins().stream().map(bin -> scaled(bin, factor)).toList());
    };
  }

  private static Bin scaled(Bin bin, double factor) {
    return new Bin(
        bin.lower() * factor,
        bin.upper() * factor,
        bin.count(),
        bin.min() * factor,
        bin.mean() * factor,
        bin.max() * factor);
  }
}
