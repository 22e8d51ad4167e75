package io.github.tracecast.simulate;

/** Conversion between seconds and the replay's whole picoseconds. */
public final class Picos {
  public static final double PER_SECOND = 1e12;

  /** The longest simulated run, about 53 days. The limit prevents overflow in sums of times. */
  public static final long MAX = Long.MAX_VALUE / 2;

  private Picos() {}

  /**
   * Converts seconds to the nearest whole picosecond.
   *
   * @throws ReplayException if the time is negative, not a number or too long to be simulated
   */
  public static long ofSeconds(double seconds) {
    return whole(seconds * PER_SECOND);
  }

  /** Rounds a time to the nearest whole picosecond, with the checks of {@link #ofSeconds}. */
  public static long whole(double picos) {
    if (!(picos >= 0 && picos < MAX)) {
      throw new ReplayException("found a time of " + picos / PER_SECOND + " s; expected 0 to "
          + seconds(MAX) + " s of simulated time");
    }
    return Math.round(picos);
  }

  /**
   * The sum of two times, each at most {@link #MAX}.
   *
   * @param where the place that the error message names
   * @throws ReplayException if the sum exceeds {@link #MAX}
   */
  public static long sum(long picos, long more, String where) {
    long sum = picos + more;
    if (sum > MAX) {
      throw tooLong(where);
    }
    return sum;
  }

  /** Whether the sum of three times, each at most {@link #MAX}, is at most {@link #MAX} too. Overflowed sums are negative. */
  public static boolean isMeasurable(long sum) {
    return sum >= 0 && sum <= MAX;
  }

  public static ReplayException tooLong(String where) {
    return new ReplayException(
        "found more than " + seconds(MAX) + " s of simulated time " + where + "; expected less");
  }

  public static double seconds(double picos) {
    return picos / PER_SECOND;
  }
}
