package io.github.tracecast.predict.sweep;

import io.github.tracecast.platform.Quantity;
import io.github.tracecast.trace.text.FittingText;
import io.github.tracecast.trace.text.UsageException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The values of a range. A range is {@code START:END:linN} or {@code START:END:logN} for N values
 * with both ends, or a list {@code A,B,C}; commas in brackets do not separate values. Values of a
 * range are in the unit of its start. Values without a finite decimal form, and all inner values of
 * a logarithmic range, are rounded to four significant digits, or to more digits if two values
 * would otherwise be equal. Sizes are rounded to whole bytes. The number that a value stands for is
 * exactly the number in its text.
 */
final class Ranges {
  private static final Pattern SPACED = Pattern.compile("([^:]+):([^:]+):(lin|log)([0-9]{1,9})");
  private static final Pattern THREE_PARTS = Pattern.compile("([^:]+):([^:]+)(?::([^:,;]*))?");

  /** The digits of values between the ends, as many as in reports. */
  private static final MathContext ROUNDED = new MathContext(4, RoundingMode.HALF_EVEN);

  /** The precision of values that would be equal with four digits. */
  private static final MathContext CLOSE = new MathContext(8, RoundingMode.HALF_EVEN);

  private static final String EXPECTED =
      "START:END:linN, START:END:logN or A,B,C, such as 50MBps:1GBps:log16 or 1us,2us,5us";

  /**
   * The largest exponent of an end of a range. No machine has larger values, and without this
   * limit, the values between the ends could have any number of digits.
   */
  private static final int LARGEST_EXPONENT = 150;

  /** The largest number of characters of a range that an error quotes. */
  static final int QUOTED = 100;

  private Ranges() {}

  /**
   * The values of a range, in order.
   *
   * @param key the key of the values, for errors
   * @throws UsageException if the text is not a range, has a value twice, or has more than {@link
   *     SweepPlan#MOST_POINTS} values
   */
  static List<String> parse(String key, String text) {
    Matcher spaced = SPACED.matcher(text.strip());
    List<String> values;
    if (spaced.matches()) {
      values = spaced(key, text, spaced);
    } else {
      Matcher parts = THREE_PARTS.matcher(text.strip());
      if (parts.matches()
          && Quantity.parse(parts.group(1)).isPresent()
          && Quantity.parse(parts.group(2)).isPresent()) {
        throw refused(key, text, EXPECTED);
      }
      values = list(text).stream().map(String::strip).toList();
    }
    if (values.contains("")) {
      throw refused(key, text.isBlank() ? "nothing" : text, EXPECTED);
    }
    List<String> seen = new ArrayList<>(values);
    seen.sort(null);
    for (int i = 1; i < seen.size(); i++) {
      if (seen.get(i).equals(seen.get(i - 1))) {
        throw refused(key, text, "different values, but " + seen.get(i) + " occurs more than once");
      }
    }
    return values;
  }

  /** Splits a list. Commas inside a list of nodes, such as nid[0,4-7], do not count. */
  private static List<String> list(String text) {
    List<String> parts = new ArrayList<>();
    int begin = 0;
    boolean inside = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      inside = c == '[' || inside && c != ']';
      if (c == ',' && !inside) {
        parts.add(text.substring(begin, i));
        begin = i + 1;
      }
    }
    parts.add(text.substring(begin));
    return parts;
  }

  private static List<String> spaced(String key, String text, Matcher range) {
    Quantity start = end(key, text, range.group(1));
    Quantity end = end(key, text, range.group(2));
    if (start.dimension() != end.dimension()) {
      throw refused(key, text, "units of the same kind at both ends");
    }
    int count = Integer.parseInt(range.group(4));
    if (count < 2 || count > SweepPlan.MOST_POINTS) {
      throw refused(key, text, "2 to " + SweepPlan.MOST_POINTS + " values");
    }
    BigDecimal first = start.number();
    BigDecimal last = end.inBaseUnit().divide(start.scale(), MathContext.DECIMAL128);
    for (BigDecimal one : List.of(first, last)) {
      if (one.signum() != 0 && Math.abs(exponent(one)) > LARGEST_EXPONENT) {
        throw refused(
            key, text, "numbers between 1e-" + LARGEST_EXPONENT + " and 1e" + LARGEST_EXPONENT);
      }
    }
    boolean logarithmic = range.group(3).equals("log");
    if (logarithmic && (first.signum() <= 0 || last.signum() <= 0)) {
      throw refused(key, text, "ends above 0, because the range is logarithmic");
    }
    List<BigDecimal> numbers = numbers(first, last, count, logarithmic, ROUNDED);
    if (numbers.stream().map(BigDecimal::stripTrailingZeros).distinct().count() < count) {
      numbers = numbers(first, last, count, logarithmic, CLOSE);
    }
    return numbers.stream().map(number -> text(start.with(number))).toList();
  }

  private static List<BigDecimal> numbers(
      BigDecimal first, BigDecimal last, int count, boolean logarithmic, MathContext digits) {
    List<BigDecimal> numbers = new ArrayList<>(count);
    numbers.add(first);
    for (int i = 1; i < count - 1; i++) {
      numbers.add(
          logarithmic
              ? logarithmic(first, last, i, count - 1, digits)
              : linear(first, last, i, count - 1, digits));
    }
    numbers.add(last);
    return numbers;
  }

  private static int exponent(BigDecimal number) {
    return number.precision() - number.scale();
  }

  private static Quantity end(String key, String text, String end) {
    return Quantity.parse(end)
        .orElseThrow(() -> refused(key, text, "a number with its unit at each end"));
  }

  private static BigDecimal linear(
      BigDecimal first, BigDecimal last, int step, int steps, MathContext digits) {
    BigDecimal sum = first
        .multiply(BigDecimal.valueOf(steps - step))
        .add(last.multiply(BigDecimal.valueOf(step)));
    try {
      return sum.divide(BigDecimal.valueOf(steps));
    } catch (ArithmeticException e) {
      return sum.divide(BigDecimal.valueOf(steps), digits); // the decimal expansion is infinite
    }
  }

  private static BigDecimal logarithmic(
      BigDecimal first, BigDecimal last, int step, int steps, MathContext digits) {
    double ratio = last.divide(first, MathContext.DECIMAL128).doubleValue();
    double factor = StrictMath.pow(ratio, (double) step / steps);
    return first.multiply(new BigDecimal(factor)).round(digits);
  }

  private static String text(Quantity value) {
    if (value.dimension() == Quantity.Dimension.SIZE) {
      BigDecimal bytes = value.inBaseUnit();
      if (bytes.stripTrailingZeros().scale() > 0) {
        return bytes.setScale(0, RoundingMode.HALF_EVEN).toPlainString() + "B";
      }
    }
    return value.text();
  }

  private static UsageException refused(String key, String found, String expected) {
    return new UsageException("`vary " + FittingText.shortened(key, QUOTED) + "`: found "
        + FittingText.shortened(found, QUOTED) + "; expected " + expected);
  }
}
