package io.github.tracecast.platform.internal;

import java.util.ArrayList;
import java.util.List;

/**
 * Splits text into fields between separators. It strips the fields after splitting, so that the
 * time is linear in the length of the text. A regular expression such as {@code \\s*,\\s*} takes
 * hours for a megabyte of blanks.
 */
public final class Fields {
  private Fields() {}

  /** Shortens a text for an error message. */
  public static String brief(String text) {
    return text.length() > 80 ? text.substring(0, 77) + "..." : text;
  }

  /**
   * Splits at each separator, and strips the fields.
   *
   * @param separators the separators, each a single character
   * @return at least one field; fields may be empty
   */
  public static List<String> of(String text, String separators) {
    List<String> fields = new ArrayList<>();
    int begin = 0;
    for (int i = 0; i <= text.length(); i++) {
      if (i == text.length() || separators.indexOf(text.charAt(i)) >= 0) {
        fields.add(text.substring(begin, i).strip());
        begin = i + 1;
      }
    }
    return fields;
  }
}
