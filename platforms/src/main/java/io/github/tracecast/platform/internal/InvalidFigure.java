package io.github.tracecast.platform.internal;

/** A value that its kind does not allow. The message says what is expected instead. */
final class InvalidFigure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  InvalidFigure(String expected) {
    super(expected, null, false, false);
  }
}
