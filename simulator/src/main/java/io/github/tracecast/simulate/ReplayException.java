package io.github.tracecast.simulate;

/** A replay that cannot start or cannot go on, for a reason in its input. The message says it all. */
public final class ReplayException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public ReplayException(String message) {
    super(message);
  }
}
