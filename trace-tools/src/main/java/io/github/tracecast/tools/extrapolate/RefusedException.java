package io.github.tracecast.tools.extrapolate;

/**
 * Thrown if recordings cannot be extrapolated. The message is one line with the place, the ranks,
 * their values, and what was required.
 */
public final class RefusedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  RefusedException(String message) {
    super("cannot extrapolate: " + message);
  }
}
