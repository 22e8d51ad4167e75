package io.github.tracecast.simulate;

/**
 * Reports that a replay cannot start or continue because of its input. The message is complete, so
 * callers add nothing.
 */
public class ReplayException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public ReplayException(String message) {
    super(message);
  }
}
