package io.github.tracecast.simulate;

import java.util.Locale;

/** What messages on the same link do to each other in the {@code loggp} engine. */
public enum Contention {
  /** Nothing: each message takes what it takes alone. */
  NONE,
  /** They take one after the other; see {@link LinkSchedule}. */
  LINKS;

  /** Its name in options and results. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
