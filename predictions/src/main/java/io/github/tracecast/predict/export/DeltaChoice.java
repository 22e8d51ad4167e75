package io.github.tracecast.predict.export;

/** The value of a recorded distribution that is used for each of its executions. */
public enum DeltaChoice {
  AVG,
  MIN,
  MAX
}
