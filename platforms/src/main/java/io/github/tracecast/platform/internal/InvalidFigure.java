package io.github.tracecast.platform.internal;

import java.util.Objects;

/** Reports an illegal value of a key. The message lists the legal values. */
final class InvalidFigure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  InvalidFigure(String expected) {
    super(expected, null, false, false);
  }

  /** The message, which is never null. */
  @Override
  public String getMessage() {
    return Objects.requireNonNull(super.getMessage());
  }
}
