package io.github.tracecast.exports;

/** Which value of a recorded distribution an export writes for each execution. */
public enum DeltaChoice {
  /** The times of the kept iterations, one after another, or the average if the trace keeps none. */
  AUTO,
  AVG,
  MIN,
  MAX
}
