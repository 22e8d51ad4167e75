package io.github.tracecast.trace;

import java.util.Objects;

/**
 * The place of a call in the program. Its id is its index in {@link Trace#callSites()}.
 *
 * @param name a call path as hexadecimal addresses joined by {@code _}, or file:line, or other text
 *     from the recorder; may be empty
 */
public record CallSite(String name) {
  public CallSite {
    Objects.requireNonNull(name);
  }
}
