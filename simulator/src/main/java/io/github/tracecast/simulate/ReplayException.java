package io.github.tracecast.simulate;

/** A replay cannot start or continue because of its input. The message is complete. */
public class ReplayException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public ReplayException(String message) {
    super(message);
  }
}
