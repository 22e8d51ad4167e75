package io.github.tracecast.tools.extrapolate;

import java.util.OptionalLong;

/** A rule that gives a number from the layout and the rank. Immutable. */
interface Rule {
  /**
   * Returns the number; empty if the rule gives no whole number, or a partner outside the layout.
   */
  OptionalLong value(Layout layout, int rank);

  /** The rule in words, for reports. */
  String text();

  /** Whether all ranks of a layout have the same number. By default, they may differ. */
  default boolean isUniform() {
    return false;
  }

  /** Whether the rule gives the value of each sample. */
  default boolean fits(Iterable<Sample> samples) {
    for (Sample sample : samples) {
      OptionalLong value = value(sample.layout(), sample.rank());
      if (value.isEmpty() || value.getAsLong() != sample.value()) {
        return false;
      }
    }
    return true;
  }
}
