package io.github.tracecast.predict.export;

/** Which value of a recorded distribution stands for each of its executions. */
public enum DeltaChoice {
  AVG,
  MIN,
  MAX
}
