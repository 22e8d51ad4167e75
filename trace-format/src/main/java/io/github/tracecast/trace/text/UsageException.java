package io.github.tracecast.trace.text;

import java.util.Objects;

/**
 * An option has an invalid value. The message is one line with the option, what was found and what
 * was expected.
 */
public final class UsageException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** A refusal with this one-line message. */
  public UsageException(String message) {
    super(message);
  }

  /** A message is always there. */
  @Override
  public String getMessage() {
    return Objects.requireNonNull(super.getMessage());
  }
}
