package io.github.tracecast.platform;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/** Finds the legal word that is closest to a wrong word. */
public final class Nearest {
  /** Only a wrong word of at least this length is searched for inside legal words. */
  private static final int SHORTEST_PART = 3;

  private Nearest() {}

  /**
   * Returns the end of an error message: {@code "; did you mean WORD?"}, or an empty text if no
   * word is close.
   *
   * @param legal the legal words
   */
  public static String question(String wrong, Collection<String> legal) {
    return near(wrong, legal).map(word -> "; did you mean " + word + "?").orElse("");
  }

  /**
   * Returns the closest word if a typing mistake explains the difference, otherwise the shortest
   * word that contains the wrong word.
   */
  private static Optional<String> near(String wrong, Collection<String> legal) {
    String lower = wrong.toLowerCase(Locale.ROOT);
    String nearest = to(wrong, legal);
    int mistakes = Math.max(1, Math.min(wrong.length(), nearest.length()) / 3);
    if (!nearest.isEmpty() && distance(lower, nearest.toLowerCase(Locale.ROOT)) <= mistakes) {
      return Optional.of(nearest);
    }
    return legal.stream()
        .filter(word -> lower.length() >= SHORTEST_PART)
        .filter(word -> word.toLowerCase(Locale.ROOT).contains(lower))
        .min(Comparator.comparingInt(String::length));
  }

  /**
   * Returns the legal word with the smallest edit distance, or the first of several such words;
   * empty if there are no words.
   */
  public static String to(String wrong, Collection<String> legal) {
    return legal.stream()
        .min(Comparator.comparingInt(word -> distance(wrong, word)))
        .orElse("");
  }

  private static int distance(String from, String to) {
    int[] row = IntStream.rangeClosed(0, to.length()).toArray();
    for (int i = 1; i <= from.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= to.length(); j++) {
        int replaced = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, Math.min(row[j - 1], row[j]) + 1);
      }
    }
    return row[to.length()];
  }
}
