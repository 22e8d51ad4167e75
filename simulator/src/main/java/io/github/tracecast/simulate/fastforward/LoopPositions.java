package io.github.tracecast.simulate.fastforward;

/** The position of each rank in its program, as its open loops. Depth 1 is the outermost loop. */
public interface LoopPositions {
  /** Number of ranks of the run. */
  int ranks();

  /** Whether a rank has reached its end. */
  boolean ended(int rank);

  /** How many loops a rank has open. */
  int depth(int rank);

  /** The row of the rank's program where the iterations of an open loop start. */
  int startRow(int rank, int depth);

  /** Iterations of an open loop that began before the current one. */
  long iterationsBefore(int rank, int depth);

  /** Remaining iterations of an open loop, including the current one. */
  long iterationsLeft(int rank, int depth);
}
