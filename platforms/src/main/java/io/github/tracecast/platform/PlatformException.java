package io.github.tracecast.platform;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.Objects;

/**
 * An error in a machine file, in a value for it, or in a mapping. The message is one line with the
 * place (file and line, or the option), the key, what was found and what was expected.
 */
public final class PlatformException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Creates an error with this one-line message. */
  public PlatformException(String message) {
    super(message);
  }

  /** Creates an error with this one-line message, caused by an error of the file system or the parser. */
  public PlatformException(String message, Throwable cause) {
    super(message, cause);
  }

  /** Returns in plain words why an access to a file failed. */
  static String reason(IOException failure) {
    return switch (failure) {
      case NoSuchFileException e -> "no such file";
      case AccessDeniedException e -> "permission denied";
      case CharacterCodingException e -> "it is not UTF-8";
      default -> String.valueOf(failure.getMessage());
    };
  }

  /** The message, which is never null. */
  @Override
  public String getMessage() {
    return Objects.requireNonNull(super.getMessage());
  }
}
