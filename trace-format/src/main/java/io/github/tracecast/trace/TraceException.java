package io.github.tracecast.trace;

import java.util.Objects;

/**
 * A trace that cannot be used. The message is one line with the place, what was found, what was
 * expected, and how to correct the trace. A fault of Tracecast itself is never a {@code
 * TraceException}.
 */
public final class TraceException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** The largest number of characters of the found text that a message shows. */
  private static final int LONGEST = 400;

  /**
   * The number of characters that are printed for one control character: an escape with four
   * digits.
   */
  private static final int ESCAPE = 6;

  /**
   * Whether the message names the file. Otherwise a caller that knows the file adds its name by
   * {@link #in}.
   */
  private final boolean complete;

  /** @param message the complete message of one line, including the place of the error */
  public TraceException(String message) {
    this(message, true);
  }

  /** @param cause the cause, for debugging; the message must be complete without it */
  public TraceException(String message, Throwable cause) {
    super(message, cause);
    complete = true;
  }

  private TraceException(String message, boolean complete) {
    super(message);
    this.complete = complete;
  }

  /**
   * Returns the error {@code PLACE: found FOUND; expected EXPECTED}, without the file. The found
   * text is put on one line, and shortened because it may be a whole file.
   */
  public static TraceException at(String place, String found, String expected) {
    return new TraceException(line(place, found, expected), false);
  }

  /**
   * Returns the error {@code PLACE: found FOUND; expected EXPECTED}. The place begins with a file.
   */
  public static TraceException inFile(String place, String found, String expected) {
    return new TraceException(line(place, found, expected), true);
  }

  private static String line(String place, String found, String expected) {
    return place + ": found " + shortened(found) + "; expected " + expected;
  }

  /**
   * Returns the same error with a place in a file before the message, unless the message already
   * names a file.
   */
  public TraceException in(String place) {
    if (complete) {
      return this;
    }
    TraceException placed = new TraceException(place + ": " + getMessage(), true);
    placed.initCause(this);
    return placed;
  }

  /** Returns the message, which is never null. */
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

  /** Returns the error {@code FILE:LINE: found FOUND; expected EXPECTED}. */
  public static TraceException atLine(String file, int line, String found, String expected) {
    return inFile(file + ":" + line, found, expected);
  }

  /** Returns the error {@code FILE: byte OFFSET: found FOUND; expected EXPECTED}. */
  public static TraceException atByte(String file, long offset, String found, String expected) {
    return inFile(file + ": byte " + offset, found, expected);
  }
}
