package io.github.tracecast.trace.text;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Formats numbers for reports, in the same way in every locale. Every text report and every page
 * writes its numbers with this class. JSON and CSV have the exact values.
 */
public final class Numbers {
  /**
   * The shortest time that is no rounding error of a sum or an average, because times are whole
   * picoseconds.
   */
  private static final double SHORTEST = 1e-15;

  private static final int DIGITS = 4;
  private static final int DIGITS_OF_RATES = 3;
  private static final double MINUTE = 60;
  private static final double HOUR = 3600;
  private static final List<String> DECIMAL = List.of("", "k", "M", "G", "T", "P");
  private static final List<String> FRACTIONS = List.of("m", "u");
  private static final int SMALLEST = -FRACTIONS.size();
  private static final List<String> BINARY = List.of("", "Ki", "Mi", "Gi", "Ti", "Pi");
  private static final List<String> TIMES = List.of("ps", "ns", "us", "ms", "s");

  private Numbers() {}

  /** Formats a number with commas between thousands. */
  public static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** Formats a number with a noun: "1 class", "2 classes". */
  public static String counted(long number, String noun) {
    String plural = noun.endsWith("s") ? noun + "es" : noun + "s";
    return count(number) + " " + (number == 1 ? noun : plural);
  }

  /**
   * Formats a number of ranks, with their threads if they have several: "64 ranks", "64 ranks with
   * 8 threads".
   */
  public static String ranks(long ranks, int threads) {
    return counted(ranks, "rank") + (threads == 1 ? "" : " with " + counted(threads, "thread"));
  }

  /**
   * Formats a time with four digits: {@code 106.9 ms}, {@code 10.00 us}, {@code 2 min 5.2 s},
   * {@code 10 h 0 min}.
   */
  public static String time(double seconds) {
    double size = Math.abs(seconds);
    if (Double.isNaN(size) || Double.isInfinite(size) || size == 0) {
      return (size == 0 ? "0" : Double.toString(seconds)) + " s";
    }
    BigDecimal rounded = significant(seconds, DIGITS);
    if (rounded.abs().doubleValue() < MINUTE) {
      int unit = Math.clamp((rounded.precision() - rounded.scale() - 1 + 12) / 3, 0, 4);
      return digits(rounded.movePointRight(12 - 3 * unit), 6) + " " + TIMES.get(unit);
    }
    String sign = seconds < 0 ? "-" : "";
    if (rounded.abs().doubleValue() < HOUR) {
      BigDecimal[] parts = rounded.abs().divideAndRemainder(BigDecimal.valueOf(60));
      return sign + plain(parts[0]) + " min " + plain(parts[1]) + " s";
    }
    long minutes = Math.round(size / MINUTE);
    return sign + count(minutes / 60) + " h " + minutes % 60 + " min";
  }

  /** Formats a change of a time, with its sign. A rounding error is no change. */
  public static String change(double seconds) {
    return Math.abs(seconds) < SHORTEST ? time(0) : (seconds > 0 ? "+" : "") + time(seconds);
  }

  /**
   * Formats an amount of bytes with three digits: {@code 3.41 kB}. Numbers below 1,000 are exact.
   */
  public static String bytes(double bytes) {
    return prefixed(bytes, 0, "B");
  }

  /** Formats a bandwidth with three digits: {@code 12.4 GB/s}. */
  public static String bandwidth(double bytesPerSecond) {
    return prefixed(bytesPerSecond, 0, "B/s");
  }

  /** Formats an energy with three digits: {@code 41.2 kJ}, {@code 438 uJ}. */
  public static String energy(double joules) {
    return prefixed(joules, SMALLEST, "J");
  }

  /** @param least the least power of 1,000 that the prefix of the unit may mean */
  private static String prefixed(double value, int least, String unit) {
    if (!(Math.abs(value) < Double.POSITIVE_INFINITY)) {
      return value + " " + unit;
    }
    BigDecimal rounded = significant(value, DIGITS_OF_RATES);
    int power = Math.max(least, power(rounded));
    return plain(rounded.movePointLeft(3 * power)) + " " + prefix(power) + unit;
  }

  /** Returns the power of 1,000 of the largest prefix with which a value is at least 1; 0 for 0. */
  private static int power(BigDecimal value) {
    return Math.clamp(
        Math.floorDiv(value.precision() - value.scale() - 1, 3), SMALLEST, DECIMAL.size() - 1);
  }

  private static String prefix(int power) {
    return power < 0 ? FRACTIONS.get(-power - 1) : DECIMAL.get(power);
  }

