package io.github.tracecast.predict.cli;

import java.io.PrintWriter;

/**
 * Keeps control characters away from the terminal. Names in traces, files and options may contain
 * them. Each is written as {@code \}{@code uXXXX}, which is also valid in JSON. Line feeds, tabs
 * and all characters of reports pass.
 */
public final class PrintableWriter extends PrintWriter {
  /** Creates a writer that passes its output to another one. */
  public PrintableWriter(PrintWriter to) {
    super(to);
  }

  @Override
  public void write(int character) {
    char c = (char) character;
    if (isControl(c)) {
      super.write(escaped(c), 0, 6);
    } else {
      super.write(c);
    }
  }

  @Override
  public void write(char[] text, int from, int length) {
    int begin = from;
    for (int at = from; at < from + length; at++) {
      if (isControl(text[at])) {
        super.write(text, begin, at - begin);
        super.write(escaped(text[at]), 0, 6);
        begin = at + 1;
      }
    }
    super.write(text, begin, from + length - begin);
  }

  @Override
  public void write(String text, int from, int length) {
    int begin = from;
    for (int at = from; at < from + length; at++) {
      if (isControl(text.charAt(at))) {
        super.write(text, begin, at - begin);
        super.write(escaped(text.charAt(at)), 0, 6);
        begin = at + 1;
      }
    }
    super.write(text, begin, from + length - begin);
  }

  private static String escaped(char c) {
    return String.format("\\u%04x", (int) c);
  }

  /**
   * Whether a terminal may treat the character as a command, or show the following text in another
   * order or line.
   */
  private static boolean isControl(char c) {
    if (c < 0x7f) {
      return c < ' ' && c != '\n' && c != '\t';
    }
    return c <= 0x9f
        || c >= '\u2028' && c <= '\u202e'
        || c >= '\u2066' && c <= '\u2069'
        || c == '\u200e'
        || c == '\u200f';
  }
}
