package io.github.tracecast.platform;

import io.github.tracecast.platform.internal.Units;
import java.math.BigDecimal;
import java.util.Optional;

/**
 * A number with its unit, as figures of machines are written; exact.
 *
 * @param number in {@code unit}
 * @param unit as written, such as {@code MBps}; empty for a plain number
 * @param dimension what the unit measures
 * @param scale one {@code unit} in the dimension's base unit
 */
public record Quantity(BigDecimal number, String unit, Dimension dimension, BigDecimal scale) {

  /** What a unit measures. */
  public enum Dimension {
    NUMBER(""),
    TIME("seconds"),
    TIME_PER_BYTE("seconds_per_byte"),
    BANDWIDTH("bytes_per_second"),
    SIZE("bytes"),
    SPEED("flops_per_second"),
    INSTRUCTION_RATE("instructions_per_second");

    private final String baseUnit;

    Dimension(String baseUnit) {
      this.baseUnit = baseUnit;
    }

    /** The base unit in words, as names of results end in it; empty for plain numbers. */
    public String baseUnit() {
      return baseUnit;
    }
  }

  /** A quantity from its text, such as {@code 175MBps}; empty for text that is none. */
  public static Optional<Quantity> parse(String text) {
    return Units.quantity(text);
  }

  /** The number in the dimension's base unit, exact. */
  public BigDecimal inBaseUnit() {
    return number.multiply(scale);
  }

  /** The same unit with another number. */
  public Quantity with(BigDecimal other) {
    return new Quantity(other, unit, dimension, scale);
  }

  /** As it is written, without zeros that say nothing; it can be parsed again. */
  public String text() {
    BigDecimal shortest = number.signum() == 0 ? BigDecimal.ZERO : number.stripTrailingZeros();
    return shortest.toPlainString() + unit;
  }
}