  /** Formats a time with all digits: {@code 10 us}. */
  public static String exactTime(BigDecimal seconds) {
    return exact(seconds.movePointRight(12), TIMES, "", 1000);
  }

  /**
   * Formats an amount with all digits, in the largest unit that makes it at least 1: {@code 1.5
   * GB/s}.
   *
   * @param binary whether the prefixes are powers of 1,024
   */
  public static String exact(BigDecimal amount, String unit, boolean binary) {
    return exact(amount, binary ? BINARY : DECIMAL, unit, binary ? 1024 : 1000);
  }

  private static String exact(BigDecimal amount, List<String> prefixes, String unit, int step) {
    BigDecimal rest = amount;
    int prefix = 0;
    while (prefix < prefixes.size() - 1 && rest.abs().compareTo(BigDecimal.valueOf(step)) >= 0) {
      rest =
          rest.divide(BigDecimal.valueOf(step)); // a division by 1,000 or 1,024 always terminates
      prefix++;
    }
    return plain(rest) + " " + prefixes.get(prefix) + unit;
  }

  /** Formats a rate per second with three significant digits. */
  public static String rate(double perSecond) {
    return perSecond >= 1000
        ? plain(significant(perSecond, DIGITS_OF_RATES))
        : String.format(Locale.ROOT, "%.3g", perSecond);
  }

  /** Formats a size of memory in binary units. */
  public static String memory(long bytes) {
    return bytes >= 1L << 30
        ? String.format(Locale.ROOT, "%.2f GiB", bytes / (double) (1L << 30))
        : String.format(Locale.ROOT, "%.0f MiB", bytes / (double) (1L << 20));
  }

