package io.github.tracecast.simulate;

/**
 * Whether the replay skips iterations of steady loops, and how steady the loops must be.
 *
 * @param enabled false to replay every iteration
 * @param tolerance limit for engines that are not exact, from 0 to 0.1. The limit bounds how much
 *     the ranks' relative clocks may differ between two recurrences, as a share of the time between
 *     these. The error of each skipped period, and of the prediction, is at most this share while
 *     the loop behaves as observed
 * @param confidence for random computation or routes: the probability that the prediction's
 *     interval contains the mean of full replays; above 0, below 1
 * @param precision for random computation or routes: the target half-width of the prediction's
 *     interval, as a share of the mean, in (0, 1]. Sampling of a loop stops at this half-width
 */
public record FastForward(boolean enabled, double tolerance, double confidence, double precision) {

  /** A state recurs if each clock deviates by at most 0.1% of the period, such as 1 ms in 1 s. */
  public static final double DEFAULT_TOLERANCE = 1e-3;

  public static final double DEFAULT_CONFIDENCE = 0.95;
  public static final double DEFAULT_PRECISION = 0.01;

  public FastForward {
    require(
        tolerance >= 0 && tolerance <= 0.1, "fast-forward tolerance", tolerance, "from 0 to 0.1");
    require(confidence > 0 && confidence < 1, "confidence", confidence, "above 0 and below 1");
    require(precision > 0 && precision <= 1, "precision", precision, "above 0 and at most 1");
  }

  /** Returns the default, which skips iterations of steady loops. */
  public static FastForward auto() {
    return new FastForward(true, DEFAULT_TOLERANCE, DEFAULT_CONFIDENCE, DEFAULT_PRECISION);
  }

  /** Returns the option to replay every iteration. */
  public static FastForward off() {
    return new FastForward(false, DEFAULT_TOLERANCE, DEFAULT_CONFIDENCE, DEFAULT_PRECISION);
  }

  private static void require(boolean met, String what, double found, String expected) {
    if (!met) {
      throw new ReplayException("found " + what + " " + found + "; expected a value " + expected);
    }
  }
}
