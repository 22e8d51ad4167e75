package io.github.tracecast.exports;

/** The value of a recorded distribution that is used for each of its executions. */
public enum DeltaChoice {
  /** The time of each iteration where the trace has it, otherwise the average. */
  AUTO,
  AVG,
  MIN,
  MAX
}
