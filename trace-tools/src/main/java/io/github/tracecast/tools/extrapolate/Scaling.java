package io.github.tracecast.tools.extrapolate;

import io.github.tracecast.trace.text.Names;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How a program's problem grows with its ranks, as the user states it. */
public enum Scaling {
  /** Weak scaling: the problem per rank stays the same. */
  WEAK,
  /** Strong scaling: the total problem stays the same. */
  STRONG;

  /** The name on the command line. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Returns the stated scaling; empty if none is stated.
   *
   * @param text the user's text; null if the user gave none
   */
  public static Optional<Scaling> parse(@Nullable String text) {
    return Optional.ofNullable(text).map(name -> Names.one("`scaling`", name, values()));
  }
}