  /** Formats a share in per cent with one decimal, without the % sign. */
  public static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f", 100 * share);
  }

  /** Formats a share in whole per cent, with the sign: {@code 86%}. */
  public static String wholePercent(double share) {
    return Math.round(100 * share) + "%";
  }

  /**
   * Formats a ratio with four digits, including zeros at the end: {@code 1.582}, {@code 60.81}.
   * Infinity is {@code any}.
   */
  public static String ratio(double ratio) {
    if (Double.isInfinite(ratio)) {
      return "any";
    }
    return Double.isNaN(ratio) ? "-" : ratio == 0 ? "0" : digits(significant(ratio, DIGITS), 6);
  }

  /**
   * Formats an amount of money with four digits, including zeros at the end: {@code 12.50}, {@code
   * 0.00001929}.
   */
  public static String amount(double amount) {
    return amount == 0 ? "0" : digits(significant(amount, DIGITS), 12);
  }

  /** Formats a factor that the user chose with as few digits as needed, at most six. */
  public static String factor(double factor) {
    return plain(significant(factor, 6));
  }

  /**
   * Formats a large number, such as a number of instructions, with only the leading digits: {@code
   * 4.18e+09}.
   */
  public static String approximate(double number) {
    return Math.abs(number) < 1e6
        ? plain(significant(number, DIGITS))
        : String.format(Locale.ROOT, "%.3e", number);
  }

  /**
   * Formats a share in per cent with the per cent sign and as few digits as needed: 0.015 is {@code
   * 1.5%}.
   */
  public static String perCent(double share) {
    return BigDecimal.valueOf(share).movePointRight(2).stripTrailingZeros().toPlainString() + "%";
  }

  /** Formats a number that was rounded to four digits, including zeros at the end. */
  private static String digits(BigDecimal rounded, int mostDecimals) {
    int decimals = DIGITS - (rounded.precision() - rounded.scale());
    return String.format(Locale.ROOT, "%,." + Math.clamp(decimals, 0, mostDecimals) + "f", rounded);
  }

  private static BigDecimal significant(double value, int digits) {
    return new BigDecimal(value).round(new MathContext(digits, RoundingMode.HALF_EVEN));
  }

  /** Formats a number with all digits, commas between thousands, and no zeros at the end. */
  public static String plain(BigDecimal number) {
    if (number.signum() == 0) {
      return "0";
    }
    BigDecimal shortest = number.stripTrailingZeros();
    return shortest.scale() <= 0
        ? String.format(Locale.ROOT, "%,d", shortest.toBigIntegerExact())
        : shortest.toPlainString();
  }

  /**
   * Returns the indices of at most {@code most} of {@code all} items at even distances, including
   * the first and the last item.
   */
  public static int[] evenly(int all, int most) {
    int some = Math.min(all, most);
    return IntStream.range(0, some)
        .map(i -> some == 1 ? 0 : (int) ((long) i * (all - 1) / (some - 1)))
        .toArray();
  }

  /**
   * The unit of a column of energies, which makes the largest energy at least 1.
   *
   * @param symbol for example {@code kJ}
   * @param perJoule units per joule
   */
  public record EnergyUnit(String symbol, double perJoule) {
    /** Returns the unit for energies of which the largest has this number of joules; joules for 0. */
    public static EnergyUnit of(double mostJoules) {
      int power = Double.isFinite(mostJoules) ? power(new BigDecimal(mostJoules)) : 0;
      return new EnergyUnit(prefix(power) + "J", Math.pow(1000, -power));
    }
  }

  /**
   * The unit and the decimals for all times of a table or a column. With this unit and these
   * decimals, the largest time has four digits.
   *
   * @param symbol for example {@code ms}
   * @param perSecond units per second
   * @param decimals digits after the decimal point of every number
   */
  public record TimeUnit(String symbol, double perSecond, int decimals) {
    /** The most decimals of a column. */
    private static final int MOST_DECIMALS = 4;

    /** Returns the largest unit that makes the largest time at least 1; seconds for 0. */
    public static TimeUnit of(double largest) {
      double seconds = Math.abs(largest);
      if (seconds == 0 || !(seconds < Double.POSITIVE_INFINITY)) {
        return new TimeUnit("s", 1, 3);
      }
      BigDecimal rounded = significant(seconds, DIGITS);
      int unit = Math.clamp((rounded.precision() - rounded.scale() - 1 + 12) / 3, 1, 4);
      int before = Math.max(1, rounded.precision() - rounded.scale() + 12 - 3 * unit);
      return new TimeUnit(
          TIMES.get(unit), Math.pow(10, 12 - 3 * unit), Math.clamp(DIGITS - before, 0, 3));
    }

    /** Formats the number without the unit, with at most four digits. */
    public String number(double seconds) {
      double value = unsigned(seconds * perSecond);
      return Double.isFinite(value) && Math.abs(value) >= Math.pow(10, DIGITS - decimals)
          ? digits(significant(value, DIGITS), 6)
          : String.format(Locale.ROOT, "%,." + decimals + "f", value);
    }

    /**
     * Returns the decimals of a column in this unit: so many that the shortest time other than 0
     * keeps two digits, but at most four.
     */
    public int decimalsFor(DoubleStream column) {
      double least = column
          .map(Math::abs)
          .filter(seconds -> seconds >= SHORTEST && Double.isFinite(seconds * perSecond))
          .map(seconds -> seconds * perSecond)
          .min()
          .orElse(1000);
      return Math.max(decimals, Math.min(MOST_DECIMALS, 1 - (int) Math.floor(Math.log10(least))));
    }

    /** Formats the number without the unit, in a column with these decimals. */
    public String number(double seconds, int column) {
      if (column == decimals) {
        return number(seconds);
      }
      double value = Math.abs(seconds) < SHORTEST ? 0 : seconds * perSecond;
      double half = 0.5 * Math.pow(10, -column);
      if (value != 0 && Math.abs(value) < half) {
        return (value < 0 ? ">-" : "<") + new BigDecimal(BigInteger.ONE, column).toPlainString();
      }
      return String.format(Locale.ROOT, "%,." + column + "f", value);
    }

    /** Whether a time other than 0 would have no digits but zeros. */
    public boolean isLost(double seconds) {
      return Math.abs(seconds) >= SHORTEST && unsigned(seconds * perSecond) == 0;
    }

    /**
     * Removes the sign of a zero. Without this, a time that is too short for the decimals would be
     * printed with a sign.
     */
    private double unsigned(double value) {
      return Math.abs(value) < 0.5 * Math.pow(10, -decimals) ? 0 : value;
    }

    /** Formats a change with its sign and without the unit. */
    public String signed(double seconds) {
      String number = number(seconds);
      return unsigned(seconds * perSecond) > 0 ? "+" + number : number;
    }

    /** Formats a change with its sign and without the unit, in a column with these decimals. */
    public String signed(double seconds, int column) {
      String number = number(seconds, column);
      return seconds >= SHORTEST && !number.startsWith("<") && !isZero(number)
          ? "+" + number
          : number;
    }

    private static boolean isZero(String number) {
      return number.chars().noneMatch(digit -> digit >= '1' && digit <= '9');
    }
  }
}
