package io.github.tracecast.platform.internal;

import io.github.tracecast.platform.Quantity;
import io.github.tracecast.platform.Quantity.Dimension;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Numbers with units. Decimal prefixes are powers of 1000 (K or k, M, G, T), binary ones of 1024
 * (Ki, Mi, Gi, Ti). A unit is never optional. Conversions are exact before the one rounding to a
 * double, so 90 ns is the double nearest to 9e-8.
 */
public final class Units {
  /** Limits the length and the exponent of numbers, so that decimal arithmetic stays fast. */
  private static final Pattern QUANTITY = Pattern.compile(
      "([+-]?(?:[0-9]{1,40}(?:\\.[0-9]{0,40})?|\\.[0-9]{1,40})(?:[eE][+-]?[0-9]{1,3})?)\\s*(\\S.*)?");

  private static final Map<String, BigDecimal> TIME = Map.of(
      "s", BigDecimal.ONE,
      "ms", new BigDecimal("1e-3"),
      "us", new BigDecimal("1e-6"),
      "ns", new BigDecimal("1e-9"),
      "ps", new BigDecimal("1e-12"));

  private static final Map<String, BigDecimal> PREFIX = Map.ofEntries(
      Map.entry("", BigDecimal.ONE),
      Map.entry("k", new BigDecimal("1e3")),
      Map.entry("K", new BigDecimal("1e3")),
      Map.entry("M", new BigDecimal("1e6")),
      Map.entry("G", new BigDecimal("1e9")),
      Map.entry("T", new BigDecimal("1e12")),
      Map.entry("Ki", BigDecimal.valueOf(1L << 10)),
      Map.entry("Mi", BigDecimal.valueOf(1L << 20)),
      Map.entry("Gi", BigDecimal.valueOf(1L << 30)),
      Map.entry("Ti", BigDecimal.valueOf(1L << 40)));

  private static final Pattern BYTES = Pattern.compile("(.{0,2})B");
  private static final Pattern BYTES_PER_SECOND = Pattern.compile("(.{0,2}?)(?:Bps|B/s)");
  private static final Pattern BITS_PER_SECOND = Pattern.compile("(.{0,2}?)(?:bps|b/s|bit/s)");
  private static final Pattern FLOPS = Pattern.compile("(.{0,2}?)(?:f|flops|flop/s|f/s)");
  private static final Pattern INSTRUCTIONS = Pattern.compile("(.{0,2}?)(?:ips|i/s)");

  private static final String TIME_EXPECTED =
      "a time with its unit (s, ms, us, ns, ps), such as 90ns";
  private static final String BANDWIDTH_EXPECTED =
      "a bandwidth with its unit (Bps, KBps, MBps, GBps, MiBps, B/s, Mbps, ...), such as 175MBps or 6ns/B";

  private Units() {}

  /** Parses a number with any unit or none; empty for other text. */
  public static Optional<Quantity> quantity(String text) {
    Matcher matcher = QUANTITY.matcher(text.strip());
    if (!matcher.matches()) {
      return Optional.empty();
    }
    String unit = unit(text);
    BigDecimal number = new BigDecimal(matcher.group(1));
    if (unit.isEmpty()) {
      return Optional.of(new Quantity(number, unit, Dimension.NUMBER, BigDecimal.ONE));
    }
    BigDecimal seconds = TIME.get(unit);
    if (seconds != null) {
      return Optional.of(new Quantity(number, unit, Dimension.TIME, seconds));
    }
    BigDecimal perByte =
        unit.endsWith("/B") ? TIME.get(unit.substring(0, unit.length() - 2)) : null;
    if (perByte != null) {
      return Optional.of(new Quantity(number, unit, Dimension.TIME_PER_BYTE, perByte));
    }
    return Stream.of(
            prefixed(number, unit, BYTES_PER_SECOND, Dimension.BANDWIDTH, BigDecimal.ONE),
            prefixed(number, unit, BITS_PER_SECOND, Dimension.BANDWIDTH, new BigDecimal("0.125")),
            prefixed(number, unit, BYTES, Dimension.SIZE, BigDecimal.ONE),
            prefixed(number, unit, FLOPS, Dimension.SPEED, BigDecimal.ONE),
            prefixed(number, unit, INSTRUCTIONS, Dimension.INSTRUCTION_RATE, BigDecimal.ONE))
        .flatMap(Optional::stream)
        .findFirst();
  }

  private static Optional<Quantity> prefixed(
      BigDecimal number, String unit, Pattern pattern, Dimension dimension, BigDecimal one) {
    Matcher matcher = pattern.matcher(unit);
    return matcher.matches() && PREFIX.containsKey(matcher.group(1))
        ? Optional.of(
            new Quantity(number, unit, dimension, PREFIX.get(matcher.group(1)).multiply(one)))
        : Optional.empty();
  }

  /** Seconds, finite and at least 0. */
  static double seconds(String text) {
    double seconds = number(text, TIME_EXPECTED)
        .multiply(timeUnit(unit(text), TIME_EXPECTED))
        .doubleValue();
    return notNegative(seconds, TIME_EXPECTED);
  }

