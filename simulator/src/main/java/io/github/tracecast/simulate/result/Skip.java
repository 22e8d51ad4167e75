package io.github.tracecast.simulate.result;

import java.util.List;

/**
 * Iterations of a loop that were skipped, because the run had become periodic. Skips with the same
 * loop, depth and period are summed in one record.
 *
 * @param loop the loop of the watched rank, an index into the trace's loops; negative if an
 *     iteration is 16 equal rounds of a collective. Other ranks may be in other loops at that time
 * @param depth nesting depth of that loop, 1 for the outermost
 * @param period number of iterations of that loop after which the run recurred, at least 1
 * @param times number of skips that this record sums, at least 1
 * @param iterations skipped iterations of that loop, over all skips
 * @param seconds simulated time of the skipped iterations
 * @param deviationSeconds possible error of the prediction: the difference between the observed
 *     periods before the skips, multiplied by the number of skipped periods; 0 if the recurrence
 *     was exact
 * @param halfWidthSeconds half of the width of the prediction's confidence interval if random
 *     iterations were sampled; otherwise 0
 */
public record Skip(
    int loop,
    int depth,
    long period,
    long times,
    long iterations,
    double seconds,
    double deviationSeconds,
    double halfWidthSeconds) {
  /** The name of the loop in reports. */
  public String loopName() {
    return loop < 0 ? "rounds" : Integer.toString(loop);
  }

  /** Adds the skip to a list, or to the list's entry with the same loop, depth and period. */
  public void addTo(List<Skip> skips) {
    for (int at = 0; at < skips.size(); at++) {
      Skip other = skips.get(at);
      if (loop == other.loop && depth == other.depth && period == other.period) {
        skips.set(at, other.plus(this));
        return;
      }
    }
    skips.add(this);
  }

  private Skip plus(Skip other) {
    return new Skip(
        loop,
        depth,
        period,
        times + other.times,
        iterations + other.iterations,
        seconds + other.seconds,
        deviationSeconds + other.deviationSeconds,
        Math.hypot(halfWidthSeconds, other.halfWidthSeconds));
  }
}
