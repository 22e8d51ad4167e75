package io.github.tracecast.simulate;

import java.util.Map;

/**
 * How the replay converts recorded computation to simulated time, and which part of the run it
 * replays.
 *
 * @param deltas which of a delta's values the replay uses
 * @param seed seed of the draws of {@link DeltaMode#HISTOGRAM}
 * @param computeScale factor on every computation, finite and at least 0; 1 keeps the recorded time
 * @param computeScaleBySite additional factors for the computation before a call site's calls, by
 *     call site name
 * @param fastForward whether the replay skips steady loops
 */
public record ReplayOptions(
    DeltaMode deltas,
    long seed,
    double computeScale,
    Map<String, Double> computeScaleBySite,
    FastForward fastForward) {

  /** Which value of a delta becomes simulated time. */
  public enum DeltaMode {
    /** The time of each iteration where the trace has it, otherwise the mean. */
    AUTO,
    /** The mean, equal for all iterations. */
    AVG,
    /** The recorded minimum. */
    MIN,
    /** The recorded maximum. */
    MAX,
    /** A new draw for each execution: a bucket by its weight, then a time within it. */
    HISTOGRAM
  }

  public ReplayOptions {
    requireScale("computation scale", computeScale);
    computeScaleBySite.forEach(
        (site, scale) -> requireScale("computation scale of " + site, scale));
    computeScaleBySite = Map.copyOf(computeScaleBySite);
  }

  /** Uses {@link FastForward#auto}. */
  public ReplayOptions(
      DeltaMode deltas, long seed, double computeScale, Map<String, Double> computeScaleBySite) {
    this(deltas, seed, computeScale, computeScaleBySite, FastForward.auto());
  }

  /** The times that the trace has, without scaling; steady loops are skipped. */
  public static ReplayOptions defaults() {
    return new ReplayOptions(DeltaMode.AUTO, 1, 1.0, Map.of());
  }

  /** Returns these options with other times. */
  public ReplayOptions with(DeltaMode other) {
    return new ReplayOptions(other, seed, computeScale, computeScaleBySite, fastForward);
  }

  /** Returns these options with another treatment of steady loops. */
  public ReplayOptions with(FastForward other) {
    return new ReplayOptions(deltas, seed, computeScale, computeScaleBySite, other);
  }

  /** Returns these options with another factor on every computation. */
  public ReplayOptions withComputeScale(double other) {
    return new ReplayOptions(deltas, seed, other, computeScaleBySite, fastForward);
  }

  private static void requireScale(String what, double scale) {
    if (!(scale >= 0) || Double.isInfinite(scale)) {
      throw new ReplayException("found " + what + " " + scale + "; expected a finite number >= 0");
    }
  }
}