  /** Seconds a byte, as in {@code 6ns/B}, finite and at least 0. */
  static double secondsPerByte(String text) {
    String expected = "a time per byte, such as 6ns/B";
    return notNegative(perByte(text, expected).doubleValue(), expected);
  }

  private static BigDecimal perByte(String text, String expected) {
    String unit = unit(text);
    if (!unit.endsWith("/B")) {
      throw new InvalidFigure(expected);
    }
    return number(text, expected)
        .multiply(timeUnit(unit.substring(0, unit.length() - 2), expected));
  }

  /** Bytes a second, finite and above 0. */
  static double bytesPerSecond(String text) {
    String unit = unit(text);
    if (unit.endsWith("/B")) {
      BigDecimal seconds = perByte(text, BANDWIDTH_EXPECTED);
      positive(seconds.doubleValue(), BANDWIDTH_EXPECTED);
      return positive(
          BigDecimal.ONE.divide(seconds, MathContext.DECIMAL128).doubleValue(), BANDWIDTH_EXPECTED);
    }
    BigDecimal number = number(text, BANDWIDTH_EXPECTED);
    Matcher bytes = BYTES_PER_SECOND.matcher(unit);
    Matcher bits = BITS_PER_SECOND.matcher(unit);
    BigDecimal value;
    if (bytes.matches()) {
      value = number.multiply(prefix(bytes.group(1), BANDWIDTH_EXPECTED));
    } else if (bits.matches()) {
      value = number
          .multiply(prefix(bits.group(1), BANDWIDTH_EXPECTED))
          .divide(BigDecimal.valueOf(8), MathContext.DECIMAL128);
    } else {
      throw new InvalidFigure(BANDWIDTH_EXPECTED);
    }
    return positive(value.doubleValue(), BANDWIDTH_EXPECTED);
  }

  /** A whole number of bytes, at least 0 and at most 2^53. */
  static long bytes(String text) {
    String expected =
        "a whole number of bytes with its unit (B, KB, MB, KiB, MiB, ...), such as 1000B";
    Matcher unit = BYTES.matcher(unit(text));
    if (!unit.matches()) {
      throw new InvalidFigure(expected);
    }
    BigDecimal value = number(text, expected).multiply(prefix(unit.group(1), expected));
    if (value.signum() < 0 || value.compareTo(BigDecimal.valueOf(1L << 53)) > 0) {
      throw new InvalidFigure(expected);
    }
    try {
      return value.longValueExact();
    } catch (ArithmeticException e) {
      throw new InvalidFigure(expected);
    }
  }

  /** Floating-point operations a second, finite and above 0. */
  static double flopsPerSecond(String text) {
    return rate(text, FLOPS, "a speed with its unit (f, Mf, Gf, flop/s, ...), such as 2.8Gf");
  }

  /** Instructions a second, finite and above 0. */
  static double instructionsPerSecond(String text) {
    return rate(
        text, INSTRUCTIONS, "an instruction rate with its unit (ips, Mips, Gips), such as 1.4Gips");
  }

  /** A number without a unit, finite and above 0. */
  static double factor(String text) {
    String expected = "a factor above 0 without a unit, such as 1.355";
    if (!unit(text).isEmpty()) {
      throw new InvalidFigure(expected);
    }
    return positive(number(text, expected).doubleValue(), expected);
  }

  private static double rate(String text, Pattern pattern, String expected) {
    Matcher unit = pattern.matcher(unit(text));
    if (!unit.matches()) {
      throw new InvalidFigure(expected);
    }
    return positive(
        number(text, expected).multiply(prefix(unit.group(1), expected)).doubleValue(), expected);
  }

  private static String unit(String text) {
    Matcher matcher = QUANTITY.matcher(text.strip());
    return matcher.matches() && matcher.group(2) != null ? matcher.group(2) : "";
  }

  private static BigDecimal number(String text, String expected) {
    Matcher matcher = QUANTITY.matcher(text.strip());
    if (!matcher.matches()) {
      throw new InvalidFigure(expected);
    }
    return new BigDecimal(matcher.group(1));
  }

  private static BigDecimal timeUnit(String unit, String expected) {
    BigDecimal scale = TIME.get(unit);
    if (scale == null) {
      throw new InvalidFigure(expected);
    }
    return scale;
  }

  private static BigDecimal prefix(String prefix, String expected) {
    BigDecimal scale = PREFIX.get(prefix);
    if (scale == null) {
      throw new InvalidFigure(expected);
    }
    return scale;
  }

  private static double positive(double value, String expected) {
    if (!(value > 0) || value == Double.POSITIVE_INFINITY) {
      throw new InvalidFigure(expected + ", above 0");
    }
    return value;
  }

  private static double notNegative(double value, String expected) {
    if (!(value >= 0) || value == Double.POSITIVE_INFINITY) {
      throw new InvalidFigure(expected + ", at least 0");
    }
    return value;
  }
}
