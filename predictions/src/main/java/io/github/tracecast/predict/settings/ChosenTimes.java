package io.github.tracecast.predict.settings;

import io.github.tracecast.simulate.ReplayOptions.DeltaMode;

/** Names the computation times that a prediction uses, with the same words in every report. */
public final class ChosenTimes {
  private ChosenTimes() {}

  /**
   * Returns a text such as {@code averages of the trace}, without the seed of random draws. A trace
   * may be extrapolated, so its times need not be recorded times.
   */
  public static String words(DeltaMode deltas) {
    return switch (deltas) {
      case HISTOGRAM -> "drawn at random from the histograms of the trace";
      case AUTO -> "iterations of the trace, one after another";
      case AVG -> "averages of the trace";
      case MIN -> "minima of the trace";
      case MAX -> "maxima of the trace";
    };
  }

  /** Returns the text of {@link #words(DeltaMode)}, with the seed if times are drawn at random. */
  public static String words(DeltaMode deltas, long seed) {
    return words(deltas) + (deltas == DeltaMode.HISTOGRAM ? ", seed " + seed : "");
  }
}
