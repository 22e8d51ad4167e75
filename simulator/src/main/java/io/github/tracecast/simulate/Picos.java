package io.github.tracecast.simulate;

/** Conversion between seconds and the replay's whole picoseconds. */
public final class Picos {
  public static final double PER_SECOND = 1e12;

  /** No simulated run may last longer, so that sums of times never overflow: about 53 days. */
  public static final long MAX = Long.MAX_VALUE / 2;

  private Picos() {}

  /**
   * The nearest whole picosecond.
   *
   * @throws ReplayException if the time is negative, not a number or too long to be simulated
   */
  public static long ofSeconds(double seconds) {
    return whole(seconds * PER_SECOND);
  }

  /** Likewise of picoseconds. */
  public static long whole(double picos) {
    if (!(picos >= 0 && picos < MAX)) {
      throw new ReplayException("found a time of " + picos / PER_SECOND + " s; expected 0 to "
          + seconds(MAX) + " s of simulated time");
    }
    return Math.round(picos);
  }

  /**
   * The sum of two times, each no longer than {@link #MAX}.
   *
   * @param where what takes them, for the complaint
   * @throws ReplayException if the sum is longer
   */
  public static long sum(long picos, long more, String where) {
    long sum = picos + more;
    if (sum > MAX) {
      throw new ReplayException(
          "found more than " + seconds(MAX) + " s of simulated time " + where + "; expected less");
    }
    return sum;
  }

  public static double seconds(double picos) {
    return picos / PER_SECOND;
  }
}
