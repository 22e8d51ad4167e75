package io.github.tracecast.trace.text;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Names among which a user chooses. */
public final class Names {
  private Names() {}

  /**
   * Returns the constant with this name, in lower case and with dashes.
   *
   * @param all at least two
   * @throws UsageException if there is none
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

  /** Joins names, at least one: {@code a, b or c}. */
  public static String anyOf(List<String> names) {
    String others = String.join(", ", names.subList(0, names.size() - 1));
    return others.isEmpty() ? names.getLast() : others + " or " + names.getLast();
  }
}
