package io.github.tracecast.trace.calls;

/** MPI's send modes. */
public enum SendMode {
  /** The send completes when the message is buffered or in transit, as the MPI library decides. */
  STANDARD,
  /** The send completes when the message is buffered. */
  BUFFERED,
  /** The send completes when the receiver has the message, whatever the size of the message. */
  SYNCHRONOUS,
  /** The send completes as in {@link #STANDARD}, but the receive must have been posted before the send. */
  READY
}
