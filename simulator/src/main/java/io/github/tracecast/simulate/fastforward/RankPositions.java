package io.github.tracecast.simulate.fastforward;

import io.github.tracecast.decompress.Phases;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.decompress.TaskProgram;
import io.github.tracecast.simulate.lowering.LaneProgram;
import io.github.tracecast.simulate.lowering.Op;
import io.github.tracecast.simulate.mpi.Interpreter;
import io.github.tracecast.simulate.mpi.RankStates;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;

/** The positions of ranks that run instructions. One thread. */
final class RankPositions implements LoopPositions {
  private final LaneProgram program;
  private final Programs programs;
  private final Phases phases;
  private final RankStates ranks;

  /** By class: start of the iterations of each loop. */
  private final Int2IntOpenHashMap[] startRows;

  RankPositions(Interpreter run) {
    this.program = run.program;
    this.programs = program.programs();
    this.phases = Phases.of(programs);
    this.ranks = run.ranks;
    this.startRows = new Int2IntOpenHashMap[programs.classCount()];
  }

  @Override
  public int ranks() {
    return ranks.count;
  }

  @Override
  public boolean ended(int rank) {
    return program.code()[ranks.at[rank]] == Op.HALT;
  }

  @Override
  public int depth(int rank) {
    return ranks.depth[rank];
  }

  @Override
  public int startRow(int rank, int depth) {
    int id = programs.classOf(rank);
    if (startRows[id] == null) {
      startRows[id] = startRows(programs.program(id));
    }
    return startRows[id].get(ranks.loop[frame(rank, depth)]);
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

  private int frame(int rank, int depth) {
    return rank * ranks.frames + depth;
  }

  @Override
  public long iterationsBefore(int rank, int depth) {
    return ranks.ordinal[frame(rank, depth)];
  }

  @Override
  public long iterationsLeft(int rank, int depth) {
    return ranks.left[frame(rank, depth)];
  }

  @Override
  public long period(int rank, int depth) {
    return phases.of(programs.classOf(rank), startRow(rank, depth));
  }
}
