package io.github.tracecast.trace.text;

import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;

/**
 * How messages name the arguments of a caller: between backticks, by their names on the command
 * line, with a value if it matters, as in "use {@code `engine flows`}". A caller of the library
 * reads that; the command line writes {@code --engine flows} in its place.
 */
public final class Arguments {
  private static final Pattern NAMED = Pattern.compile("`([a-z][a-z-]*+(?:[ =][^`]*+)?)`");

  private Arguments() {}

  /** Returns a message for users of the command line. */
  public static String asOptions(String message) {
    return NAMED.matcher(message).replaceAll("--$1");
  }

  /** Returns messages for users of the command line. */
  public static List<String> asOptions(Collection<String> messages) {
    return messages.stream().map(Arguments::asOptions).toList();
  }
}
