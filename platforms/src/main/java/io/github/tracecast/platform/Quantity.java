package io.github.tracecast.platform;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * An exact number with its unit, as in a value of a machine file. Decimal prefixes (K or k, M, G,
 * T) are powers of 1000, binary prefixes (Ki, Mi, Gi, Ti) are powers of 1024.
 *
 * @param number the number, in {@code unit}
 * @param unit the unit as written, such as {@code MBps}; empty for a number without a unit
 * @param dimension time, size, bandwidth or another dimension of the unit
 * @param scale one {@code unit} in the dimension's base unit
 */
public record Quantity(BigDecimal number, String unit, Dimension dimension, BigDecimal scale) {
  /** The syntax of a quantity. It limits the length and the exponent of numbers, so that decimal arithmetic stays fast. */
  private static final Pattern QUANTITY = Pattern.compile(
      "([+-]?(?:[0-9]{1,40}(?:\\.[0-9]{0,40})?|\\.[0-9]{1,40})(?:[eE][+-]?[0-9]{1,3})?)\\s*(\\S.*)?");

  private static final Map<String, BigDecimal> TIME = Map.of(
      "s", BigDecimal.ONE,
      "ms", new BigDecimal("1e-3"),
      "us", new BigDecimal("1e-6"),
      "ns", new BigDecimal("1e-9"),
      "ps", new BigDecimal("1e-12"));

  private static final Map<String, BigDecimal> ENERGY = Map.of(
      "J", BigDecimal.ONE,
      "mJ", new BigDecimal("1e-3"),
      "uJ", new BigDecimal("1e-6"),
      "nJ", new BigDecimal("1e-9"),
      "pJ", new BigDecimal("1e-12"));

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

  /** Units of bandwidths, each 1000 times the previous one. */
  private static final List<String> BANDWIDTHS = List.of("Bps", "KBps", "MBps", "GBps", "TBps");

  private static final Pattern BYTES = Pattern.compile("(.{0,2})B");
  private static final Pattern BYTES_PER_SECOND = Pattern.compile("(.{0,2}?)(?:Bps|B/s)");
  private static final Pattern BITS_PER_SECOND = Pattern.compile("(.{0,2}?)(?:bps|b/s|bit/s)");
  private static final Pattern FLOPS = Pattern.compile("(.{0,2}?)(?:f|flops|flop/s|f/s)");
  private static final Pattern INSTRUCTIONS = Pattern.compile("(.{0,2}?)(?:ips|i/s)");

  private static final Pattern WATTS = Pattern.compile("(.?)W");

  /** The dimension of a unit. */
  public enum Dimension {
    NUMBER(""),
    TIME("seconds"),
    TIME_PER_BYTE("seconds_per_byte"),
    BANDWIDTH("bytes_per_second"),
    SIZE("bytes"),
    SPEED("flops_per_second"),
    INSTRUCTION_RATE("instructions_per_second"),
    POWER("watts"),
    ENERGY_PER_BYTE("joules_per_byte");

    private final String baseUnit;

    Dimension(String baseUnit) {
      this.baseUnit = baseUnit;
    }

    /** Returns the base unit in words, as in the names of results; empty for numbers without a unit. */
    public String baseUnit() {
      return baseUnit;
    }
  }

  /** Parses a quantity such as {@code 175MBps}. Empty if the text is not a quantity. */
  public static Optional<Quantity> parse(String text) {
    Matcher matcher = QUANTITY.matcher(text.strip());
    if (!matcher.matches()) {
      return Optional.empty();
    }
    String unit = matcher.group(2) == null ? "" : matcher.group(2);
    BigDecimal number = new BigDecimal(matcher.group(1));
    if (unit.isEmpty()) {
      return Optional.of(new Quantity(number, unit, Dimension.NUMBER, BigDecimal.ONE));
    }
    BigDecimal seconds = TIME.get(unit);
    if (seconds != null) {
      return Optional.of(new Quantity(number, unit, Dimension.TIME, seconds));
    }
    if (unit.endsWith("/B")) {
      String one = unit.substring(0, unit.length() - 2);
      if (TIME.containsKey(one)) {
        return Optional.of(new Quantity(number, unit, Dimension.TIME_PER_BYTE, TIME.get(one)));
      }
      if (ENERGY.containsKey(one)) {
        return Optional.of(new Quantity(number, unit, Dimension.ENERGY_PER_BYTE, ENERGY.get(one)));
      }
    }
    return Stream.of(
            prefixed(number, unit, BYTES_PER_SECOND, Dimension.BANDWIDTH, BigDecimal.ONE),
            prefixed(number, unit, BITS_PER_SECOND, Dimension.BANDWIDTH, new BigDecimal("0.125")),
            prefixed(number, unit, BYTES, Dimension.SIZE, BigDecimal.ONE),
            prefixed(number, unit, FLOPS, Dimension.SPEED, BigDecimal.ONE),
            prefixed(number, unit, INSTRUCTIONS, Dimension.INSTRUCTION_RATE, BigDecimal.ONE),
            prefixed(number, unit, WATTS, Dimension.POWER, BigDecimal.ONE))
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

  /** Returns the exact number in the dimension's base unit. */
  public BigDecimal inBaseUnit() {
    return number.multiply(scale);
  }

  /** Returns a quantity with another number and the same unit. */
  public Quantity with(BigDecimal other) {
    return new Quantity(other, unit, dimension, scale);
  }

  /**
   * Returns a time per byte above 0 as a bandwidth, and any other quantity unchanged. Machine files
   * have bandwidths in both forms; a larger value is faster in only one of them.
   *
   * @param digits the precision of the bandwidth
   */
  public Quantity asBandwidth(MathContext digits) {
    if (dimension != Dimension.TIME_PER_BYTE || number.signum() <= 0) {
      return this;
    }
    BigDecimal bytesPerSecond = BigDecimal.ONE.divide(inBaseUnit(), digits);
    int exponent = bytesPerSecond.precision() - bytesPerSecond.scale() - 1;
    int prefix = Math.clamp(exponent / 3, 0, BANDWIDTHS.size() - 1);
    return parse(bytesPerSecond.movePointLeft(3 * prefix).toPlainString() + BANDWIDTHS.get(prefix))
        .orElseThrow();
  }

  /** Returns the quantity as text without trailing zeros. It can be parsed again. */
  public String text() {
    BigDecimal shortest = number.signum() == 0 ? BigDecimal.ZERO : number.stripTrailingZeros();
    return shortest.toPlainString() + unit;
  }
}
