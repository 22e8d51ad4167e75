package io.github.tracecast.simulate.state;

import io.github.tracecast.decompress.TaskCursor;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Arrays;

/**
 * Writes the state of a replay. Two states that continue identically have the same text: rows are
 * numbered in the order of their appearance, and times are separate. One use, one thread.
 */
public final class StateWriter {
  public static final int NONE = -1;

  private final int[] idOf;
  private final LongArrayList shape;
  private final LongArrayList times;
  private final IntArrayList doneBy;
  private final LongArrayList loops;
  private final IntArrayList firstLoop = new IntArrayList();
  private int ids;

  /**
   * @param rows how many rows of a table may be named
   * @param before the previous image, for its size; may be null
   */
  public StateWriter(int rows, StateImage before) {
    this.idOf = new int[rows];
    Arrays.fill(idOf, NONE);
    this.shape = new LongArrayList(before == null ? 1024 : before.shape.length + 64);
    this.times = new LongArrayList(before == null ? 1024 : before.times.length + 64);
    this.doneBy = new IntArrayList(before == null ? 1024 : before.times.length + 64);
    this.loops = new LongArrayList(before == null ? 1024 : before.loops.length + 64);
  }

  public void put(long value) {
    shape.add(value);
  }

  public void put(boolean a, boolean b, boolean c, boolean d) {
    put((a ? 1 : 0) | (b ? 2 : 0) | (c ? 4 : 0) | (d ? 8 : 0));
  }

  /** Writes a point in simulated time. Only whether a clock has passed it matters. */
  public void time(long picos) {
    times.add(picos);
    doneBy.add(NONE);
  }

  /**
   * Writes when a rank's request completed. The completion order of the rank's requests may matter.
   */
  public void done(int rank, long picos) {
    times.add(picos);
    doneBy.add(rank);
  }

  /**
   * Writes the number of a row. True at its first appearance: the caller then writes the row's
   * content.
   */
  public boolean first(int row) {
    boolean first = idOf[row] == NONE;
    if (first) {
      idOf[row] = ids++;
    }
    put(idOf[row]);
    return first;
  }

  /** Starts the next rank's loops. */
  public void rank() {
    firstLoop.add(loops.size());
  }

  /** Writes the remaining iterations of an open loop, outermost first. */
  public void left(long iterations) {
    loops.add(iterations);
  }

  /** Writes a rank's position in its program. */
  public void place(TaskCursor cursor) {
    put(cursor.row());
    put(cursor.event());
    put(cursor.previousEvent());
    put(cursor.depth());
    rank();
    for (int depth = 1; depth <= cursor.depth(); depth++) {
      put(cursor.startRow(depth));
      left(cursor.iterationsLeft(depth));
    }
  }

  public StateImage image(long nowPicos, Totals totals) {
    firstLoop.add(loops.size());
    return new StateImage(
        nowPicos,
        shape.toLongArray(),
        times.toLongArray(),
        doneBy.toIntArray(),
        loops.toLongArray(),
        firstLoop.toIntArray(),
        totals);
  }
}
