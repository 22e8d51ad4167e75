package io.github.tracecast.trace.text;

import java.util.List;
import java.util.stream.Collectors;

/** Quotes command lines for a shell. */
public final class Shell {
  private Shell() {}

  /** Joins words to a command line, with quotes where they are necessary. */
  public static String command(List<String> words) {
    return words.stream().map(Shell::quoted).collect(Collectors.joining(" "));
  }

  /**
   * Returns the name by which the user started Tracecast, such as {@code ./tracecast}, which the
   * launcher passes on.
   */
  public static String tracecast() {
    return quoted(System.getProperty("tracecast.typed", "tracecast"));
  }

  public static String quoted(String word) {
    return word.matches("[A-Za-z0-9_@%+=:,./-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
