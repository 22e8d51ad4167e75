package io.github.tracecast.trace.internal.text;

import io.github.tracecast.trace.TraceException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;

/**
 * Reads a text trace line by line and each line word by word. Brackets, parentheses and bars are
 * separate words. Blank lines and comments are skipped.
 */
final class LineCursor {
  private static final String SINGLES = "[]()|";

  private final byte[] bytes;
  private final String file;
  private int nextLine;
  private int number;
  private String line = "";
  private int at;

  LineCursor(byte[] bytes, String file) {
    this.bytes = bytes;
    this.file = file;
  }

  /** Returns the number of the current line, from 1. */
  int number() {
    return number;
  }

  String file() {
    return file;
  }

  /** Moves to the next line that has a word. Returns false at the end of the file. */
  boolean next() {
    while (nextLine < bytes.length) {
      int end = nextLine;
      while (end < bytes.length && bytes[end] != '\n') {
        end++;
      }
      number++;
      line = decode(nextLine, end);
      nextLine = end + 1;
      at = 0;
      skipBlanks();
      if (at < line.length() && line.charAt(at) != '#') {
        return true;
      }
    }
    number++;
    line = "";
    at = 0;
    return false;
  }

  private String decode(int from, int to) {
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(bytes, from, to - from))
          .toString();
    } catch (CharacterCodingException e) {
      throw new TraceException(
          file + ":" + number + ": found bytes that are not UTF-8; expected text", e);
    }
  }

  private void skipBlanks() {
    while (at < line.length() && line.charAt(at) <= ' ') {
      at++;
    }
  }

  boolean atEnd() {
    skipBlanks();
    return at == line.length();
  }

  /** Whether the next word is the given word. Does not move the cursor. */
  boolean isNext(String word) {
    skipBlanks();
    int end = at + word.length();
    return line.startsWith(word, at)
        && (end == line.length()
            || line.charAt(end) <= ' '
            || SINGLES.contains(word)
            || SINGLES.indexOf(line.charAt(end)) >= 0);
  }

  /** Skips the next word if it is the given word. Returns whether it skipped the word. */
  boolean takes(String word) {
    if (!isNext(word)) {
      return false;
    }
    at += word.length();
    return true;
  }

  /**
   * Like {@link #takes}, but at the end of a line it also looks at the first word of the next line.
   */
  boolean takesAcrossLines(String word) {
    if (!atEnd()) {
      return takes(word);
    }
    int lastLine = nextLine;
    int lastNumber = number;
    String last = line;
    if (next() && takes(word)) {
      return true;
    }
    nextLine = lastLine;
    number = lastNumber;
    line = last;
    at = last.length();
    return false;
  }

  /** Whether the next word begins with a prefix. Does not move the cursor. */
  boolean begins(String prefix) {
    skipBlanks();
    return line.startsWith(prefix, at);
  }

  /** Whether the next word begins with a digit. Does not move the cursor. */
  boolean beginsWithDigit() {
    skipBlanks();
    return at < line.length() && line.charAt(at) >= '0' && line.charAt(at) <= '9';
  }

  /** Returns the number of characters left in the line. */
  int left() {
    skipBlanks();
    return line.length() - at;
  }

  /** Returns the number of bytes up to the end of the current line. */
  int position() {
    return nextLine;
  }

  void expect(String word) {
    if (!takes(word)) {
      throw unexpected(word);
    }
  }

  void expectEnd() {
    if (!atEnd()) {
      throw unexpected("the end of the line");
    }
  }

  /** Moves to the next line that has a word. The current line must have no word left. */
  void nextLine() {
    expectEnd();
    next();
  }

  /**
   * Returns the first line from {@code from} (inclusive) to {@code to} (exclusive) that contains a
   * word; {@code from} if there is none. It reads the file again; only error messages need the
   * line.
   */
  int lineOf(String word, int from, int to) {
    LineCursor again = new LineCursor(bytes, file);
    while (again.next() && again.number < to) {
      while (again.number >= from && !again.atEnd()) {
        if (again.takes(word)) {
          return again.number;
        }
        again.word("");
      }
    }
    return from;
  }

  /** Returns the number of words from here to the end of the line. */
  int wordsLeft() {
    int from = at;
    int words = 0;
    for (; !atEnd(); words++) {
      word("");
    }
    at = from;
    return words;
  }

  String word(String what) {
    skipBlanks();
    if (at == line.length()) {
      throw fail(end(), what);
    }
    int from = at;
    if (SINGLES.indexOf(line.charAt(at)) >= 0) {
      at++;
    } else {
      while (at < line.length() && line.charAt(at) > ' ' && SINGLES.indexOf(line.charAt(at)) < 0) {
        at++;
      }
    }
    return line.substring(from, at);
  }

  long number(String what) {
    String word = word(what);
    try {
      return Long.parseLong(word);
    } catch (NumberFormatException e) {
      throw fail(quote(word), what + ", a whole number below 2^63");
    }
  }

  int intNumber(String what, long min, long max) {
    long value = number(what);
    if (value < min || value > max) {
      throw fail(
          what + " " + value,
          max < min
              ? "no " + what + ", because none is defined"
              : min == max ? String.valueOf(min) : min + " to " + max);
    }
    return (int) value;
  }

  double real(String what) {
    String word = word(what);
    try {
      return Double.parseDouble(word);
    } catch (NumberFormatException e) {
      throw fail(quote(word), what + ", a number");
    }
  }

  /** Reads a text in quotes. */
  String string(String what) {
    skipBlanks();
    if (at == line.length() || line.charAt(at) != '"') {
      throw unexpected(what + " in double quotes");
    }
    StringBuilder text = new StringBuilder();
    for (at++; ; at++) {
      if (at >= line.length()) {
        throw fail("the end of the line", "a closing double quote");
      }
      char c = line.charAt(at);
      if (c == '"') {
        at++;
        return text.toString();
      }
      text.append(c == '\\' ? escaped() : c);
    }
  }

  private char escaped() {
    at++;
    char c = at < line.length() ? line.charAt(at) : ' ';
    if (c == 'u' && at + 4 < line.length()) {
      String digits = line.substring(at + 1, at + 5);
      at += 4;
      try {
        return (char) Integer.parseInt(digits, 16);
      } catch (NumberFormatException e) {
        throw fail("\\u" + digits, "four hexadecimal digits");
      }
    }
    return switch (c) {
      case 'n' -> '\n';
      case '"', '\\' -> c;
      default -> throw fail("\\" + c, "one of \\\" \\\\ \\n \\uXXXX");
    };
  }

  TraceException unexpected(String what) {
    return fail(atEnd() ? end() : quote(word(what)), what);
  }

  private String end() {
    return nextLine >= bytes.length && line.isEmpty()
        ? "the end of the file"
        : "the end of the line";
  }

  TraceException fail(String found, String expected) {
    return TraceException.atLine(file, number, found, expected);
  }

  /** Creates an object, and adds file and line to an error of the trace model. */
  <T> T placed(Supplier<T> made) {
    try {
      return made.get();
    } catch (TraceException e) {
      throw e.in(file + ":" + number);
    }
  }

  /** Acts, and adds file and line to an error of the trace model. */
  void placed(Runnable action) {
    try {
      action.run();
    } catch (TraceException e) {
      throw e.in(file + ":" + number);
    }
  }

  static String quote(String word) {
    return "\"" + (word.length() > 60 ? word.substring(0, 57) + "..." : word) + "\"";
  }
}
