package io.github.tracecast.exports.program;

import io.github.tracecast.trace.text.UsageException;
import java.util.List;

/** Numbers, strings and lists in C syntax. */
final class Literals {
  private static final int WIDTH = 140;

  private Literals() {}

  /** Returns a whole number of any size. */
  static String whole(long number) {
    return number == (int) number ? Long.toString(number) : number + "LL";
  }

  /**
   * Returns a number for an MPI argument of type int.
   *
   * @throws UsageException if it is too large
   */
  static String integer(long number, String what) {
    if (number != (int) number) {
      throw new UsageException("found " + what + " " + number + "; expected at most "
          + Integer.MAX_VALUE + ", the largest int of C");
    }
    return Long.toString(number);
  }

  /** Returns a floating-point number with seven digits. */
  static String real(double number) {
    String text = Float.toString((float) number);
    return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
  }

  /** Returns a string literal. Characters outside printable ASCII become octal escapes of UTF-8. */
  static String string(String text) {
    StringBuilder out = new StringBuilder("\"");
    for (byte b : text.getBytes(java.nio.charset.StandardCharsets.UTF_8)) {
      int c = b & 0xFF;
      if (c == '"' || c == '\\' || c == '?') {
        out.append('\\').append((char) c);
      } else if (c < ' ' || c > '~') {
        out.append(String.format("\\%03o", c));
      } else {
        out.append((char) c);
      }
    }
    return out.append('"').toString();
  }

  /** Returns words, separated by commas, in lines of limited length. */
  static String list(List<String> words) {
    StringBuilder out = new StringBuilder();
    list(out, words);
    return out.toString();
  }

  /** Appends words, separated by commas, and breaks long lines. */
  static void list(StringBuilder out, List<String> words) {
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
