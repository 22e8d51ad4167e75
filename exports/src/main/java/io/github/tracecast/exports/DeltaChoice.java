package io.github.tracecast.exports;

/** The value of a recorded distribution that an export writes for each execution. */
public enum DeltaChoice {
  /** The time of each iteration where the trace has these times, otherwise the average. */
  AUTO,
  AVG,
  MIN,
  MAX
}
