package io.github.tracecast.predict;

import io.github.tracecast.decompress.DeltaTable;
import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.Unit;
import java.util.OptionalDouble;

/**
 * What the trace itself recorded, without expanding it: sums of count x mean of its deltas. What it
 * did not record is empty.
 *
 * @param computeSeconds mean computation of a rank
 * @param communicationSeconds mean time of a rank inside MPI calls
 * @param instructions instructions of all ranks, from which {@code computeSeconds} is made at the
 *     platform's rate
 */
public record Recorded(
    OptionalDouble computeSeconds,
    OptionalDouble communicationSeconds,
    OptionalDouble instructions) {

  /**
   * Adds a trace's records up.
   *
   * @param instructionsPerSecond rate that turns instructions into time
   */
  static Recorded of(Trace trace, double instructionsPerSecond) {
    DeltaTable deltas = DeltaTable.of(trace);
    int ranks = trace.header().ranks();
    boolean time = holds(trace, Delta.Kind.COMPUTE, Unit.MICROSECONDS);
    boolean work = holds(trace, Delta.Kind.COMPUTE, Unit.INSTRUCTIONS);
    double instructions = deltas.recordedInstructions();
    double compute = deltas.recordedComputeSeconds() + instructions / instructionsPerSecond;
    return new Recorded(
        optional(time || work, compute / ranks),
        optional(
            holds(trace, Delta.Kind.INSIDE, Unit.MICROSECONDS),
            deltas.recordedCommunicationSeconds() / ranks),
        optional(work, instructions));
  }

  private static boolean holds(Trace trace, Delta.Kind kind, Unit unit) {
    return trace.events().stream()
        .flatMap(event -> event.deltas().stream())
        .anyMatch(delta -> delta.kind() == kind && delta.unit() == unit);
  }

  private static OptionalDouble optional(boolean present, double value) {
    return present ? OptionalDouble.of(value) : OptionalDouble.empty();
  }

  /** Computation and communication of a rank; empty unless both were recorded. */
  public OptionalDouble meanRankSeconds() {
    return optional(
        computeSeconds.isPresent() && communicationSeconds.isPresent(),
        computeSeconds.orElse(0) + communicationSeconds.orElse(0));
  }
}
