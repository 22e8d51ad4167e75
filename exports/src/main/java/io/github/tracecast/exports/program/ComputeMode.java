package io.github.tracecast.exports.program;

/** How a program spends the time of the computation between calls. */
public enum ComputeMode {
  /** Keeps a processor busy until the time has passed. */
  SPIN(" spin"),
  /** Keeps a processor busy until the process has had that much processor time. */
  CPU(" spin_cpu"),
  /** Sleeps, so that many ranks share few processors. */
  SLEEP(" doze"),
  /** Does not compute. */
  NONE("(micros) (void)(micros)");

  /** The body of the macro, after its name. */
  private final String definition;

  ComputeMode(String definition) {
    this.definition = definition;
  }

  /**
   * The macros of the C file: COMPUTE, and whether ranks that wait give their processor to others,
   * which a compiler's {@code -DYIELDS=0} can turn off.
   */
  String macros() {
    return "#define COMPUTE" + definition
        + "\n#ifndef YIELDS"
        + "\n#define YIELDS " + (this == SLEEP ? 1 : 0)
        + "\n#endif";
  }
}
