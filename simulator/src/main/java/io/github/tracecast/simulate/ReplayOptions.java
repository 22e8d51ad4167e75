package io.github.tracecast.simulate;

import io.github.tracecast.platform.Node;
import java.util.Map;

/**
 * How the replay converts recorded computation to simulated time, and which iterations are
 * replayed.
 *
 * @param deltas which value of a recorded time distribution (delta) the replay uses
 * @param seed seed of the draws of {@link DeltaMode#HISTOGRAM} and of noise
 * @param computeScale factor on every computation, finite and at least 0; 1 keeps the recorded time
 * @param computeScaleBySite additional factors for the computation before a call site's calls, by
 *     call site name
 * @param fastForward whether the replay fast-forwards periodic loops
 * @param callsByRank whether the times inside calls are also summed for each rank, see {@link
 *     io.github.tracecast.simulate.result.CallsByRank}
 * @param timesOnly whether only times matter, so that the use of links need not be exact
 */
public record ReplayOptions(
    DeltaMode deltas,
    long seed,
    double computeScale,
    Map<String, Double> computeScaleBySite,
    FastForward fastForward,
    boolean callsByRank,
    boolean timesOnly) {

  /** Which value of a recorded time distribution (delta) becomes simulated time. */
  public enum DeltaMode {
    /** The recorded time of each iteration if the trace has it, otherwise the mean. */
    AUTO,
    /** The mean, which is the same for all iterations. */
    AVG,
    /** The recorded minimum. */
    MIN,
    /** The recorded maximum. */
    MAX,
    /** A new random time for each execution, drawn from the recorded histogram. */
    HISTOGRAM;

    /** Whether computation on a node depends on the seed, because times are drawn or cores have noise. */
    public boolean isRandom(Node node) {
      return this == HISTOGRAM || node.noise().isPresent();
    }
  }

  public ReplayOptions {
    requireScale("computation scale", computeScale);
    computeScaleBySite.forEach(
        (site, scale) -> requireScale("computation scale of " + site, scale));
    computeScaleBySite = Map.copyOf(computeScaleBySite);
  }

  /** Creates options with {@link FastForward#auto}. */
  public ReplayOptions(
      DeltaMode deltas, long seed, double computeScale, Map<String, Double> computeScaleBySite) {
    this(deltas, seed, computeScale, computeScaleBySite, FastForward.auto(), false, false);
  }

  /** Returns the default options: {@link DeltaMode#AUTO}, no scaling, and automatic fast-forward. */
  public static ReplayOptions defaults() {
    return new ReplayOptions(DeltaMode.AUTO, 1, 1.0, Map.of());
  }

  public ReplayOptions with(DeltaMode other) {
    return new ReplayOptions(
        other, seed, computeScale, computeScaleBySite, fastForward, callsByRank, timesOnly);
  }

  public ReplayOptions with(FastForward other) {
    return new ReplayOptions(
        deltas, seed, computeScale, computeScaleBySite, other, callsByRank, timesOnly);
  }

  public ReplayOptions withComputeScale(double other) {
    return new ReplayOptions(
        deltas, seed, other, computeScaleBySite, fastForward, callsByRank, timesOnly);
  }

  /** Returns these options for a replay that also sums the times inside calls by rank. */
  public ReplayOptions withCallsByRank() {
    return new ReplayOptions(
        deltas, seed, computeScale, computeScaleBySite, fastForward, true, timesOnly);
  }

  /** Returns these options for a replay of which only times matter. */
  public ReplayOptions withTimesOnly() {
    return new ReplayOptions(
        deltas, seed, computeScale, computeScaleBySite, fastForward, callsByRank, true);
  }

  private static void requireScale(String what, double scale) {
    if (!(scale >= 0) || Double.isInfinite(scale)) {
      throw new ReplayException("found " + what + " " + scale + "; expected a finite number >= 0");
    }
  }
}
