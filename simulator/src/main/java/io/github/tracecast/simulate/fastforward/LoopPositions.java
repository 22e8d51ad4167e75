package io.github.tracecast.simulate.fastforward;

import io.github.tracecast.simulate.state.LoopAdvance;

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

  /** Number of iterations after which the body of an open loop repeats exactly. */
  long period(int rank, int depth);

  /** Whether each rank's next iterations read the same values of the trace as its last ones. */
  default boolean inPhase(LoopAdvance last) {
    for (int rank = 0; rank < ranks(); rank++) {
      long iterations = last.iterations(rank);
      if (iterations > 0 && iterations % period(rank, last.depth(rank)) != 0) {
        return false;
      }
    }
    return true;
  }

  /** How often all ranks can do their last iterations again before a loop ends. */
  default long repetitions(LoopAdvance last) {
    long times = Long.MAX_VALUE;
    for (int rank = 0; rank < ranks(); rank++) {
      long iterations = last.iterations(rank);
      if (iterations > 0) {
        long left = iterationsLeft(rank, last.depth(rank));
        times = Math.min(times, (left - 1) / iterations);
      }
    }
    return times == Long.MAX_VALUE ? 0 : times;
  }
}
