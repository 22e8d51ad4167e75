package io.github.tracecast.simulate;

/**
 * Iterations of a loop that were not replayed, since the run had become periodic. Skips of one loop at one depth with one period
 * are added up.
 *
 * @param loop index into the trace's loops, as the rank that was watched has it; others may sit in other loops meanwhile
 * @param depth how deep that loop is nested, 1 for the outermost
 * @param period iterations of that loop after which the run recurred, at least 1
 * @param times how often some of it was skipped, at least 1
 * @param iterations of that loop that were skipped, over all times
 * @param seconds what they added to the simulated time
 * @param deviationSeconds by how much the periods that were seen before the skips differed, times the number of periods skipped: what the
 *     prediction may be off for that; 0 where the recurrence was exact
 * @param halfWidthSeconds where random iterations were sampled, half the confidence interval of the prediction for that; otherwise 0
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

  /** Of a loop that was periodic, so that nothing was sampled. */
  public Skip(
      int loop,
      int depth,
      long period,
      long times,
      long iterations,
      double seconds,
      double deviationSeconds) {
    this(loop, depth, period, times, iterations, seconds, deviationSeconds, 0);
  }

  /** Whether another one is of the same loop, depth and period. */
  public boolean adds(Skip other) {
    return loop == other.loop && depth == other.depth && period == other.period;
  }

  /** Both of them together. */
  public Skip plus(Skip other) {
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
