package io.github.tracecast.imports.internal.recording;

/**
 * What was counted in instructions.
 *
 * @param instructions at least 0
 * @param nanos how long the processor took for them
 */
record InstructionCount(long instructions, long nanos) {
  private static final double NANOS_PER_SECOND = 1e9;

  /** None, which took no time. */
  static final InstructionCount NONE = new InstructionCount(0, 0);

  InstructionCount plus(InstructionCount other) {
    return new InstructionCount(instructions + other.instructions, nanos + other.nanos);
  }

  /** Instructions a second; 0 where none were counted. */
  double rate() {
    return nanos > 0 ? instructions * NANOS_PER_SECOND / nanos : 0;
  }
}
