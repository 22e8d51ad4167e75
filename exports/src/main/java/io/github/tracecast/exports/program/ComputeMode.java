package io.github.tracecast.exports.program;

/** How a program spends the time of the computation between calls. */
public enum ComputeMode {
  /** Keeps a processor busy until the time has passed. */
  SPIN(" spin"),
  /** Keeps a processor busy until the process has used this processor time. */
  CPU(" spin_cpu"),
  /** Sleeps, so that many ranks share few processors. */
  SLEEP(" doze"),
  /** Does not compute. */
  NONE("(micros) (void)(micros)");

  /** The definition of the macro {@code COMPUTE}, after its name. */
  private final String definition;

  ComputeMode(String definition) {
    this.definition = definition;
  }

  /**
   * Returns the macros of the C file: {@code COMPUTE}, and {@code YIELDS}, which decides whether
   * waiting ranks yield their processor. The compiler option {@code -DYIELDS=0} turns yielding off.
   */
  String macros() {
    return "#define COMPUTE" + definition
        + "\n#ifndef YIELDS"
        + "\n#define YIELDS " + (this == SLEEP ? 1 : 0)
        + "\n#endif";
  }
}
