package io.github.tracecast.predict;

import java.util.Locale;

/** Numbers for people, the same in every locale. */
final class Numbers {
  private Numbers() {}

  /** With commas between thousands. */
  static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** A time in the unit that suits it, six significant digits at least where that many are known. */
  static String time(double seconds) {
    return TimeUnit.of(seconds).text(seconds);
  }

  /** A rate a second, three significant digits. */
  static String rate(double perSecond) {
    return perSecond >= 1000
        ? count(Math.round(perSecond))
        : String.format(Locale.ROOT, "%.3g", perSecond);
  }

  /** Memory, binary units. */
  static String memory(long bytes) {
    return bytes >= 1L << 30
        ? String.format(Locale.ROOT, "%.2f GiB", bytes / (double) (1L << 30))
        : String.format(Locale.ROOT, "%.0f MiB", bytes / (double) (1L << 20));
  }

  static String percent(double share) {
    return String.format(Locale.ROOT, "%.2f", 100 * share);
  }

  /** Units for times, so that all of one table are in one unit. */
  enum TimeUnit {
    SECONDS("s", 1),
    MILLISECONDS("ms", 1e3),
    MICROSECONDS("us", 1e6);

    private final String symbol;
    private final double perSecond;

    TimeUnit(String symbol, double perSecond) {
      this.symbol = symbol;
      this.perSecond = perSecond;
    }

    /** The largest in which the time is 1 or more; seconds for 0. */
    static TimeUnit of(double seconds) {
      if (seconds >= 1 || seconds == 0) {
        return SECONDS;
      }
      return seconds >= 1e-3 ? MILLISECONDS : MICROSECONDS;
    }

    String symbol() {
      return symbol;
    }

    /** The number alone; to a picosecond below a millisecond, to a microsecond from a second on. */
    String number(double seconds) {
      return String.format(Locale.ROOT, "%.6f", seconds * perSecond);
    }

    String text(double seconds) {
      return number(seconds) + " " + symbol;
    }
  }
}
