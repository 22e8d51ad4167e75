package io.github.tracecast.predict.internal;

import io.github.tracecast.simulate.Contention;
import io.github.tracecast.simulate.ReplayOptions.DeltaMode;
import java.util.Locale;

/** Values of options that may be varied too, from their texts. Each method's {@code option} is what a refusal calls it. */
public final class OptionValues {
  private OptionValues() {}

  /** Which of the recorded computation times. */
  public static DeltaMode deltas(String option, String text) {
    for (DeltaMode mode : DeltaMode.values()) {
      if (mode.name().toLowerCase(Locale.ROOT).equals(text)) {
        return mode;
      }
    }
    throw refused(option, text, "avg, min, max or histogram");
  }

  /** What messages on the same link do to each other. */
  public static Contention contention(String option, String text) {
    for (Contention mode : Contention.values()) {
      if (mode.text().equals(text)) {
        return mode;
      }
    }
    throw refused(option, text, "none or links");
  }

  private static UsageException refused(String option, String found, String expected) {
    return new UsageException(option + ": found " + found + "; expected " + expected);
  }
}
