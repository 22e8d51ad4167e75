package io.github.tracecast.simulate.fastforward;

import io.github.tracecast.decompress.Programs;
import io.github.tracecast.simulate.mpi.Interpreter;
import io.github.tracecast.simulate.mpi.RankStates;

/** A run in the order of time or in rounds, with the operation that skips iterations. One thread. */
final class TimedRun {
  final Interpreter run;
  final LoopPositions places;
  private final Programs programs;
  private final RankStates ranks;

  TimedRun(Interpreter run) {
    this.run = run;
    this.places = new RankPositions(run);
    this.programs = run.program.programs();
    this.ranks = run.ranks;
  }

  /** The engine's time, ps. */
  long nowPicos() {
    return run.timed.now();
  }

  /** A rank's own time, ps. */
  long clockPicos(int rank) {
    return ranks.clock.first(rank);
  }

  /** The loop that a rank has open at a depth, an index into the trace's loops. */
  int loop(int rank, int depth) {
    return ranks.loop[rank * ranks.frames + depth];
  }

  /**
   * Skips some time of a rank.
   *
   * @param depth the depth of the loop that the rank repeats; 0 if it waits all the time
   * @param iterations skipped iterations of that loop
   */
  void skip(int rank, int depth, long iterations, long picos) {
    if (places.ended(rank)) {
      return;
    }
    if (iterations == 0) {
      ranks.callStart.add(rank, 0, -picos); // it waits the whole time
      return;
    }
    int first = rank * ranks.frames;
    ranks.left[first + depth] -= iterations;
    ranks.ordinal[first + depth] += iterations;
    for (int d = depth + 1; d <= ranks.depth[rank]; d++) {
      int loop = ranks.loop[first + d];
      long outer = ranks.ordinal[first + d - 1];
      long done = programs.iterations(loop, rank, outer) - ranks.left[first + d];
      ranks.ordinal[first + d] = programs.bodiesBefore(loop, rank, outer) + done;
    }
  }
}
