package io.github.tracecast.trace;

/**
 * The unit of a delta's numbers. Numbers are kept exactly as recorded, so that a file can be
 * written back bit for bit.
 */
public enum Unit {
  /** Wall-clock time in microseconds. */
  MICROSECONDS,
  /**
   * Instructions, or floating point operations if {@link Header#flops} is set. A machine's rate
   * converts them to time.
   */
  INSTRUCTIONS,
  /** Numbers of MPI calls. */
  CALLS
}
