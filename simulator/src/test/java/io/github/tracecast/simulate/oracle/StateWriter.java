package io.github.tracecast.simulate.oracle;

import io.github.tracecast.decompress.TaskCursor;
import io.github.tracecast.simulate.*;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Arrays;

/**
 * Writes down the state of a replay, so that two states that go on alike are written alike: rows are named by the order in which
 * they come up, collectives by their number since a rank's, and times are kept apart from the rest. One use, one thread.
 */
final class StateWriter {
  static final int NONE = -1;

  private final Requests requests;
  private final int[] idOf;
  private final int[] collectiveBase;
  private final LongArrayList shape;
  private final LongArrayList times;
  private final IntArrayList doneBy;
  private final LongArrayList loops;
  private final IntArrayList firstLoop = new IntArrayList();
  private int ids;

  /**
   * @param collectiveBase of each communicator, a number of a collective that the others are told relative to
   * @param before the image written last, for its size; may be null
   */
  StateWriter(Requests requests, int[] collectiveBase, StateImage before) {
    this.requests = requests;
    this.collectiveBase = collectiveBase;
    this.idOf = new int[requests == null ? 0 : requests.rows()];
    Arrays.fill(idOf, NONE);
    this.shape = new LongArrayList(before == null ? 1024 : before.shape.length + 64);
    this.times = new LongArrayList(before == null ? 1024 : before.times.length + 64);
    this.doneBy = new IntArrayList(before == null ? 1024 : before.times.length + 64);
    this.loops = new LongArrayList(before == null ? 1024 : before.loops.length + 64);
  }

  /**
   * For a state without requests and collectives of the replay.
   *
   * @param before the image written last, for its size; may be null
   */
  StateWriter(StateImage before) {
    this(null, new int[0], before);
  }

  void put(long value) {
    shape.add(value);
  }

  void put(boolean a, boolean b, boolean c, boolean d) {
    put((a ? 1 : 0) | (b ? 2 : 0) | (c ? 4 : 0) | (d ? 8 : 0));
  }

  /** A point in simulated time, which nothing is asked of but whether a clock has passed it. */
  void time(long picos) {
    times.add(picos);
    doneBy.add(NONE);
  }

  /** When a request of a rank was done; which of the rank's was done first may matter. */
  void done(int rank, long picos) {
    times.add(picos);
    doneBy.add(rank);
  }

  /** A message's tag; for those of a collective, whose number it is, relative. */
  void tag(int context, int tag) {
    put((context & 1) == 0 ? tag : tag - collectiveBase[context >> 1]);
  }

  /** A request, with all about it where it comes up first; may be NONE. */
  void request(int request) {
    if (request == Requests.NONE) {
      put(NONE);
    } else if (idOf[request] != NONE) {
      put(idOf[request]);
    } else {
      idOf[request] = ids++;
      put(idOf[request]);
      requests.describe(request, this);
    }
  }

  /** Where a rank is in its program. */
  void place(TaskCursor cursor) {
    put(cursor.row());
    put(cursor.event());
    put(cursor.previousEvent());
    put(cursor.depth());
    firstLoop.add(loops.size());
    for (int depth = 1; depth <= cursor.depth(); depth++) {
      put(cursor.startRow(depth));
      loops.add(cursor.iterationsLeft(depth));
    }
  }

  /** A rank that has no place in its program any more. */
  void noPlace() {
    firstLoop.add(loops.size());
  }

  StateImage image(long nowPicos, Accounts accounts) {
    firstLoop.add(loops.size());
    return new StateImage(
        nowPicos,
        shape.toLongArray(),
        times.toLongArray(),
        doneBy.toIntArray(),
        loops.toLongArray(),
        firstLoop.toIntArray(),
        accounts);
  }
}
