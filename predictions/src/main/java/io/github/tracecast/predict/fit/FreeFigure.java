package io.github.tracecast.predict.fit;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A key of a machine file, whose values the fit may change. Each number with a unit of time or of a
 * rate is a value; sizes do not change. {@code 0B: 1us + 0.5ns/B; 64KiB: 20us} has three values.
 */
final class FreeFigure {
  private static final Pattern VALUE = Pattern.compile(
      "(?<![\\w.])([0-9]+(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)\\s*((?:ps|ns|us|ms|s)(?:/B)?|[KMGT]i?Bps|Bps|[KMGT]i?B/s|B/s|[KMGT]?bps|[KMGT]?bit/s)(?![\\w/])");

  private final String key;
  private final List<String> numbers = new ArrayList<>();
  private final List<String> units = new ArrayList<>();
  private final List<String> between = new ArrayList<>();

  /**
   * @param key the key, with dots
   * @param text the value of the key in the machine file
   */
  FreeFigure(String key, String text) {
    this.key = key;
    Matcher matcher = VALUE.matcher(text);
    int end = 0;
    while (matcher.find()) {
      if (Double.parseDouble(matcher.group(1)) > 0) {
        between.add(text.substring(end, matcher.start()));
        numbers.add(matcher.group(1));
        units.add(matcher.group(2));
        end = matcher.end();
      }
    }
    between.add(text.substring(end));
  }

  String key() {
    return key;
  }

  /** Number of the key's values that can change: the values above 0. */
  int size() {
    return numbers.size();
  }

  /** A value's name in reports: the key and, if it has several values, the position of the value. */
  String name(int value) {
    return size() == 1
        ? key
        : key + " (" + (value + 1) + ": " + numbers.get(value) + units.get(value) + ")";
  }

  /** Returns the key's text, with each value multiplied by a factor, which is given as a logarithm. */
  String scaled(IntToDoubleFunction logarithms) {
    StringBuilder scaled = new StringBuilder();
    for (int i = 0; i < size(); i++) {
      scaled.append(between.get(i)).append(value(i, logarithms.applyAsDouble(i)));
    }
    return scaled.append(between.getLast()).toString();
  }

  /** Returns one value with its unit, multiplied by a factor, which is given as a logarithm. */
  String value(int value, double logarithm) {
    if (logarithm == 0) {
      return numbers.get(value) + units.get(value);
    }
    return digits(Double.parseDouble(numbers.get(value)) * Math.exp(logarithm)) + units.get(value);
  }

  /** Formats a number with five significant digits and without an exponent. */
  private static String digits(double number) {
    int places = (int) Math.max(0, Math.min(15, 4 - Math.floor(Math.log10(number))));
    return String.format(Locale.ROOT, "%." + places + "f", number);
  }
}
