package io.github.tracecast.platform;

import io.github.tracecast.platform.internal.Units;
import java.math.BigDecimal;
import java.util.Optional;

/**
 * An exact number with its unit, as in a figure of a machine.
 *
 * @param number the number, in {@code unit}
 * @param unit the unit as written, such as {@code MBps}; empty for a plain number
 * @param dimension time, size, bandwidth or another dimension of the unit
 * @param scale one {@code unit} in the dimension's base unit
 */
public record Quantity(BigDecimal number, String unit, Dimension dimension, BigDecimal scale) {

  /** The dimension of a unit. */
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

    /**
     * Returns the base unit in words, as at the end of names of results; empty for plain numbers.
     */
    public String baseUnit() {
      return baseUnit;
    }
  }

  /** Parses a quantity such as {@code 175MBps}. Empty if the text is not a quantity. */
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

  /** Returns the quantity as text without trailing zeros. It can be parsed again. */
  public String text() {
    BigDecimal shortest = number.signum() == 0 ? BigDecimal.ZERO : number.stripTrailingZeros();
    return shortest.toPlainString() + unit;
  }
}
