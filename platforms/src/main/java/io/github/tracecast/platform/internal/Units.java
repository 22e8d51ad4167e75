package io.github.tracecast.platform.internal;

import io.github.tracecast.platform.Quantity;
import io.github.tracecast.platform.Quantity.Dimension;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Optional;

/**
 * Reads values with units, which are required. Conversions are exact and round only once, to a
 * double. So 90 ns becomes the double nearest to 9e-8.
 */
public final class Units {
  private static final String TIME_EXPECTED =
      "a time with its unit (s, ms, us, ns, ps), such as 90ns";
  private static final String BANDWIDTH_EXPECTED =
      "a bandwidth with its unit (Bps, KBps, MBps, GBps, MiBps, B/s, Mbps, ...), such as 175MBps or 6ns/B";

  private Units() {}

  /** Reads a time: seconds, finite and at least 0. */
  static double seconds(String text) {
    return notNegative(in(Dimension.TIME, text, TIME_EXPECTED), TIME_EXPECTED);
  }

  /** Reads a time per byte, as in {@code 6ns/B}: seconds per byte, finite and at least 0. */
  static double secondsPerByte(String text) {
    String expected = "a time per byte, such as 6ns/B";
    return notNegative(in(Dimension.TIME_PER_BYTE, text, expected), expected);
  }

  /** Reads a bandwidth: bytes per second, finite and above 0. */
  static double bytesPerSecond(String text) {
    Optional<Quantity> perByte =
        Quantity.parse(text).filter(one -> one.dimension() == Dimension.TIME_PER_BYTE);
    if (perByte.isEmpty()) {
      return positive(in(Dimension.BANDWIDTH, text, BANDWIDTH_EXPECTED), BANDWIDTH_EXPECTED);
    }
    BigDecimal seconds = perByte.get().inBaseUnit();
    positive(seconds, BANDWIDTH_EXPECTED);
    return positive(BigDecimal.ONE.divide(seconds, MathContext.DECIMAL128), BANDWIDTH_EXPECTED);
  }

  /** Reads a size: a whole number of bytes, at least 0 and at most 2^53. */
  static long bytes(String text) {
    String expected =
        "a whole number of bytes with its unit (B, KB, MB, KiB, MiB, ...), such as 1000B";
    BigDecimal value = in(Dimension.SIZE, text, expected);
    if (value.signum() < 0 || value.compareTo(BigDecimal.valueOf(1L << 53)) > 0) {
      throw new InvalidFigure(expected + ", from 0B to 8192TiB");
    }
    try {
      return value.longValueExact();
    } catch (ArithmeticException e) {
      throw new InvalidFigure(expected);
    }
  }

  /** Reads a speed: floating-point operations per second, finite and above 0. */
  static double flopsPerSecond(String text) {
    String expected = "a speed with its unit (f, Mf, Gf, flop/s, ...), such as 2.8Gf";
    return positive(in(Dimension.SPEED, text, expected), expected);
  }

  /** Reads an instruction rate: instructions per second, finite and above 0. */
  static double instructionsPerSecond(String text) {
    String expected = "an instruction rate with its unit (ips, Mips, Gips), such as 1.4Gips";
    return positive(in(Dimension.INSTRUCTION_RATE, text, expected), expected);
  }

  /** Reads a power: watts, finite and at least 0. */
  static double watts(String text) {
    String expected = "a power with its unit (W, kW, MW), such as 350W";
    return notNegative(in(Dimension.POWER, text, expected), expected);
  }

  /** Reads an energy per byte, as in {@code 60pJ/B}: joules per byte, finite and at least 0. */
  static double joulesPerByte(String text) {
    String expected = "an energy per byte (J/B, mJ/B, uJ/B, nJ/B, pJ/B), such as 60pJ/B";
    return notNegative(in(Dimension.ENERGY_PER_BYTE, text, expected), expected);
  }

  /** Reads a factor: a number without a unit, finite and above 0. */
  static double factor(String text) {
    String expected = "a factor above 0 without a unit, such as 1.355";
    double value = in(Dimension.NUMBER, text, expected).doubleValue();
    if (!(value > 0) || value == Double.POSITIVE_INFINITY) {
      throw new InvalidFigure(expected);
    }
    return value;
  }

  /** Reads a quantity as an exact number in the base unit of a dimension. */
  private static BigDecimal in(Dimension dimension, String text, String expected) {
    return Quantity.parse(text)
        .filter(one -> one.dimension() == dimension)
        .orElseThrow(() -> new InvalidFigure(expected))
        .inBaseUnit();
  }

  private static double positive(BigDecimal exact, String expected) {
    double value = exact.doubleValue();
    if (!(value > 0) || value == Double.POSITIVE_INFINITY) {
      throw new InvalidFigure(expected + ", above 0");
    }
    return value;
  }

  private static double notNegative(BigDecimal exact, String expected) {
    double value = exact.doubleValue();
    if (!(value >= 0) || value == Double.POSITIVE_INFINITY) {
      throw new InvalidFigure(expected + ", at least 0");
    }
    return value;
  }
}
