package io.github.tracecast.predict.settings;

import io.github.tracecast.platform.Quantity;
import io.github.tracecast.trace.text.Numbers;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/** Shows a quantity that a user wrote, in the unit that suits it. */
public final class QuantityText {
  private static final List<String> DECIMAL = List.of("", "k", "M", "G", "T", "P");
  private static final List<String> BINARY = List.of("", "Ki", "Mi", "Gi", "Ti", "Pi");
  private static final List<String> TIMES = List.of("ps", "ns", "us", "ms", "s");

  private QuantityText() {}

  /**
   * Converts a user's quantity exactly to a suitable unit: {@code 10000ns} becomes {@code 10 us}.
   * Other text stays the same.
   */
  public static String of(String text) {
    Optional<Quantity> parsed = Quantity.parse(text);
    if (parsed.isEmpty() || parsed.get().unit().isEmpty()) {
      return text;
    }
    Quantity quantity = parsed.get();
    return switch (quantity.dimension()) {
      case TIME -> suited(quantity.inBaseUnit().movePointRight(12), TIMES, "", 1000);
      case BANDWIDTH, SIZE -> ofBytes(quantity);
      case NUMBER, TIME_PER_BYTE, SPEED, INSTRUCTION_RATE ->
        Numbers.plain(quantity.number()) + " " + quantity.unit();
    };
  }

  private static String ofBytes(Quantity quantity) {
    boolean rate = quantity.dimension() == Quantity.Dimension.BANDWIDTH;
    boolean bits = rate && quantity.unit().contains("b");
    String unit = (bits ? "bit" : "B") + (rate ? "/s" : "");
    BigDecimal base = quantity.inBaseUnit().multiply(BigDecimal.valueOf(bits ? 8 : 1));
    return quantity.unit().contains("i") && !quantity.unit().endsWith("bit/s")
        ? suited(base, BINARY, unit, 1024)
        : suited(base, DECIMAL, unit, 1000);
  }

  /** Returns the number with all digits, in the largest unit that makes it at least 1. */
  private static String suited(BigDecimal number, List<String> prefixes, String unit, int step) {
    BigDecimal rest = number;
    int prefix = 0;
    while (prefix < prefixes.size() - 1 && rest.abs().compareTo(BigDecimal.valueOf(step)) >= 0) {
      rest = rest.divide(BigDecimal.valueOf(step)); // division by 1,000 and 1,024 always terminates
      prefix++;
    }
    return Numbers.plain(rest) + " " + prefixes.get(prefix) + unit;
  }
}
