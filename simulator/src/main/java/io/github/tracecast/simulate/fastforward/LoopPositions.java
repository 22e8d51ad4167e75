package io.github.tracecast.simulate.fastforward;

import io.github.tracecast.decompress.Phases;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.simulate.lowering.AlikeRanks;
import io.github.tracecast.simulate.lowering.Op;
import io.github.tracecast.simulate.mpi.Interpreter;
import io.github.tracecast.simulate.mpi.OpenLoops;
import io.github.tracecast.simulate.state.LoopAdvance;

/**
 * The loops that each rank has open, and the rank's iteration in each loop. Depth 1 is the
 * outermost loop. One thread.
 */
final class LoopPositions {
  private final Programs programs;
  private final AlikeRanks alike;
  private final Phases phases;
  private final OpenLoops loops;

  /** Whether the loops of rounds in collectives count as loops. */
  private final boolean rounds;

  /** @param rounds whether the loops of {@link Op#ROUNDS} count as loops */
  LoopPositions(Interpreter run, boolean rounds) {
    this.rounds = rounds;
    this.programs = run.program().programs();
    this.alike = run.program().alike();
    this.phases = Phases.of(programs);
    this.loops = run.ranks().loops();
  }

  int depth(int rank) {
    int depth = loops.depth(rank);
    return rounds || !loops.isInCall(rank) ? depth : depth - 1;
  }

  /** A rank's position: for each open loop, its number, and the number of iterations that began before the current one. */
  long[] of(int rank) {
    long[] position = new long[2 * depth(rank)];
    for (int depth = 1; depth <= depth(rank); depth++) {
      position[2 * depth - 2] = loops.loop(rank, depth);
      position[2 * depth - 1] = loops.ordinal(rank, depth);
    }
    return position;
  }

  /** The number of iterations after which the body of an open loop reads the same values of the trace again. */
  long period(int rank, int depth) {
    int loop = loops.loop(rank, depth);
    return loop == Op.ROUNDS ? 1 : phases.of(programs.classOf(alike.lowest(rank)), loop);
  }

  /**
   * The number of times that all ranks can repeat their last iterations before a loop ends; 0 if
   * the next iterations of a rank read other values of the trace than its last iterations.
   */
  long repetitions(LoopAdvance last) {
    long times = Long.MAX_VALUE;
    for (int rank = 0; rank < alike.groups(); rank++) {
      long iterations = last.iterations(rank);
      if (iterations > 0) {
        boolean inPhase = iterations % period(rank, last.depth(rank)) == 0;
        long left = loops.left(rank, last.depth(rank));
        times = inPhase ? Math.min(times, (left - 1) / iterations) : 0;
      }
      if (times == 0) {
        return 0;
      }
    }
    return times == Long.MAX_VALUE ? 0 : times;
  }
}
