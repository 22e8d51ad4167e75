package io.github.tracecast.simulate;

/** MPI's send modes, as far as they differ in time. */
public enum SendMode {
  /** Eager below the eager limit, detached below the detached limit, synchronous above. */
  STANDARD,
  /** Complete as soon as it is buffered. */
  BUFFERED,
  /** Complete when the receive has it, whatever its size. */
  SYNCHRONOUS;

  private static final SendMode[] ALL = values();

  /** The mode with this ordinal. */
  static SendMode of(int ordinal) {
    return ALL[ordinal];
  }
}
