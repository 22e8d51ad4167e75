package io.github.tracecast.simulate.sources;

import io.github.tracecast.decompress.Phases;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.decompress.TaskCursor;
import io.github.tracecast.simulate.fastforward.LoopPositions;
import java.util.function.IntPredicate;

/**
 * The positions of ranks that walk cursors.
 *
 * @param phases the periods of the programs' loops
 * @param cursors the cursors of all ranks
 * @param finished whether a rank has reached its end
 */
record CursorPositions(
    Programs programs, Phases phases, TaskCursor[] cursors, IntPredicate finished)
    implements LoopPositions {
  @Override
  public int ranks() {
    return cursors.length;
  }

  @Override
  public boolean ended(int rank) {
    return finished.test(rank);
  }

  @Override
  public int depth(int rank) {
    return cursors[rank].depth();
  }

  @Override
  public int startRow(int rank, int depth) {
    return cursors[rank].startRow(depth);
  }

  @Override
  public long iterationsBefore(int rank, int depth) {
    return cursors[rank].iterationsBefore(depth);
  }

  @Override
  public long iterationsLeft(int rank, int depth) {
    return cursors[rank].iterationsLeft(depth);
  }

  @Override
  public long period(int rank, int depth) {
    return phases.of(programs.classOf(rank), startRow(rank, depth));
  }
}
