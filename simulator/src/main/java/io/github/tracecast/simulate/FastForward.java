package io.github.tracecast.simulate;

/**
 * Whether steady loops are skipped, and how steady they must be.
 *
 * @param enabled false to replay every iteration
 * @param tolerance for engines that are not exact: how much clocks relative to each other may differ between two recurrences, as
 *     a share of the time between them; from 0 to 0.1. Each period that is skipped is wrong by at most that share as long as the loop
 *     stays as it was seen, and so is the prediction
 * @param confidence for random computation: probability that the interval of the prediction holds the mean of full replays; above
 *     0, below 1
 * @param precision for random computation: half of that interval as a share of the mean at which a loop has been sampled enough;
 *     above 0, at most 1
 */
public record FastForward(boolean enabled, double tolerance, double confidence, double precision) {

  /** A thousandth. */
  public static final double DEFAULT_TOLERANCE = 1e-3;

  public static final double DEFAULT_CONFIDENCE = 0.95;
  public static final double DEFAULT_PRECISION = 0.01;

  public FastForward {
    require(
        tolerance >= 0 && tolerance <= 0.1, "fast-forward tolerance", tolerance, "from 0 to 0.1");
    require(confidence > 0 && confidence < 1, "confidence", confidence, "above 0 and below 1");
    require(precision > 0 && precision <= 1, "precision", precision, "above 0 and at most 1");
  }

  /** Skips steady loops. */
  public static FastForward auto() {
    return new FastForward(true, DEFAULT_TOLERANCE, DEFAULT_CONFIDENCE, DEFAULT_PRECISION);
  }

  /** Replays every iteration. */
  public static FastForward off() {
    return new FastForward(false, DEFAULT_TOLERANCE, DEFAULT_CONFIDENCE, DEFAULT_PRECISION);
  }

  private static void require(boolean met, String what, double found, String expected) {
    if (!met) {
      throw new ReplayException("found " + what + " " + found + "; expected one " + expected);
    }
  }
}
