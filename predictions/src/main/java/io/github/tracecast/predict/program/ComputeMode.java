package io.github.tracecast.predict.program;

/** How a program spends the time of the computation between calls. */
public enum ComputeMode {
  /** Keeps a processor busy until the time has passed. */
  SPIN("spin"),
  /** Keeps a processor busy until the process has had that much processor time. */
  CPU("spin_cpu"),
  /** Sleeps. */
  SLEEP("doze"),
  /** Does not compute. */
  NONE(null);

  private final String function;

  ComputeMode(String function) {
    this.function = function;
  }

  /** The macro COMPUTE of the C file. */
  String macro() {
    return function == null
        ? "#define COMPUTE(micros) (void)(micros)"
        : "#define COMPUTE " + function;
  }
}
