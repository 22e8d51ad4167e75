package io.github.tracecast.predict.fuzz;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The times in the JSON of a prediction, or of a sweep's first point.
 *
 * @param last when the last rank ends
 * @param ranks when each rank ends; none in a sweep
 */
record PredictedTimes(double last, List<Double> ranks) {
  /** Times are whole picoseconds, written in seconds. */
  private static final double PICOSECOND = 1e-12;

  private static final Pattern LAST = Pattern.compile("\"predicted_seconds\" : ([-0-9.eE+]+)");
  private static final Pattern RANK = Pattern.compile("\"end_seconds\" : ([-0-9.eE+]+)");

  static PredictedTimes in(String json) {
    List<Double> last = numbers(LAST, json);
    return new PredictedTimes(last.isEmpty() ? Double.NaN : last.getFirst(), numbers(RANK, json));
  }

  private static List<Double> numbers(Pattern pattern, String json) {
    return pattern
        .matcher(json)
        .results()
        .map(found -> Double.valueOf(found.group(1)))
        .toList();
  }

  /** Describes times that differ by more than a share. */
  Optional<String> difference(PredictedTimes other, double share) {
    if (isOff(last, other.last, share)) {
      return Optional.of(last + " s and " + other.last + " s until the last rank ends");
    }
    for (int rank = 0; rank < Math.min(ranks.size(), other.ranks.size()); rank++) {
      if (isOff(ranks.get(rank), other.ranks.get(rank), share)) {
        return Optional.of(ranks.get(rank) + " s and " + other.ranks.get(rank) + " s until rank "
            + rank + " ends");
      }
    }
    return Optional.empty();
  }

  /** A share above 0 also allows for rounding at each event. */
  private static boolean isOff(double one, double other, double share) {
    return !(Math.abs(one - other) <= share * one + (share > 0 ? 20_000 * PICOSECOND : 0));
  }
}
