package io.github.tracecast.predict;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.stream.IntStream;

/** Numbers for people, the same in every locale. */
public final class Numbers {
  private Numbers() {}

  /** With commas between thousands. */
  public static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** A time in the unit that suits it, six significant digits at least where that many are known. */
  public static String time(double seconds) {
    return TimeUnit.of(seconds).text(seconds);
  }

  /** A rate a second, three significant digits. */
  public static String rate(double perSecond) {
    return perSecond >= 1000
        ? count(Math.round(perSecond))
        : String.format(Locale.ROOT, "%.3g", perSecond);
  }

  /** Memory, binary units. */
  public static String memory(long bytes) {
    return bytes >= 1L << 30
        ? String.format(Locale.ROOT, "%.2f GiB", bytes / (double) (1L << 30))
        : String.format(Locale.ROOT, "%.0f MiB", bytes / (double) (1L << 20));
  }

  /** A share in per cent, without the sign. */
  public static String percent(double share) {
    return String.format(Locale.ROOT, "%.2f", 100 * share);
  }

  /** A ratio, three decimals. */
  public static String decimals(double ratio) {
    return String.format(Locale.ROOT, "%.3f", ratio);
  }

  /** A share in per cent with its sign and no more digits than it needs: 0.015 is {@code 1.5%}. */
  public static String perCent(double share) {
    return BigDecimal.valueOf(share).movePointRight(2).stripTrailingZeros().toPlainString() + "%";
  }

  /** Numbers of some of so many things, the first and the last among them. */
  public static int[] evenly(int all, int most) {
    int some = Math.min(all, most);
    return IntStream.range(0, some)
        .map(i -> some == 1 ? 0 : (int) ((long) i * (all - 1) / (some - 1)))
        .toArray();
  }

  /** Units for times, so that all of one table are in one unit. */
  public enum TimeUnit {
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
    public static TimeUnit of(double seconds) {
      if (seconds >= 1 || seconds == 0) {
        return SECONDS;
      }
      return seconds >= 1e-3 ? MILLISECONDS : MICROSECONDS;
    }

    /** For example {@code ms}. */
    public String symbol() {
      return symbol;
    }

    /** How many of it a second has. */
    public double perSecond() {
      return perSecond;
    }

    /** The number alone; to a picosecond below a millisecond, to a microsecond from a second on. */
    public String number(double seconds) {
      return String.format(Locale.ROOT, "%.6f", seconds * perSecond);
    }

    /** The number alone of a change, with its sign. */
    public String signed(double seconds) {
      return (seconds > 0 ? "+" : "") + number(seconds);
    }

    /** The number and the unit. */
    public String text(double seconds) {
      return number(seconds) + " " + symbol;
    }
  }
}
