package io.github.tracecast.predict.text;

/**
 * The width and the colours of an output of this process.
 *
 * @param width characters in a line
 * @param colours whether it shows colours and the user wants them
 */
public record Screen(int width, boolean colours) {
  /** The width of a file, a pipe, or a terminal of unknown width. */
  public static final int USUAL_WIDTH = 80;

  /** A file or a pipe. */
  public static final Screen PIPED = new Screen(USUAL_WIDTH, false);
}
