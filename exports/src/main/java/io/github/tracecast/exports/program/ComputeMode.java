package io.github.tracecast.exports.program;

/** How a C program spends the recorded computation times between calls. */
public enum ComputeMode {
  /** Keeps a processor busy until the time has passed. */
  SPIN(" spin"),
  /** Keeps a processor busy until the process has used this much CPU time. */
  CPU(" spin_cpu"),
  /** Sleeps, so that many ranks share few processors. */
  SLEEP(" doze"),
  /** Spends no time. */
  NONE("(micros) (void)(micros)");

  /** The definition of the macro {@code COMPUTE}, without its name. */
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
