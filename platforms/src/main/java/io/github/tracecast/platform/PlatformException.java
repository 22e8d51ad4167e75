package io.github.tracecast.platform;

import java.util.Objects;

/**
 * The user's platform, figure or mapping cannot be used. The message is one line. It names the
 * place (file and line, or the option), the key, what was found and what was expected.
 */
public final class PlatformException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** A refusal with this one-line message. */
  public PlatformException(String message) {
    super(message);
  }

  /** A refusal with this one-line message, caused by a failure of the file system or the parser. */
  public PlatformException(String message, Throwable cause) {
    super(message, cause);
  }

  /** A message is always there. */
  @Override
  public String getMessage() {
    return Objects.requireNonNull(super.getMessage());
  }
}
