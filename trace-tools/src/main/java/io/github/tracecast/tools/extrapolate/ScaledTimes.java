package io.github.tracecast.tools.extrapolate;

import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.times.Distribution;
import java.util.List;

/** A recording's distributions of times, scaled to a larger run. */
final class ScaledTimes {
  private ScaledTimes() {}

  /** Returns one distribution with the total count, the mean and the extremes of all distributions. */
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

  /**
   * Returns a distribution with the same extremes and mean, and the count of executions on the
   * ranks of the result.
   */
  static Distribution onRanks(Distribution distribution, RankList recorded, RankList result) {
    double executions = (double) distribution.count() / recorded.size();
    return new Distribution.MinAvgMax(
        Math.max(1, Math.round(executions * result.size())),
        distribution.min(),
        distribution.mean(),
        distribution.max());
  }
}
