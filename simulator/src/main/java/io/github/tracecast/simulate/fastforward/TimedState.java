package io.github.tracecast.simulate.fastforward;

import io.github.tracecast.decompress.Programs;
import io.github.tracecast.decompress.TaskProgram;
import io.github.tracecast.simulate.engine.TimingEngine;
import io.github.tracecast.simulate.lowering.LaneProgram;
import io.github.tracecast.simulate.lowering.Op;
import io.github.tracecast.simulate.mpi.Interpreter;
import io.github.tracecast.simulate.mpi.RankStates;
import io.github.tracecast.simulate.state.StateImage;
import io.github.tracecast.simulate.state.StateWriter;
import io.github.tracecast.simulate.state.Totals;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;

/** Shows a run in the order of time to fast-forward. One thread. */
public final class TimedState implements ReplayInTime {
  private final Interpreter run;
  private final LaneProgram program;
  private final Programs programs;
  private final RankStates ranks;

  /** By class: start of the iterations of each loop. */
  private final Int2IntOpenHashMap[] startRows;

  public TimedState(Interpreter run) {
    this.run = run;
    this.program = run.program;
    this.programs = program.programs();
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
    return startRows[id].get(loop(rank, depth));
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
  public int classOf(int rank) {
    return programs.classOf(rank);
  }

  @Override
  public int loop(int rank, int depth) {
    return ranks.loop[frame(rank, depth)];
  }

  @Override
  public int next(int rank) {
    return ranks.at[rank];
  }

  @Override
  public long clockPicos(int rank) {
    return ranks.clock.first(rank);
  }

  @Override
  public long nowPicos() {
    return run.timed.now();
  }

  @Override
  public int messages() {
    return run.timed.alive();
  }

  @Override
  public StateImage image(StateImage before, long skippedPicos) {
    StateWriter state = new StateWriter(run.slots.state.length, before);
    new TimedImage(run, state).write();
    TimingEngine engine = run.timed.engine();
    if (engine.exact()) {
      engine.pending(new PendingEvents(run, state));
    }
    return state.image(nowPicos(), totals(skippedPicos));
  }

  @Override
  public Totals totals(long skippedPicos) {
    return new RunTotals(run, skippedPicos);
  }

  @Override
  public void skip(int rank, int depth, long iterations, long picos) {
    if (ended(rank)) {
      return;
    }
    if (iterations == 0) {
      ranks.callStart.add(rank, 0, -picos); // it waits the whole time
      return;
    }
    int first = frame(rank, 0);
    ranks.left[first + depth] -= iterations;
    ranks.ordinal[first + depth] += iterations;
    for (int d = depth + 1; d <= ranks.depth[rank]; d++) {
      int loop = ranks.loop[first + d];
      long outer = ranks.ordinal[first + d - 1];
      long done = programs.iterations(loop, rank, outer) - ranks.left[first + d];
      ranks.ordinal[first + d] = programs.bodiesBefore(loop, rank, outer) + done;
    }
  }

  @Override
  public void skipped(long picos) {
    run.skippedPicos += picos;
  }

  @Override
  public void repeat(long times, Totals from, Totals to) {
    ((RunTotals) to).repeatSince((RunTotals) from, times, run);
  }

  @Override
  public void addInProportion(
      double factor, Totals from, Totals to, boolean[] takesPart, long picos) {
    ((RunTotals) to).addPartSince((RunTotals) from, factor, takesPart, picos, run);
  }
}
