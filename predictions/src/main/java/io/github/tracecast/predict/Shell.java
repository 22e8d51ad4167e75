package io.github.tracecast.predict;

import java.util.List;
import java.util.stream.Collectors;

/** Command lines as a shell reads them. */
final class Shell {
  private Shell() {}

  /** The words, each quoted where it has to be. */
  static String command(List<String> words) {
    return words.stream().map(Shell::quoted).collect(Collectors.joining(" "));
  }

  static String quoted(String word) {
    return word.matches("[A-Za-z0-9_@%+=:,./-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
