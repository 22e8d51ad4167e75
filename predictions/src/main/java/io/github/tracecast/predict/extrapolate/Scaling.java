package io.github.tracecast.predict.extrapolate;

import java.util.Locale;

/** How a program's problem grows with its ranks, as the user states it. */
public enum Scaling {
  /** Each rank keeps its part of the problem. */
  WEAK,
  /** The ranks share the same problem. */
  STRONG;

  /** The name on the command line. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
