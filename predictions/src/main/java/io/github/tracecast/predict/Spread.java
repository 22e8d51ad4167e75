package io.github.tracecast.predict;

import io.github.tracecast.simulate.ReplayResult;
import java.util.function.ToDoubleFunction;
import tools.jackson.core.JsonGenerator;

/**
 * A time over all ranks, seconds.
 *
 * @param mean mean over ranks
 * @param min the least of a rank
 * @param max the most of a rank
 */
public record Spread(double mean, double min, double max) {
  /** Over the ranks of a replay. */
  public static Spread of(ReplayResult replay, ToDoubleFunction<ReplayResult.RankTimes> time) {
    double sum = 0;
    double min = Double.POSITIVE_INFINITY;
    double max = 0;
    for (ReplayResult.RankTimes rank : replay.ranks()) {
      double seconds = time.applyAsDouble(rank);
      sum += seconds;
      min = Math.min(min, seconds);
      max = Math.max(max, seconds);
    }
    return new Spread(sum / replay.ranks().size(), min, max);
  }

  /** Writes the mean under a name, and the others under that name with {@code min_} and {@code max_} before it. */
  void write(String name, JsonGenerator json) {
    json.writeNumberProperty(name, mean);
    json.writeNumberProperty("min_" + name, min);
    json.writeNumberProperty("max_" + name, max);
  }
}
