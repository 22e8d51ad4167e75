package io.github.tracecast.decompress;

import org.apache.commons.numbers.core.ArithmeticUtils;

/** Arithmetic on periods. */
public final class CommonPeriods {
  private CommonPeriods() {}

  /**
   * Returns the least common multiple of two periods of at least 1; at most {@link Long#MAX_VALUE}.
   */
  public static long common(long one, long other) {
    if (one == other || other == 1) {
      return one; // shortcut for the most frequent case
    }
    long first = one / ArithmeticUtils.gcd(one, other);
    return first > Long.MAX_VALUE / other ? Long.MAX_VALUE : first * other;
  }
}
