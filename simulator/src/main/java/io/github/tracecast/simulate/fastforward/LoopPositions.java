package io.github.tracecast.simulate.fastforward;

import io.github.tracecast.decompress.Phases;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.decompress.TaskProgram;
import io.github.tracecast.simulate.lowering.Op;
import io.github.tracecast.simulate.mpi.Interpreter;
import io.github.tracecast.simulate.mpi.OpenLoops;
import io.github.tracecast.simulate.mpi.RankStates;
import io.github.tracecast.simulate.state.LoopAdvance;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;

/** The loops in which each rank is, and its iteration in each. Depth 1 is the outermost loop. One thread. */
final class LoopPositions {
  private final Programs programs;
  private final Phases phases;
  private final RankStates ranks;
  private final OpenLoops loops;

  /** Whether loops of collectives count. */
  private final boolean rounds;

  /** By class: start of the iterations of each loop. */
  private final Int2IntOpenHashMap[] startRows;

  /** @param rounds whether loops of {@link Op#ROUNDS} count */
  LoopPositions(Interpreter run, boolean rounds) {
    this.rounds = rounds;
    this.programs = run.program().programs();
    this.phases = Phases.of(programs);
    this.ranks = run.ranks();
    this.loops = ranks.loops();
    this.startRows = new Int2IntOpenHashMap[programs.classCount()];
  }

  int ranks() {
    return ranks.count();
  }

  boolean ended(int rank) {
    return ranks.hasEnded(rank);
  }

  int depth(int rank) {
    int depth = loops.depth(rank);
    return rounds || !loops.isInCall(rank) ? depth : depth - 1;
  }

  /** An open loop, an index into the trace's loops or {@link Op#ROUNDS}. */
  int loop(int rank, int depth) {
    return loops.loop(rank, depth);
  }

  /** The row of the rank's program where the iterations of an open loop start, or {@link Op#ROUNDS}. */
  int startRow(int rank, int depth) {
    if (loop(rank, depth) == Op.ROUNDS) {
      return Op.ROUNDS;
    }
    int id = programs.classOf(rank);
    if (startRows[id] == null) {
      startRows[id] = startRows(programs.program(id));
    }
    return startRows[id].get(loops.loop(rank, depth));
  }

  private static Int2IntOpenHashMap startRows(TaskProgram program) {
    Int2IntOpenHashMap rows = new Int2IntOpenHashMap();
    for (int row = 0; row < program.length(); row++) {
      if (program.operation(row) == TaskProgram.OPEN) {
        rows.put(program.argument(row), row + 1);
      }
    }
    return rows;
  }

  /** Iterations of an open loop that began before the current one. */
  long iterationsBefore(int rank, int depth) {
    return loops.ordinal(rank, depth);
  }

  /** Remaining iterations of an open loop, including the current one. */
  long iterationsLeft(int rank, int depth) {
    return loops.left(rank, depth);
  }

  /** Number of iterations after which the body of an open loop repeats exactly. */
  long period(int rank, int depth) {
    int start = startRow(rank, depth);
    return start == Op.ROUNDS ? 1 : phases.of(programs.classOf(rank), start);
  }

  /** Whether each rank's next iterations read the same values of the trace as its last ones. */
  boolean inPhase(LoopAdvance last) {
    for (int rank = 0; rank < ranks(); rank++) {
      long iterations = last.iterations(rank);
      if (iterations > 0 && iterations % period(rank, last.depth(rank)) != 0) {
        return false;
      }
    }
    return true;
  }

  /** The number of times that all ranks can repeat their last iterations in phase, before a loop ends. */
  long repetitions(LoopAdvance last) {
    if (!inPhase(last)) {
      return 0;
    }
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
