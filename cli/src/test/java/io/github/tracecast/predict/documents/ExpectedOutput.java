package io.github.tracecast.predict.documents;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Lines of output as a document shows them: a line {@code ...} stands for any lines, {@code ...} within a line for any text. */
record ExpectedOutput(List<String> lines) {
  private static final String ANYTHING = "...";

  boolean matches(List<String> actual) {
    return matches(0, actual, 0);
  }

  private boolean matches(int line, List<String> actual, int at) {
    if (line == lines.size()) {
      return at == actual.size();
    }
    if (lines.get(line).strip().equals(ANYTHING)) {
      for (int next = at; next <= actual.size(); next++) {
        if (matches(line + 1, actual, next)) {
          return true;
        }
      }
      return false;
    }
    return at < actual.size()
        && matches(lines.get(line), actual.get(at))
        && matches(line + 1, actual, at + 1);
  }

  private static boolean matches(String line, String actual) {
    String pattern = Pattern.compile("\\.\\.\\.")
        .splitAsStream(line.stripTrailing() + " ")
        .map(Pattern::quote)
        .collect(Collectors.joining(".*"));
    return Pattern.matches(pattern, actual.stripTrailing() + " ");
  }

  /**
   * Returns the same lines with the figures of another output. Each line is replaced by the next
   * line of it that differs only in digits and spaces. Lines that hold {@code ...} stay.
   *
   * @return nothing where a line has no counterpart
   */
  Optional<List<String>> updated(List<String> actual) {
    if (matches(actual)) {
      return Optional.of(lines);
    }
    if (!lines.contains(ANYTHING) && lines.stream().noneMatch(line -> line.contains(ANYTHING))) {
      return Optional.of(actual);
    }
    List<String> updated = new ArrayList<>();
    int at = 0;
    for (String line : lines) {
      if (line.contains(ANYTHING)) {
        updated.add(line);
        continue;
      }
      int next = at;
      while (next < actual.size() && !words(actual.get(next)).equals(words(line))) {
        next++;
      }
      if (next == actual.size()) {
        return Optional.empty();
      }
      updated.add(actual.get(next));
      at = next + 1;
    }
    return new ExpectedOutput(updated).matches(actual) ? Optional.of(updated) : Optional.empty();
  }

  private static String words(String line) {
    return line.replaceAll("[-+0-9.,]+", "#").replaceAll("\\s+", " ").strip();
  }
}
