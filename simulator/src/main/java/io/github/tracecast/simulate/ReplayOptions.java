package io.github.tracecast.simulate;

import java.util.Map;

/**
 * How recorded computation becomes simulated time, and how much of the run is replayed.
 *
 * @param deltas which of a delta's values is used
 * @param seed seed of the draws of {@link DeltaMode#HISTOGRAM}
 * @param computeScale factor on every computation, finite and at least 0; 1 is as recorded
 * @param computeScaleBySite further factors for the computation before the calls of a call site, by
 *     the call site's name
 * @param fastForward whether steady loops are skipped
 */
public record ReplayOptions(
    DeltaMode deltas,
    long seed,
    double computeScale,
    Map<String, Double> computeScaleBySite,
    FastForward fastForward) {

  /** Which of a delta's values the replay waits for. */
  public enum DeltaMode {
    /** The mean, the same each time. */
    AVG,
    /** The least that was recorded. */
    MIN,
    /** The most that was recorded. */
    MAX,
    /** A bucket by its weight and a time within it, drawn anew each time. */
    HISTOGRAM
  }

  public ReplayOptions {
    requireScale("computation scale", computeScale);
    computeScaleBySite.forEach(
        (site, scale) -> requireScale("computation scale of " + site, scale));
    computeScaleBySite = Map.copyOf(computeScaleBySite);
  }

  /** With {@link FastForward#auto}. */
  public ReplayOptions(
      DeltaMode deltas, long seed, double computeScale, Map<String, Double> computeScaleBySite) {
    this(deltas, seed, computeScale, computeScaleBySite, FastForward.auto());
  }

  /** The mean of each delta, as recorded; steady loops are skipped. */
  public static ReplayOptions defaults() {
    return new ReplayOptions(DeltaMode.AVG, 1, 1.0, Map.of());
  }

  /** These with another way to treat steady loops. */
  public ReplayOptions with(FastForward other) {
    return new ReplayOptions(deltas, seed, computeScale, computeScaleBySite, other);
  }

  private static void requireScale(String what, double scale) {
    if (!(scale >= 0) || Double.isInfinite(scale)) {
      throw new ReplayException("found " + what + " " + scale + "; expected a finite number >= 0");
    }
  }
}
