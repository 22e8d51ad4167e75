package io.github.tracecast.trace.text;

/**
 * A caller gave an invalid value. The message is one line with what was found and what was expected,
 * and names arguments as {@link Arguments} says.
 */
public final class UsageException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** A refusal with this one-line message. */
  public UsageException(String message) {
    super(message);
  }

  /**
   * A refusal of an argument's value.
   *
   * @param argument its name, such as {@code steps}
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
