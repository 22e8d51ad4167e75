package io.github.tracecast.trace;

/**
 * The unit of a delta's numbers. Numbers are kept exactly as recorded, so a file can be written
 * back bit for bit.
 */
public enum Unit {
  /** Wall time, 1e-6 seconds. */
  MICROSECONDS,
  /** Instructions, or {@link Header#flops}; a platform's rate of either turns them into time. */
  INSTRUCTIONS,
  /** Calls of MPI. */
  CALLS
}
