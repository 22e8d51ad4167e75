package io.github.tracecast.imports.internal.recording;

import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.Unit;

/**
 * What a rank's times become in the trace.
 *
 * @param counter what the rank counted computation in
 * @param nanosPerInstruction above 0 where its time is told in instructions, as other ranks counted these; 0 elsewhere
 */
record Counting(Counter counter, double nanosPerInstruction) {
  private static final double NANOS_PER_MICRO = 1000;

  /** In the trace as the rank counted it. */
  Counting(Counter counter) {
    this(counter, 0);
  }

  Unit unit(Delta.Kind kind) {
    return isInInstructions(kind) ? Unit.INSTRUCTIONS : Unit.MICROSECONDS;
  }

  /** How much of what the log says is one of the trace's unit. */
  double ticks(Delta.Kind kind) {
    if (!isInInstructions(kind)) {
      return NANOS_PER_MICRO;
    }
    return counter == Counter.INSTRUCTIONS ? 1 : nanosPerInstruction;
  }

  /** Whether magnitudes in the log are those of the trace's unit. */
  boolean tellsMagnitudes(Delta.Kind kind) {
    return !isInInstructions(kind) || counter == Counter.INSTRUCTIONS;
  }

  private boolean isInInstructions(Delta.Kind kind) {
    return kind == Delta.Kind.COMPUTE
        && (counter == Counter.INSTRUCTIONS || nanosPerInstruction > 0);
  }
}
