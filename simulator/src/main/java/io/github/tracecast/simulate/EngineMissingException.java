package io.github.tracecast.simulate;

/** Reports that a timing engine is not installed. The message has the command that installs it. */
public final class EngineMissingException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public EngineMissingException(String message, Throwable cause) {
    super(message, cause);
  }
}
