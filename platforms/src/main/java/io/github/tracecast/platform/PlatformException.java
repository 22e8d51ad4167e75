package io.github.tracecast.platform;

/**
 * A platform, a figure or a mapping that cannot be used as the user gave it. The message is one
 * line that names the place (file and line, or the option), the key, what was found and what was
 * expected.
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
}
