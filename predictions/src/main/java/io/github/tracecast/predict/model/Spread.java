package io.github.tracecast.predict.model;

import io.github.tracecast.predict.output.Column;
import io.github.tracecast.simulate.result.ReplayResult;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Average, minimum and maximum over ranks of a time in seconds.
 *
 * @param mean average per rank
 * @param min the minimum over ranks
 * @param max the maximum over ranks
 */
public record Spread(double mean, double min, double max) {
  /** Returns the spread of a time over at least one rank. */
  public static Spread of(
      List<ReplayResult.RankTimes> ranks, ToDoubleFunction<ReplayResult.RankTimes> time) {
    double sum = 0;
    double min = Double.POSITIVE_INFINITY;
    double max = 0;
    for (ReplayResult.RankTimes rank : ranks) {
      double seconds = time.applyAsDouble(rank);
      sum += seconds;
      min = Math.min(min, seconds);
      max = Math.max(max, seconds);
    }
    return new Spread(sum / ranks.size(), min, max);
  }

  /**
   * Returns the columns of a spread: the average under a name, and in JSON and CSV also minimum and
   * maximum with the prefixes {@code min_} and {@code max_}.
   */
  public static <R> List<Column<R>> columns(
      String name, String heading, Function<R, Spread> spread) {
    return List.of(
        Column.time(name, heading, row -> spread.apply(row).mean()),
        Column.time("min_" + name, "", row -> spread.apply(row).min()),
        Column.time("max_" + name, "", row -> spread.apply(row).max()));
  }
}
