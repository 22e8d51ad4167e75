package io.github.tracecast.predict.text;

import org.jspecify.annotations.Nullable;

/**
 * The properties of an output of this process.
 *
 * @param terminal whether the output is a terminal, and not a file or a pipe
 * @param width characters in a line
 * @param colours whether the output shows colours and the user wants colours
 */
public record Screen(boolean terminal, int width, boolean colours) {
  /** The width of a file, a pipe, or a terminal of unknown width. */
  public static final int USUAL_WIDTH = 80;

  /** The smallest width; tables do not fit into a smaller width. */
  public static final int LEAST_WIDTH = 40;

  /** A file or a pipe. */
  public static final Screen PIPED = new Screen(false, USUAL_WIDTH, false);

  /**
   * Returns the properties of a file or a pipe, with the width that the user wants.
   *
   * @param columns characters in a line; ignored unless it is a number
   */
  public static Screen piped(@Nullable String columns) {
    return columns != null && columns.matches("[1-9][0-9]{0,3}")
        ? new Screen(false, Math.max(LEAST_WIDTH, Integer.parseInt(columns)), false)
        : PIPED;
  }
}
