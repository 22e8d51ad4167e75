package io.github.tracecast.predict.program;

import java.util.List;

/** Writes lists of words in lines. */
final class Wrapped {
  private static final int WIDTH = 140;

  private Wrapped() {}

  /** Appends words, separated by commas, and breaks long lines. */
  static void append(StringBuilder out, List<String> words) {
    int lineStart = out.lastIndexOf("\n") + 1;
    for (int i = 0; i < words.size(); i++) {
      if (i > 0) {
        out.append(',');
        if (out.length() - lineStart + words.get(i).length() > WIDTH) {
          out.append("\n ");
          lineStart = out.length() - 1;
        }
        out.append(' ');
      }
      out.append(words.get(i));
    }
  }
}
