package io.github.tracecast.platform.noise;

import java.util.Locale;

/** What a rank does while it waits in MPI. */
public enum WaitMode {
  /** It checks for messages all the time, and uses its share of the core. */
  POLLS,
  /** It leaves the core to others after each check. */
  YIELDS,
  /** The operating system wakes it. It then goes before those who have used the core longer. */
  SLEEPS;

  /** The word in machine files. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
