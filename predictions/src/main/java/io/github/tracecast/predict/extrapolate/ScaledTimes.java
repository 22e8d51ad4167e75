package io.github.tracecast.predict.extrapolate;

import io.github.tracecast.trace.Bin;
import io.github.tracecast.trace.Distribution;
import io.github.tracecast.trace.RankList;
import java.util.List;

/** Distributions of a recording as those of a larger run. */
final class ScaledTimes {
  private ScaledTimes() {}

  /** One distribution with the total count, the mean and the ends of several. */
  static List<Distribution> merged(List<Distribution> several) {
    if (several.size() == 1) {
      return several;
    }
    long count = several.stream().mapToLong(Distribution::count).sum();
    double sum = several.stream().mapToDouble(Distribution::sum).sum();
    double min = several.stream().mapToDouble(Distribution::min).min().orElseThrow();
    double max = several.stream().mapToDouble(Distribution::max).max().orElseThrow();
    return List.of(new Distribution.MinAvgMax(count, min, sum / count, max));
  }

  /** The distribution times the factor, without the ranks of its extremes: the result has others. */
  static Distribution of(Distribution distribution, double factor) {
    return switch (distribution) {
      case Distribution.MinAvgMax times ->
        new Distribution.MinAvgMax(
            times.count(), times.min() * factor, times.avg() * factor, times.max() * factor);
      case Distribution.MeanStdDev times ->
        new Distribution.MeanStdDev(
            times.count(),
            times.min() * factor,
            times.mean() * factor,
            times.deviation() * factor,
            times.max() * factor);
      case Distribution.Histogram histogram ->
        new Distribution.Histogram(
            histogram.bins().stream().map(bin -> scaled(bin, factor)).toList());
    };
  }

  /** The extremes and the mean of a distribution, counted on as many ranks as the result has. */
  static Distribution onRanks(Distribution distribution, RankList recorded, RankList result) {
    double executions = (double) distribution.count() / recorded.size();
    return new Distribution.MinAvgMax(
        Math.max(1, Math.round(executions * result.size())),
        distribution.min(),
        distribution.mean(),
        distribution.max());
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
