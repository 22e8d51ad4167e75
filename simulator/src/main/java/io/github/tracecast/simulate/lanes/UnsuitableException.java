package io.github.tracecast.simulate.lanes;

/** A program that cannot be lowered or evaluated in lanes; the general replay can, or says what is wrong with it. */
final class UnsuitableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UnsuitableException(String reason) {
    super(reason, null, false, false);
  }
}
