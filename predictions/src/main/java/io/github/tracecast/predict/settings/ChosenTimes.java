package io.github.tracecast.predict.settings;

/** Names the computation times that a prediction uses, with the same words in every report. */
public final class ChosenTimes {
  private ChosenTimes() {}

  /**
   * Returns a text such as {@code recorded averages}, without the seed of random draws.
   *
   * @param deltas a value of {@code --deltas}, in lower case
   */
  public static String words(String deltas) {
    return switch (deltas) {
      case "histogram" -> "drawn at random from the recorded histograms";
      case "auto" -> "recorded iterations, one after another";
      case "avg" -> "recorded averages";
      case "min" -> "recorded minima";
      default -> "recorded maxima";
    };
  }

  /** Returns the text of {@link #words(String)}, with the seed if times are drawn at random. */
  public static String words(String deltas, long seed) {
    return words(deltas) + (deltas.equals("histogram") ? ", seed " + seed : "");
  }
}
