package io.github.tracecast.trace;

import java.util.Objects;

/**
 * A trace that cannot be used. The message is one line: the place, what was found, what was
 * expected, and how to mend it. A fault of Tracecast itself is never a {@code TraceException}.
 */
public final class TraceException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** The most characters of the found text in a message. */
  private static final int LONGEST = 400;

  /** The characters that are printed for one control character: an escape with four digits. */
  private static final int ESCAPE = 6;

  /** @param message the whole line, place included */
  public TraceException(String message) {
    super(message);
  }

  /** @param cause for debugging; the message must be complete without it */
  public TraceException(String message, Throwable cause) {
    super(message, cause);
  }

  /**
   * {@code PLACE: found FOUND; expected EXPECTED}. The found text is shortened because it may be a
   * whole file, and put on one line.
   */
  public static TraceException at(String place, String found, String expected) {
    return new TraceException(place + ": found " + shortened(found) + "; expected " + expected);
  }

  /** A message is always there. */
  @Override
  public String getMessage() {
    return Objects.requireNonNull(super.getMessage());
  }

  private static String shortened(String text) {
    String found = text.replaceAll("\\R", " ");
    boolean binary = found.chars().filter(Character::isISOControl).count() > LONGEST / ESCAPE;
    int longest = binary ? LONGEST / ESCAPE : LONGEST;
    return found.length() <= longest
        ? found
        : found.substring(0, longest / 2) + " ... (" + (found.length() - longest / 2 * 2)
            + " characters left out) ... " + found.substring(found.length() - longest / 2);
  }

  /** {@code FILE:LINE: found FOUND; expected EXPECTED}. */
  public static TraceException atLine(String file, int line, String found, String expected) {
    return at(file + ":" + line, found, expected);
  }

  /** {@code FILE: byte OFFSET: found FOUND; expected EXPECTED}. */
  public static TraceException atByte(String file, long offset, String found, String expected) {
    return at(file + ": byte " + offset, found, expected);
  }
}
