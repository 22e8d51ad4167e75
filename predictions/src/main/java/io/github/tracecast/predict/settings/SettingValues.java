package io.github.tracecast.predict.settings;

import io.github.tracecast.trace.text.UsageException;

/**
 * Parses numbers of settings. The parameter {@code option} of each method is the setting's name in
 * errors.
 */
final class SettingValues {
  private SettingValues() {}

  static long whole(String option, String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new UsageException(option + ": found " + text + "; expected a whole number");
    }
  }

  /** Parses a factor on time: finite, at least 0. */
  static double factor(String option, String text) {
    double factor = number(text);
    if (factor >= 0 && factor < Double.POSITIVE_INFINITY) {
      return factor;
    }
    throw new UsageException(
        option + ": found " + text + "; expected a finite factor of at least 0");
  }

  /** Parses a share above 0 and below 1, as a number or in per cent. */
  static double share(String option, String text) {
    double share =
        text.endsWith("%") ? number(text.substring(0, text.length() - 1)) / 100 : number(text);
    if (share > 0 && share < 1) {
      return share;
    }
    throw new UsageException(option + ": found " + text
        + "; expected a number above 0 and below 1, such as 0.95 or 95%");
  }

  /** Parses a number; NaN if the text is not a number. */
  private static double number(String text) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }
}
