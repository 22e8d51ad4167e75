package io.github.tracecast.simulate.lanes;

import java.util.Arrays;

/**
 * Factors on the components of a machine's times. A factor of 1.1 on a share makes its times 10%
 * longer.
 *
 * @param factors the factors by ordinal of {@link Share}, finite and at least 0
 */
public record Slowdown(double[] factors) {
  public static final Slowdown NONE = new Slowdown(filled());

  private static double[] filled() {
    double[] factors = new double[Share.values().length];
    Arrays.fill(factors, 1);
    return factors;
  }

  /** Returns a slowdown of one share; all other factors are 1. */
  public static Slowdown of(Share share, double factor) {
    double[] factors = filled();
    factors[share.ordinal()] = factor;
    return new Slowdown(factors);
  }

  /** The time multiplied by the share's factor, rounded to a picosecond. */
  public long of(Share share, long picos) {
    double factor = factors[share.ordinal()];
    return factor == 1 ? picos : Math.round(picos * factor);
  }
}
