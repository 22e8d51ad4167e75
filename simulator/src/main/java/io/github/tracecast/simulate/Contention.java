package io.github.tracecast.simulate;

import java.util.Locale;

/** How messages on the same link delay each other in the {@code loggp} engine. */
public enum Contention {
  /** No delay: each message takes the time that it takes alone. */
  NONE,
  /** Messages use a link one after another. */
  LINKS;

  /** The name in options and results. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
