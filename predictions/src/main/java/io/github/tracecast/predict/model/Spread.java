package io.github.tracecast.predict.model;

import io.github.tracecast.simulate.result.ReplayResult;
import java.util.List;
import java.util.function.ToDoubleFunction;
import tools.jackson.core.JsonGenerator;

/**
 * A time in seconds over all ranks.
 *
 * @param mean average per rank
 * @param min the minimum over ranks
 * @param max the maximum over ranks
 */
public record Spread(double mean, double min, double max) {
  /** Returns a time over some ranks, at least one. */
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
   * Writes the average under a name, and the others with the prefixes {@code min_} and {@code
   * max_}.
   */
  public void write(String name, JsonGenerator json) {
    json.writeNumberProperty(name, mean);
    json.writeNumberProperty("min_" + name, min);
    json.writeNumberProperty("max_" + name, max);
  }
}
