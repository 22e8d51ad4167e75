package io.github.tracecast.decompress;

/** Periods of what repeats. */
public final class Periods {
  private Periods() {}

  /** The least common multiple of two periods of at least 1; {@link Long#MAX_VALUE} where it is more than that. */
  public static long common(long one, long other) {
    long first = one / gcd(one, other);
    return first > Long.MAX_VALUE / other ? Long.MAX_VALUE : first * other;
  }

  private static long gcd(long a, long b) {
    return b == 0 ? a : gcd(b, a % b);
  }
}
