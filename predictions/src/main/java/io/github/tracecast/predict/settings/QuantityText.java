package io.github.tracecast.predict.settings;

import io.github.tracecast.platform.Quantity;
import io.github.tracecast.platform.Quantity.Dimension;
import io.github.tracecast.trace.text.Numbers;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Optional;

/** Converts a quantity that a user wrote to the unit that suits it. */
public final class QuantityText {
  private QuantityText() {}

  /**
   * Converts a user's quantity exactly to a suitable unit: {@code 10000ns} becomes {@code 10 us}.
   * Text that is no quantity with a unit stays the same.
   */
  public static String of(String text) {
    Optional<Quantity> parsed = Quantity.parse(text);
    if (parsed.isEmpty() || parsed.get().unit().isEmpty()) {
      return text;
    }
    Quantity quantity = parsed.get();
    return switch (quantity.dimension()) {
      case TIME -> Numbers.exactTime(quantity.inBaseUnit());
      case BANDWIDTH, SIZE -> ofBytes(quantity);
      case NUMBER, TIME_PER_BYTE, SPEED, INSTRUCTION_RATE, POWER, ENERGY_PER_BYTE ->
        Numbers.plain(quantity.number()) + " " + quantity.unit();
    };
  }

  /**
   * Shows a quantity beside another one of the same key. If one quantity is a bandwidth and the
   * other a time per byte, both are shown as bandwidths; otherwise the text stays the same.
   */
  public static String inUnitOf(String other, String text) {
    Optional<Quantity> quantity = Quantity.parse(text);
    if (dimension(text).equals(Optional.of(Dimension.BANDWIDTH))
        && dimension(other).equals(Optional.of(Dimension.TIME_PER_BYTE))) {
      return of(text);
    }
    return dimension(text).equals(Optional.of(Dimension.TIME_PER_BYTE))
            && dimension(other).equals(Optional.of(Dimension.BANDWIDTH))
            && quantity.orElseThrow().number().signum() > 0
        ? of(quantity.orElseThrow().asBandwidth(new MathContext(4)).text())
        : text;
  }

  private static Optional<Dimension> dimension(String text) {
    return Quantity.parse(text).map(Quantity::dimension);
  }

  private static String ofBytes(Quantity quantity) {
    boolean rate = quantity.dimension() == Dimension.BANDWIDTH;
    boolean bits = rate && quantity.unit().contains("b");
    String unit = (bits ? "bit" : "B") + (rate ? "/s" : "");
    BigDecimal base = quantity.inBaseUnit().multiply(BigDecimal.valueOf(bits ? 8 : 1));
    boolean binary = quantity.unit().contains("i") && !quantity.unit().endsWith("bit/s");
    return Numbers.exact(base, unit, binary);
  }
}
