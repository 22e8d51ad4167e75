package io.github.tracecast.predict.settings;

/** Names the computation times that a prediction uses, with the same words in every report. */
public final class ChosenTimes {
  private ChosenTimes() {}

  /**
   * Returns a text such as {@code averages of the trace}, without the seed of random draws. A trace
   * may be extrapolated, so its times need not be recorded times.
   *
   * @param deltas a value of {@code --deltas}, in lower case
   */
  public static String words(String deltas) {
    return switch (deltas) {
      case "histogram" -> "drawn at random from the histograms of the trace";
      case "auto" -> "iterations of the trace, one after another";
      case "avg" -> "averages of the trace";
      case "min" -> "minima of the trace";
      default -> "maxima of the trace";
    };
  }

  /** Returns the text of {@link #words(String)}, with the seed if times are drawn at random. */
  public static String words(String deltas, long seed) {
    return words(deltas) + (deltas.equals("histogram") ? ", seed " + seed : "");
  }
}
