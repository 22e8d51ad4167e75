package io.github.tracecast.simulate.result;

import java.util.List;

/**
 * Iterations of a loop that were not replayed, because the run had become periodic. Skips of the
 * same loop, depth and period are added.
 *
 * @param loop index into the trace's loops for the watched rank; negative for alike rounds of a
 *     collective, 16 in each iteration; other ranks may be in other loops at that time
 * @param depth nesting depth of that loop, 1 for the outermost
 * @param period iterations of that loop after which the run recurred, at least 1
 * @param times number of skips, at least 1
 * @param iterations skipped iterations of that loop, over all skips
 * @param seconds simulated time of the skipped iterations
 * @param deviationSeconds possible error of the prediction; 0 if the recurrence was exact. It is
 *     the difference between the observed periods before the skips, times the number of skipped
 *     periods
 * @param halfWidthSeconds half of the prediction's confidence interval if random iterations were
 *     sampled; otherwise 0
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
  /** The loop, for people. */
  public String loopName() {
    return loop < 0 ? "rounds" : Integer.toString(loop);
  }

  /** Adds a skip to a list, to the one of the same loop, depth and period if there is one. */
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
