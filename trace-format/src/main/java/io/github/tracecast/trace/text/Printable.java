package io.github.tracecast.trace.text;

/**
 * Makes text from a trace, a file name or an option safe to print on a terminal. Each control
 * character is replaced by {@code \\}{@code uXXXX}, which is also valid in JSON.
 */
public final class Printable {
  private Printable() {}

  /**
   * Whether a terminal may treat the character as a command, or show the following text in another
   * order or line. Line feeds and tabs are not control characters in this sense.
   */
  public static boolean isControl(char c) {
    if (c < 0x7f) {
      return c < ' ' && c != '\n' && c != '\t';
    }
    return c <= 0x9f
        || c >= '\u2028' && c <= '\u202e'
        || c >= '\u2066' && c <= '\u2069'
        || c == '\u200e'
        || c == '\u200f';
  }

  /** Returns the escape of six characters for a control character. */
  public static String escaped(char c) {
    return String.format("\\u%04x", (int) c);
  }

  /**
   * Returns a text on one line, so that a name or a note with a line feed cannot be mistaken for a
   * line of output.
   */
  public static String line(String text) {
    StringBuilder out = null;
    for (int at = 0; at < text.length(); at++) {
      char c = text.charAt(at);
      boolean escape = c == '\n' || c == '\t' || isControl(c);
      if (escape && out == null) {
        out = new StringBuilder(text.substring(0, at));
      }
      if (out != null) {
        out.append(escape ? escaped(c) : c);
      }
    }
    return out == null ? text : out.toString();
  }
}
