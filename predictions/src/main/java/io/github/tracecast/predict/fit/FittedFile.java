package io.github.tracecast.predict.fit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * A machine file with fitted figures: the text of the start file, with new lines for these figures.
 * A figure that the start file does not state is added to its section.
 */
final class FittedFile {
  private final List<String> lines;

  FittedFile(String start) {
    lines = new ArrayList<>(start.lines().toList());
  }

  /** Replaces a figure and its source. */
  void replace(String key, String value, String source) {
    String section = key.substring(0, key.indexOf('.'));
    String name = key.substring(key.indexOf('.') + 1);
    int begin = indexOf(0, Pattern.compile(Pattern.quote(section) + ":\\s*(#.*)?"));
    if (begin < 0) {
      lines.add("");
      lines.add(section + ":");
      begin = lines.size() - 1;
    }
    int end = endOf(begin, 0);
    String text = "  " + name + ": {value: \"" + value + "\", source: \"" + source + "\"}";
    for (int i = begin + 1; i < end; i++) {
      if (lines.get(i).matches("\\s+" + Pattern.quote(name) + ":.*")) {
        int last = endOf(i, indentation(lines.get(i)));
        lines.subList(i, last).clear();
        lines.add(i, text);
        return;
      }
    }
    while (lines.get(end - 1).isBlank()) {
      end--;
    }
    lines.add(end, text);
  }

  /** Replaces all figures of a map. Each has a source. */
  void replaceAll(Map<String, String> figures, Map<String, String> sources) {
    figures.forEach((key, value) -> replace(key, value, Objects.requireNonNull(sources.get(key))));
  }

  private int indexOf(int from, Pattern line) {
    for (int i = from; i < lines.size(); i++) {
      if (line.matcher(lines.get(i)).matches()) {
        return i;
      }
    }
    return -1;
  }

  /** The line after the block that begins at a line: the next one that is not deeper. */
  private int endOf(int begin, int depth) {
    int end = begin + 1;
    while (end < lines.size()
        && (lines.get(end).isBlank() || indentation(lines.get(end)) > depth)) {
      end++;
    }
    return end;
  }

  private static int indentation(String line) {
    return line.length() - line.stripLeading().length();
  }

  /** The file's text. */
  String text() {
    return String.join("\n", lines) + "\n";
  }
}
