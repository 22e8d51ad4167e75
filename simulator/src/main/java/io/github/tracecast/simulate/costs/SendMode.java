package io.github.tracecast.simulate.costs;

/** MPI's send modes, where they differ in time. */
public enum SendMode {
  /** Eager below the eager limit, detached below the detached limit, synchronous above. */
  STANDARD,
  /** Completes when the message is buffered. */
  BUFFERED,
  /** Completes when the receive has the message, for every size. */
  SYNCHRONOUS;

  private static final SendMode[] ALL = values();

  /** The mode with this ordinal. */
  public static SendMode of(int ordinal) {
    return ALL[ordinal];
  }
}
