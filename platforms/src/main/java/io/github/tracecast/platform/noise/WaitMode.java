package io.github.tracecast.platform.noise;

import java.util.Locale;

/** What a rank does while it waits in MPI. */
public enum WaitMode {
  /** It checks for messages all the time, and uses its share of the core. */
  POLLS,
  /** It yields the core to other processes after each check for messages. */
  YIELDS,
  /**
   * It sleeps until the operating system wakes it. Then it takes precedence over processes that
   * have used the core for a longer time.
   */
  SLEEPS;

  /** The word in machine files. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
