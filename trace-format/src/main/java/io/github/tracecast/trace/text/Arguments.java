package io.github.tracecast.trace.text;

import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Converts names of arguments in messages to options of the command line. A message names an
 * argument between backticks, by its name on the command line and with a value if the value
 * matters, as in "use {@code `engine flows`}". Callers of the library read this form; the command
 * line replaces it by {@code --engine flows}.
 */
public final class Arguments {
  private static final Pattern NAMED = Pattern.compile("`([a-z][a-z-]*+(?:[ =][^`]*+)?)`");

  private Arguments() {}

  /** Returns a message in the form for users of the command line. */
  public static String asOptions(String message) {
    return NAMED.matcher(message).replaceAll("--$1");
  }

  /** Returns messages in the form for users of the command line. */
  public static List<String> asOptions(Collection<String> messages) {
    return messages.stream().map(Arguments::asOptions).toList();
  }
}
