package io.github.tracecast.trace;

import java.util.Objects;

/** Where in the program a call stands. Its id is its index in {@link Trace#callSites()}.
 *
 * @param name a call path: hexadecimal addresses joined by {@code _}, or file:line, or whatever the recorder knew; may be empty
 */
public record CallSite(String name) {
  public CallSite {
    Objects.requireNonNull(name);
  }
}
