package io.github.tracecast.trace.text;

/**
 * The error that a caller gave an invalid value. The message is one line with what was found and
 * what was expected. The message names arguments in the form that {@link Arguments} converts.
 */
public final class UsageException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Creates the error from its message of one line. */
  public UsageException(String message) {
    super(message);
  }

  /**
   * Returns the error for the value of an argument.
   *
   * @param argument the name of the argument, such as {@code steps}
   * @param fault what was found and what was expected
   */
  public static UsageException of(String argument, String fault) {
    return new UsageException("`" + argument + "`: " + fault);
  }

  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }
}
