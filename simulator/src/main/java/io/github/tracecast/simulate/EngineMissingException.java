package io.github.tracecast.simulate;

/** An engine is not available on this machine. The message has the command that installs it. */
public final class EngineMissingException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public EngineMissingException(String message, Throwable cause) {
    super(message, cause);
  }
}
