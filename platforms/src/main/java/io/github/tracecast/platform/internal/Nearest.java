package io.github.tracecast.platform.internal;

import java.util.Collection;

/** The legal word that is most like a wrong one. */
final class Nearest {
  private Nearest() {}

  /** The word of fewest changed letters; of equally near ones the first. */
  static String to(String wrong, Collection<String> legal) {
    String nearest = "";
    int fewest = Integer.MAX_VALUE;
    for (String word : legal) {
      int changes = distance(wrong, word);
      if (changes < fewest) {
        fewest = changes;
        nearest = word;
      }
    }
    return nearest;
  }

  private static int distance(String from, String to) {
    int[] row = new int[to.length() + 1];
    for (int j = 0; j <= to.length(); j++) {
      row[j] = j;
    }
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
