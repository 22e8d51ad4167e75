package io.github.tracecast.imports.internal.scalatrace;

import io.github.tracecast.imports.internal.Place;
import io.github.tracecast.trace.TraceException;
import it.unimi.dsi.fastutil.longs.LongArrayList;

/**
 * Splits one line into words and numbers from left to right. Every error names file and line. Not
 * thread-safe.
 */
final class Scanner {
  private final Place place;
  private final String line;
  private int at;

  Scanner(Place place, String line, int from) {
    this.place = place;
    this.line = line;
    this.at = from;
  }

  Place place() {
    return place;
  }

  TraceException error(String found, String expected) {
    return place.fault(found, expected);
  }

  private void skipSpaces() {
    while (at < line.length() && (line.charAt(at) == ' ' || line.charAt(at) == '\t')) {
      at++;
    }
  }

  boolean atEnd() {
    skipSpaces();
    return at >= line.length();
  }

  /** Returns the next character that is not a space without consuming it; 0 at the end. */
  char peek() {
    return atEnd() ? 0 : line.charAt(at);
  }

  /** Whether the rest of the line contains a character. */
  boolean holds(char wanted) {
    return line.indexOf(wanted, at) >= 0;
  }

  void expect(char wanted) {
    if (peek() != wanted) {
      throw error(rest(), "\"" + wanted + "\"");
    }
    at++;
  }

  void expect(String word) {
    skipSpaces();
    if (!line.startsWith(word, at)) {
      throw error(rest(), "\"" + word + "\"");
    }
    at += word.length();
  }

  void expectEnd() {
    if (!atEnd()) {
      throw error(rest(), "the end of the line");
    }
  }

  /** Returns the rest of the line for error messages. */
  String rest() {
    if (atEnd()) {
      return "the end of the line";
    }
    String rest = line.substring(at);
    StringBuilder text = new StringBuilder("\"");
    for (int i = 0; i < Math.min(rest.length(), 40); i++) {
      char c = rest.charAt(i);
      text.append(c < ' ' || c > '~' ? '?' : c);
    }
    return text.append(rest.length() > 40 ? "...\"" : "\"").toString();
  }

  /** Reads the characters up to the next space or bracket. The result may be empty. */
  String word() {
    skipSpaces();
    int from = at;
    while (at < line.length() && " \t()[]{}".indexOf(line.charAt(at)) < 0) {
      at++;
    }
    return line.substring(from, at);
  }

  /** Reads an integer within bounds. */
  long integer(String what, long least, long most) {
    skipSpaces();
    int from = at;
    String word = word();
    try {
      long value = Long.parseLong(word);
      if (value >= least && value <= most) {
        return value;
      }
    } catch (NumberFormatException e) {
      at = from;
    }
    throw error(what + " " + (word.isEmpty() ? rest() : word), least + " to " + most);
  }

  /** Reads a finite decimal number of at least 0. Returns 0 for -0. */
  double decimal(String what) {
    int from = at;
    String word = word();
    try {
      double value = Double.parseDouble(word);
      if (value >= 0 && value < Double.POSITIVE_INFINITY) {
        return value + 0.0;
      }
    } catch (NumberFormatException e) {
      at = from;
    }
    throw error(
        what + " " + (word.isEmpty() ? rest() : "\"" + word + "\""), "a number of at least 0");
  }

  /**
   * Reads integers up to a closing character, which is not consumed. A closing character of 0 means
   * the end of the line.
   */
  long[] integers(String what, char close) {
    LongArrayList numbers = new LongArrayList(4);
    while (peek() != close) {
      numbers.add(integer(what, Integer.MIN_VALUE, Integer.MAX_VALUE));
    }
    if (numbers.isEmpty()) {
      throw error("no " + what, "at least one");
    }
    return numbers.toLongArray();
  }
}
