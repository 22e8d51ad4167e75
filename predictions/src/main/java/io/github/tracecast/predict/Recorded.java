package io.github.tracecast.predict;

import io.github.tracecast.decompress.DeltaTable;
import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.Unit;

/**
 * What the trace itself recorded, without expanding it: sums of count x mean of its deltas, as means
 * over ranks.
 *
 * @param any whether it recorded any computation or time inside calls
 * @param computeSeconds computation of a rank
 * @param communicationSeconds time of a rank inside MPI calls
 * @param instructions all ranks' instructions; 0 where time was recorded
 * @param fromInstructions whether {@code computeSeconds} is made of instructions
 */
public record Recorded(
    boolean any,
    double computeSeconds,
    double communicationSeconds,
    double instructions,
    boolean fromInstructions) {

  /**
   * Adds a trace's records up.
   *
   * @param instructionsPerSecond rate that turns instructions into time
   */
  static Recorded of(Trace trace, double instructionsPerSecond) {
    DeltaTable deltas = DeltaTable.of(trace);
    int ranks = trace.header().ranks();
    double instructions = deltas.recordedInstructions();
    double inside = deltas.recorded(Delta.Kind.INSIDE, Unit.INSTRUCTIONS);
    return new Recorded(
        deltas.size() > 0,
        (deltas.recordedComputeSeconds() + instructions / instructionsPerSecond) / ranks,
        (deltas.recordedCommunicationSeconds() + inside / instructionsPerSecond) / ranks,
        instructions,
        instructions > 0);
  }

  /** Computation and communication of a rank. */
  public double meanRankSeconds() {
    return computeSeconds + communicationSeconds;
  }
}
