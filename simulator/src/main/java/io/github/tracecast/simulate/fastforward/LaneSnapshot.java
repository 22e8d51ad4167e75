package io.github.tracecast.simulate.fastforward;

import io.github.tracecast.simulate.mpi.Interpreter;
import io.github.tracecast.simulate.mpi.RankStates;
import io.github.tracecast.simulate.state.StateImage;
import java.util.Arrays;

/**
 * State and accounts of an evaluation at some point. Immutable once made. If lanes follow the
 * first, making a snapshot marks their times.
 */
final class LaneSnapshot {
  /** The state, with absolute times. */
  final StateImage image;

  final RunTotals totals;

  /** By lane: the watched rank's time, ps. Other times are relative to it. */
  final long[] base;

  /** Open loops of each rank, which show later which of them has advanced. */
  private final int[] depth;

  private final long[] left;
  private final long[] ordinal;

  /** Ranks at the end of an iteration, in the order in which they continue. */
  private final int[] parked;

  /**
   * @param watched the rank to which other times are relative
   * @param at the loop depth at which it stands
   * @param size how many numbers the state may have
   * @param spare an image that nobody needs any more; may be null
   */
  LaneSnapshot(Interpreter run, int watched, int at, int size, StateImage spare) {
    RankStates ranks = run.ranks;
    int lanes = ranks.lanes;
    int origins = run.program.figures().origins();
    base = new long[lanes];
    Arrays.setAll(base, k -> ranks.clock.get(watched, k));
    depth = ranks.depth.clone();
    left = ranks.left.clone();
    ordinal = ranks.ordinal.clone();
    parked = parked(ranks);
    totals = new RunTotals(run);
    int origin = origins == 0 ? StateImage.NO_ORIGIN : lanes - origins + at;
    image = spare == null ? new StateImage(lanes, origin, size) : spare.anew(origin);
    run.state.describe(image);
  }

  private static int[] parked(RankStates ranks) {
    int[] parked = new int[ranks.parked.size()];
    Arrays.setAll(parked, ranks.parked::get);
    return parked;
  }

  /** Whether the ranks at the end of an iteration will continue in the same order. */
  boolean parkedAs(RankStates ranks) {
    return Arrays.equals(parked, parked(ranks));
  }

  /** Whether a rank has not moved since and could not continue. */
  boolean isIdle(int rank, RankStates ranks) {
    int first = rank * ranks.frames;
    int end = first + ranks.frames;
    return !ranks.resting.contains(rank)
        && ranks.depth[rank] == depth[rank]
        && Arrays.equals(ranks.left, first, end, left, first, end)
        && Arrays.equals(ranks.ordinal, first, end, ordinal, first, end);
  }

  /** Advances all loops by their iterations since the snapshot, {@code times} times. */
  void repeatLoops(RankStates ranks, long times) {
    for (int rank = 0; rank < ranks.count; rank++) {
      int first = rank * ranks.frames;
      for (int f = first; f <= first + ranks.depth[rank]; f++) {
        ranks.left[f] -= (left[f] - ranks.left[f]) * times;
        ranks.ordinal[f] += (ranks.ordinal[f] - ordinal[f]) * times;
      }
    }
  }
}
