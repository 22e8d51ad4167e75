package io.github.tracecast.simulate.mpi;

import io.github.tracecast.decompress.Programs;
import io.github.tracecast.simulate.lowering.AlikeRanks;
import io.github.tracecast.simulate.lowering.Op;
import io.github.tracecast.simulate.state.StateSink;
import java.util.Arrays;

/**
 * The loops that each rank has entered but not left. Depth 1 is the outermost loop, and depth 0 is
 * the program itself. The innermost loop may be a loop of {@link Op#ROUNDS} within a collective. A
 * strand has no loops. Memory is 20 bytes per rank and depth. One thread.
 */
public final class OpenLoops {
  private final Programs programs;
  private final AlikeRanks alike;
  private final int ranks;
  private final int frames;
  private final int[] depth;

  /**
   * For each open loop, its index into the trace's loops, the remaining iterations including the
   * current one, and the iterations executed so far. Entries of rank {@code r} at depth {@code d}
   * are at {@code r * frames + d}.
   */
  private final int[] loop;

  private final long[] left;
  private final long[] ordinal;

  /** @param rounds whether the program has loops of {@link Op#ROUNDS} */
  OpenLoops(Programs programs, AlikeRanks alike, boolean rounds) {
    this.programs = programs;
    this.alike = alike;
    ranks = alike.groups();
    frames = 1 + programs.depth() + (rounds ? 1 : 0);
    depth = new int[ranks];
    loop = new int[ranks * frames];
    left = new long[ranks * frames];
    ordinal = new long[ranks * frames];
  }

  public int depth(int rank) {
    return depth[rank];
  }

  /** A rank's loop at a depth: an index into the trace's loops, or {@link Op#ROUNDS}. */
  public int loop(int rank, int at) {
    return loop[rank * frames + at];
  }

  /** Remaining iterations of a rank's loop at a depth, including the current one. */
  public long left(int rank, int at) {
    return left[rank * frames + at];
  }

  /** Number of iterations of a rank's loop at a depth that precede the current iteration, over all executions of the loop. */
  public long ordinal(int rank, int at) {
    return ordinal[rank * frames + at];
  }

  /** Whether a rank is in a loop within a call; the call is then a collective. */
  public boolean isInCall(int rank) {
    return depth[rank] > 0 && loop[rank * frames + depth[rank]] == Op.ROUNDS;
  }

  /** The number of earlier executions of the innermost loop's body. */
  long execution(int rank) {
    return ordinal[rank * frames + depth[rank]];
  }

  /**
   * Opens a loop. If the loop has no iterations, returns false and leaves the loop closed.
   *
   * @param iterations 0 if the number depends on the execution
   */
  boolean open(int rank, int number, long iterations) {
    int outer = rank * frames + depth[rank];
    long execution = ordinal[outer];
    boolean varies = iterations == 0;
    loop[outer + 1] = number;
    left[outer + 1] = varies ? iterations(number, rank, execution) : iterations;
    ordinal[outer + 1] = varies ? bodiesBefore(number, rank, execution) : execution * iterations;
    if (left[outer + 1] == 0) {
      return false;
    }
    depth[rank]++;
    return true;
  }

  /** Ends an iteration of the innermost loop. If it was the last iteration, closes the loop and returns false. */
  boolean next(int rank) {
    int frame = rank * frames + depth[rank];
    ordinal[frame]++;
    if (--left[frame] == 0) {
      depth[rank]--;
      return false;
    }
    return true;
  }

  /** Skips iterations of a rank's loop. The state of inner loops is then the same as after an execution of these iterations. */
  void skip(int rank, int at, long iterations) {
    int first = rank * frames;
    left[first + at] -= iterations;
    ordinal[first + at] += iterations;
    for (int d = at + 1; d <= depth[rank]; d++) {
      int inner = loop[first + d];
      if (inner == Op.ROUNDS) {
        return; // nothing else depends on the number of executed rounds
      }
      long outer = ordinal[first + d - 1];
      long done = iterations(inner, rank, outer) - left[first + d];
      ordinal[first + d] = bodiesBefore(inner, rank, outer) + done;
    }
  }

  private long iterations(int number, int rank, long execution) {
    return programs.iterations(number, alike.lowest(rank), execution);
  }

  private long bodiesBefore(int number, int rank, long executions) {
    return programs.bodiesBefore(number, alike.lowest(rank), executions);
  }

  /** Describes the remaining iterations of a rank's loops. */
  void describe(int rank, StateSink sink) {
    sink.number(depth[rank]);
    for (int d = 1; d <= depth[rank]; d++) {
      sink.left(rank, d, left[rank * frames + d]);
    }
  }

  /** Returns a copy of the positions of all ranks in their loops. */
  public Moment moment() {
    return new Moment();
  }

  /** The positions of all ranks in their loops at an earlier moment. Immutable. */
  public final class Moment {
    private final int[] depthThen = depth.clone();
    private final long[] leftThen = left.clone();
    private final long[] ordinalThen = ordinal.clone();

    private Moment() {}

    /** Whether a rank is still at the position of this moment. */
    public boolean isNow(int rank) {
      int first = rank * frames;
      int end = first + frames;
      return depth[rank] == depthThen[rank]
          && Arrays.equals(left, first, end, leftThen, first, end)
          && Arrays.equals(ordinal, first, end, ordinalThen, first, end);
    }
  }
}
