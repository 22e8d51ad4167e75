package io.github.tracecast.predict.report.chart;

import tools.jackson.core.JsonGenerator;

/**
 * Writes amounts as text of three characters each, because large machines have tens of thousands of
 * amounts. An amount keeps four digits, and every whole number up to 8,191 is exact.
 *
 * <p>Three digits of Base64 are 18 bits. The upper 6 bits are the number of times that the unit is
 * halved. The lower 12 bits give the amount as a fraction, from 1/2 to 1, of the halved unit. The
 * unit is a power of two above the largest amount.
 */
final class PackedAmounts {
  private static final String DIGITS =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

  /** The value of the upper 6 bits that marks a zero or a missing amount. */
  private static final int NONE = 63;

  private static final int HALF = 1 << 12;

  private PackedAmounts() {}

  /** Writes the amounts as a JSON object. Each amount is at least 0, or NaN if it is missing. */
  static void write(JsonGenerator json, String name, double[] amounts) {
    double largest = 0;
    for (double amount : amounts) {
      largest = amount > largest ? amount : largest;
    }
    int exponent = largest == 0 ? 0 : Math.getExponent(largest) + 1;
    StringBuilder packed = new StringBuilder(3 * amounts.length);
    for (double amount : amounts) {
      int code = code(amount, exponent);
      packed
          .append(DIGITS.charAt(code >> 12))
          .append(DIGITS.charAt(code >> 6 & 63))
          .append(DIGITS.charAt(code & 63));
    }
    json.writeObjectPropertyStart(name);
    json.writeNumberProperty("unit", Math.scalb(1.0, exponent));
    json.writeStringProperty("packed", packed.toString());
    json.writeEndObject();
  }

  private static int code(double amount, int exponent) {
    if (Double.isNaN(amount)) {
      return NONE << 12 | 1;
    }
    int halvings = amount == 0 ? NONE : exponent - 1 - Math.getExponent(amount);
    if (halvings >= NONE) {
      return NONE << 12;
    }
    // part is at least 4,096 and below 8,192. If it is rounded to 8,192, min() makes it 8,191.
    long part = Math.round(Math.scalb(amount, 13 - exponent + halvings));
    return halvings << 12 | (int) Math.min(part - HALF, HALF - 1);
  }
}
