package io.github.tracecast.trace;

/** What a delta's numbers count. They are kept exactly as recorded, so that files can be written back to the last bit. */
public enum Unit {
  /** Wall time, 1e-6 seconds. */
  MICROSECONDS,
  /** Instructions or floating point operations; a platform's rate turns them into time. */
  INSTRUCTIONS
}
