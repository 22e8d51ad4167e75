package io.github.tracecast.imports.internal.recording;

import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.Unit;

/**
 * The conversion of a rank's times to the trace's counter.
 *
 * @param counter the counter of the rank's computation
 * @param nanosPerInstruction above 0 if the rank's time is converted to instructions because other
 *     ranks counted instructions; otherwise 0
 */
record Counting(Counter counter, double nanosPerInstruction) {
  private static final double NANOS_PER_MICRO = 1000;

  /** Creates the conversion for a rank that counted in the trace's unit. */
  Counting(Counter counter) {
    this(counter, 0);
  }

  Unit unit(Delta.Kind kind) {
    return isInInstructions(kind) ? Unit.INSTRUCTIONS : Unit.MICROSECONDS;
  }

  /** Returns how many of the log's units equal one unit of the trace. */
  double ticks(Delta.Kind kind) {
    if (!isInInstructions(kind)) {
      return NANOS_PER_MICRO;
    }
    return counter == Counter.INSTRUCTIONS ? 1 : nanosPerInstruction;
  }

  /** Returns the computation before an event in the trace's unit. */
  double compute(LoggedEvent event) {
    return event.computeTicks() / ticks(Delta.Kind.COMPUTE);
  }

  /** Returns the time inside an event's call in the trace's unit. */
  double inside(LoggedEvent event) {
    return event.insideNanos() / ticks(Delta.Kind.INSIDE);
  }

  /** Whether the magnitudes by which the log groups times are those of the trace's unit. */
  boolean hasMagnitudesOfTrace(Delta.Kind kind) {
    return !isInInstructions(kind) || counter == Counter.INSTRUCTIONS;
  }

  private boolean isInInstructions(Delta.Kind kind) {
    return kind == Delta.Kind.COMPUTE
        && (counter == Counter.INSTRUCTIONS || nanosPerInstruction > 0);
  }
}
