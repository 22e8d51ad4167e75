package io.github.tracecast.predict.fit;

import io.github.tracecast.platform.Platform;
import io.github.tracecast.platform.PlatformCatalogue;
import io.github.tracecast.platform.PlatformException;
import io.github.tracecast.trace.text.UsageException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A machine file with fitted values: the text of the start file, with new lines for these values. A
 * key that the start file does not state is added to its section. If the start file has another
 * style of YAML, all keys are written anew.
 */
final class FittedFile {
  private final List<String> lines;

  private FittedFile(String start) {
    lines = new ArrayList<>(start.lines().toList());
  }

  /**
   * Returns the text of the start machine with fitted values. Before it is returned, the text is
   * parsed again to check that it gives exactly these values.
   *
   * @param start the start machine's name or file
   * @param sources the source of each fitted figure
   * @param target path of the new file, to which the paths in this file are relative
   */
  static String text(
      String start, Map<String, String> fitted, Map<String, String> sources, Path target) {
    Platform before = PlatformCatalogue.load(start, Map.of());
    SortedMap<String, String> expected = new TreeMap<>(before.figures());
    expected.putAll(fitted);
    FittedFile edited = new FittedFile(PlatformCatalogue.source(start));
    fitted.forEach(
        (key, value) -> edited.replace(key, value, Objects.requireNonNull(sources.get(key))));
    Map<String, String> from = new TreeMap<>(before.provenance());
    from.putAll(sources);
    for (String text :
        List.of(String.join("\n", edited.lines) + "\n", anew(before, expected, from))) {
      if (reads(text, expected, target)) {
        return text;
      }
    }
    throw new UsageException("-o: found " + target + "; expected a file in the folder of " + start
        + ", because " + start + " names files in this folder");
  }

  private static boolean reads(String text, Map<String, String> expected, Path target) {
    try {
      return PlatformCatalogue.parse(target, text).figures().equals(expected);
    } catch (PlatformException e) {
      return false;
    }
  }

  /** Returns a machine file with the values of all keys, under dotted names. */
  private static String anew(
      Platform machine, Map<String, String> figures, Map<String, String> sources) {
    StringBuilder text = new StringBuilder("name: " + quoted(machine.name()) + "\n");
    if (!machine.description().isEmpty()) {
      text.append("description: ").append(quoted(machine.description())).append('\n');
    }
    figures.forEach((key, value) -> {
      String source = sources.getOrDefault(key, "");
      text.append(key).append(": ");
      text.append(
          source.isEmpty()
              ? quoted(value)
              : "{value: " + quoted(value) + ", source: " + quoted(source) + "}");
      text.append('\n');
    });
    return text.toString();
  }

  private static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", " ") + '"';
  }

  /** Replaces the value of a key, and the note on its source. */
  private void replace(String key, String value, String source) {
    String section = key.substring(0, key.indexOf('.'));
    String name = key.substring(key.indexOf('.') + 1);
    int begin = indexOf(section);
    if (begin < 0) {
      lines.add("");
      lines.add(section + ":");
      begin = lines.size() - 1;
    }
    int end = endOf(begin, 0);
    String indent = begin + 1 < end
        ? lines.get(begin + 1).substring(0, indentation(lines.get(begin + 1)))
        : "  ";
    String text =
        indent + name + ": {value: " + quoted(value) + ", source: " + quoted(source) + "}";
    for (int i = begin + 1; i < end; i++) {
      if (lines.get(i).strip().startsWith(name + ":")) {
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

  /** Finds the line that opens a section and has nothing else except a comment. */
  private int indexOf(String section) {
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      if (line.startsWith(section + ":")) {
        String rest = line.substring(section.length() + 1).strip();
        if (rest.isEmpty() || rest.startsWith("#")) {
          return i;
        }
      }
    }
    return -1;
  }

  /**
   * Finds the line after the block that begins at a given line. It is the next line that is not
   * indented more deeply.
   */
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
}
