package io.github.tracecast.predict.text;

/** Names the computation times that a prediction uses, alike in every report. */
public final class ChosenTimes {
  private ChosenTimes() {}

  /**
   * Returns such as {@code recorded averages}.
   *
   * @param deltas a value of {@code --deltas}, in small letters
   * @param seed the seed of random draws; empty if it differs from point to point
   */
  public static String words(String deltas, String seed) {
    return switch (deltas) {
      case "histogram" ->
        "drawn at random from the recorded histograms" + (seed.isEmpty() ? "" : ", seed " + seed);
      case "avg" -> "recorded averages";
      case "min" -> "recorded minima";
      default -> "recorded maxima";
    };
  }
}
