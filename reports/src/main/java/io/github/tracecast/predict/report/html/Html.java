package io.github.tracecast.predict.report.html;

import io.github.tracecast.trace.text.Numbers;
import java.util.Locale;

/** Writes HTML. All text and attributes are escaped. Not thread-safe. */
public class Html {
  private final StringBuilder out = new StringBuilder();

  /** Opens an element. The attributes are pairs of name and value. */
  public Html open(String tag, String... attributes) {
    out.append('<').append(tag);
    for (int i = 0; i < attributes.length; i += 2) {
      out.append(' ').append(attributes[i]).append("=\"");
      escape(attributes[i + 1]);
      out.append('"');
    }
    out.append('>');
    return this;
  }

  public Html close(String tag) {
    end(tag);
    out.append('\n');
    return this;
  }

  /** Closes an element within a line. */
  Html end(String tag) {
    out.append("</").append(tag).append('>');
    return this;
  }

  public Html text(String text) {
    escape(text);
    return this;
  }

  /** Writes an element that contains only text. */
  public Html element(String tag, String text, String... attributes) {
    return open(tag, attributes).text(text).close(tag);
  }

  /** Writes a time with its unit, and with its exact number for programs. */
  public Html time(double seconds) {
    return element("data", Numbers.time(seconds), "value", Double.toString(seconds));
  }

  /** Appends the text that another instance has written. */
  public void append(Html other) {
    out.append(other.out);
  }

  public boolean isEmpty() {
    return out.isEmpty();
  }

  /** Writes a paragraph of one sentence, which gets its capital letter and its full stop. */
  public Html sentence(String text) {
    return element("p", capitalised(text) + ".");
  }

  private static String capitalised(String text) {
    return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
  }

  /** Writes a term and its description, within a description list. */
  public Html term(String name, String text) {
    return element("dt", name).element("dd", text);
  }

  /** Writes a setting's title as a term, with a capital letter, and its value as description. */
  public void setting(String title, String value) {
    term(capitalised(title), value);
  }

  private void escape(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '&' -> out.append("&amp;");
        case '<' -> out.append("&lt;");
        case '>' -> out.append("&gt;");
        case '"' -> out.append("&quot;");
        case '\'' -> out.append("&#39;");
        default -> out.append(isControl(c) ? '\uFFFD' : c);
      }
    }
  }

  /** Whether HTML cannot contain the character, even escaped. */
  private static boolean isControl(char c) {
    return Character.isISOControl(c) && c != '\n' && c != '\t';
  }

  @Override
  public String toString() {
    return out.toString();
  }
}
