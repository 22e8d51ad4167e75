package io.github.tracecast.predict.report.table;

import io.github.tracecast.predict.settings.QuantityText;
import io.github.tracecast.predict.sweep.Axis;
import io.github.tracecast.trace.text.Numbers;

/**
 * The unit of a column with an axis's values. It suits the smallest value, so that no value is
 * below 1.
 *
 * @param symbol the unit's symbol, for example {@code GB/s}; empty for numbers without a unit
 * @param inBase the size of the unit in base units
 */
public record AxisUnit(String symbol, double inBase) {
  /** Returns the unit for an axis, which must have a dimension. */
  public static AxisUnit of(Axis axis) {
    AxisUnit unit = new AxisUnit("", 1);
    double smallest = Double.POSITIVE_INFINITY;
    for (int i = 0; i < axis.values().size(); i++) {
      double value = Math.abs(axis.number(i));
      String[] words = QuantityText.of(axis.values().get(i)).split(" ");
      if (value > 0 && value < smallest && words.length == 2) {
        smallest = value;
        unit = new AxisUnit(words[1], value / Math.abs(number(words[0])));
      }
    }
    return unit;
  }

  private static double number(String text) {
    return Double.parseDouble(text.replace(",", ""));
  }

  /** The heading of a column with the values of an axis. */
  public static String heading(Axis axis) {
    return axis.dimension().isPresent() ? of(axis).heading(axis.key()) : axis.key();
  }

  /** The text of an axis's value, in a column with {@link #heading}. */
  public static String text(Axis axis, int value) {
    return axis.dimension().isPresent()
        ? of(axis).text(axis.number(value))
        : QuantityText.of(axis.values().get(value));
  }

  /** The heading of a column in this unit. */
  public String heading(String name) {
    return symbol.isEmpty() ? name : name + ", " + symbol;
  }

  /** A value of the axis without its unit. */
  public String text(double inBaseUnit) {
    return Numbers.factor(inBaseUnit / inBase);
  }
}
