package io.github.tracecast.trace.text;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Looks up and lists the names from which a user can choose. */
public final class Names {
  private Names() {}

  /**
   * Returns the constant whose name, in lower case and with dashes, equals a text.
   *
   * @param all the constants, at least two
   * @throws UsageException if no constant has this name
   */
  public static <E extends Enum<E>> E one(String option, String text, E[] all) {
    List<String> names = Arrays.stream(all)
        .map(value -> value.name().toLowerCase(Locale.ROOT).replace('_', '-'))
        .toList();
    int found = names.indexOf(text);
    if (found < 0) {
      throw new UsageException(option + ": found " + text + "; expected " + anyOf(names));
    }
    return all[found];
  }

  /** Joins one or more names to a text: {@code a, b or c}. */
  public static String anyOf(List<String> names) {
    String others = String.join(", ", names.subList(0, names.size() - 1));
    return others.isEmpty() ? names.getLast() : others + " or " + names.getLast();
  }
}
