package io.github.tracecast.platform.internal;

import java.util.Objects;

/** A value that its kind does not allow. The message names the legal values. */
final class InvalidFigure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  InvalidFigure(String expected) {
    super(expected, null, false, false);
  }

  /** A message is always there. */
  @Override
  public String getMessage() {
    return Objects.requireNonNull(super.getMessage());
  }
}
