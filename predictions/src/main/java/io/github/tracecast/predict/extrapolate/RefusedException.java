package io.github.tracecast.predict.extrapolate;

/** Recordings that cannot be extrapolated. The message is one line: where, which values at which ranks, and what would be needed. */
public final class RefusedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  RefusedException(String message) {
    super("cannot extrapolate: " + message);
  }
}
