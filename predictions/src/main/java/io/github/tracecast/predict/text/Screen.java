package io.github.tracecast.predict.text;

/**
 * What is known about an output of this process.
 *
 * @param terminal whether it is a terminal, not a file or a pipe
 * @param width characters in a line
 * @param colours whether it shows colours and the user wants them
 */
public record Screen(boolean terminal, int width, boolean colours) {
  /** The width of a file, a pipe, or a terminal of unknown width. */
  public static final int USUAL_WIDTH = 80;

  /** A file or a pipe. */
  public static final Screen PIPED = new Screen(false, USUAL_WIDTH, false);
}
