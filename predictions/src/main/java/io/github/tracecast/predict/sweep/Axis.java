package io.github.tracecast.predict.sweep;

import io.github.tracecast.platform.Quantity;
import io.github.tracecast.trace.text.FittingText;
import io.github.tracecast.trace.text.UsageException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Optional;

/**
 * A varied setting and its values.
 *
 * @param key a figure of the machine, such as {@code network.link_bandwidth}, or one of {@link
 *     SweepPlan#OPTIONS}
 * @param values the values as text, in order
 */
public record Axis(String key, List<String> values) {
  public Axis {
    values = List.copyOf(values);
  }

  /**
   * Parses an axis.
   *
   * @param text {@code KEY=RANGE}
   * @throws UsageException if the text is not an axis
   */
  public static Axis parse(String text) {
    int equals = text.indexOf('=');
    if (equals < 1) {
      throw UsageException.of(
          "vary",
          "found "
              + (text.isBlank() ? "nothing" : FittingText.shortened(text, Ranges.QUOTED))
              + "; expected KEY=RANGE, such as" + " network.link_bandwidth=50MBps:1GBps:log16");
    }
    String key = text.substring(0, equals).strip();
    SweepPlan.requireKey(key);
    return new Axis(key, Ranges.parse(key, text.substring(equals + 1)));
  }

  /** Returns the dimension of the values; empty unless all are quantities of the same dimension. */
  public Optional<Quantity.Dimension> dimension() {
    List<Optional<Quantity>> quantities = values.stream().map(Quantity::parse).toList();
    Optional<Quantity.Dimension> first = quantities.getFirst().map(Quantity::dimension);
    return first.filter(dimension -> quantities.stream()
        .allMatch(other -> other.isPresent() && other.get().dimension() == dimension));
  }

  /** Returns a value as a number in its base unit. The axis must have a {@link #dimension}. */
  public double number(int value) {
    return Quantity.parse(values.get(value)).orElseThrow().inBaseUnit().doubleValue();
  }

  /**
   * Converts a number from the base unit to the unit of the first value, and formats it with four
   * digits. The axis must have a {@link #dimension}.
   */
  public String text(double inBaseUnit) {
    Quantity first = Quantity.parse(values.getFirst()).orElseThrow();
    return first
        .with(BigDecimal.valueOf(inBaseUnit).divide(first.scale(), new MathContext(4)))
        .text();
  }

  /** Returns the heading of the axis's numeric column: the key and the base unit. */
  public String numberName() {
    String unit = dimension().map(Quantity.Dimension::baseUnit).orElse("");
    return unit.isEmpty() ? key + "_number" : key + "_" + unit;
  }
}
