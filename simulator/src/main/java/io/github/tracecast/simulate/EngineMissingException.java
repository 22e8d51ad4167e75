package io.github.tracecast.simulate;

/** An engine that cannot be had on this machine as it is. The message says how to get it. */
public final class EngineMissingException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public EngineMissingException(String message, Throwable cause) {
    super(message, cause);
  }
}
