package io.github.tracecast.trace.text;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A caller gave an invalid value. The message is one line with what was found and what was expected.
 * It names the argument if it is about one. The command line has an option of the same name, and
 * writes the option in its place.
 */
public final class UsageException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final @Nullable String argument;
  private final String fault;

  /** A refusal with this one-line message. */
  public UsageException(String message) {
    super(message);
    this.argument = null;
    this.fault = message;
  }

  private UsageException(String argument, String fault) {
    super(argument + ": " + fault);
    this.argument = argument;
    this.fault = fault;
  }

  /**
   * A refusal of an argument's value.
   *
   * @param argument its name, such as {@code steps}
   * @param fault what was found and what was expected
   */
  public static UsageException of(String argument, String fault) {
    return new UsageException(argument, fault);
  }

  /** The name of the refused argument; empty if the message is about something else, such as a file. */
  public Optional<String> argument() {
    return Optional.ofNullable(argument);
  }

  /** The message without the argument. */
  public String fault() {
    return fault;
  }

  @Override
  public String getMessage() {
    return argument == null ? fault : argument + ": " + fault;
  }
}
