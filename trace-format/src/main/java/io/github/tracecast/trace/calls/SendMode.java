package io.github.tracecast.trace.calls;

/** MPI's send modes. */
public enum SendMode {
  /** Completes when the message is buffered or on its way, as the MPI library decides. */
  STANDARD,
  /** Completes when the message is buffered. */
  BUFFERED,
  /** Completes when the receive has the message, for every size. */
  SYNCHRONOUS,
  /** As {@link #STANDARD}; the receive must have been posted. */
  READY
}
