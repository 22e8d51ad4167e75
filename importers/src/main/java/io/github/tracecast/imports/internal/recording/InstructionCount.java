package io.github.tracecast.imports.internal.recording;

/**
 * The number of instructions that a rank executed, and the time that they took.
 *
 * @param instructions at least 0
 * @param nanos the processor time of these instructions in nanoseconds
 */
record InstructionCount(long instructions, long nanos) {
  private static final double NANOS_PER_SECOND = 1e9;

  static final InstructionCount NONE = new InstructionCount(0, 0);

  InstructionCount plus(InstructionCount other) {
    return new InstructionCount(instructions + other.instructions, nanos + other.nanos);
  }

  /** Returns the instructions per second; 0 if no instructions were counted. */
  double rate() {
    return nanos > 0 ? instructions * NANOS_PER_SECOND / nanos : 0;
  }
}
