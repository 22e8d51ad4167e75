package io.github.tracecast.decompress;

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
    long first = one / divisor(one, other);
    return first > Long.MAX_VALUE / other ? Long.MAX_VALUE : first * other;
  }

  /** Returns the greatest common divisor. */
  public static long divisor(long a, long b) {
    return b == 0 ? a : divisor(b, a % b);
  }
}
