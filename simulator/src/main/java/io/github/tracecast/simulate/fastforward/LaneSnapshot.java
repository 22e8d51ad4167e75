package io.github.tracecast.simulate.fastforward;

import io.github.tracecast.simulate.mpi.Interpreter;
import io.github.tracecast.simulate.mpi.OpenLoops;
import io.github.tracecast.simulate.mpi.RankStates;
import io.github.tracecast.simulate.state.StateImage;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * State and accounts of an evaluation at some point. Immutable once made. If lanes follow the
 * first, making a snapshot marks their times.
 */
final class LaneSnapshot {
  /** The state, with absolute times. */
  final StateImage image;

  final RunTotals totals;

  /** The time of the watched rank on each lane, in ps. Other times are relative to it. */
  final long[] base;

  /** The time skipped before, on each lane, in ps. */
  private final long[] skipped;

  /** The positions of ranks in their loops, to find the loops that advance. */
  private final OpenLoops.Moment loops;

  /**
   * @param watched the rank that other times are relative to
   * @param at the loop depth of this rank
   * @param size how many numbers the state may have
   * @param spare an image to reuse; may be null
   * @param skipped the time skipped so far, on each lane, in ps
   */
  LaneSnapshot(
      Interpreter run, int watched, int at, int size, @Nullable StateImage spare, long[] skipped) {
    this.skipped = skipped.clone();
    RankStates ranks = run.ranks();
    int lanes = ranks.lanes();
    int origins = run.program().figures().origins();
    base = new long[lanes];
    Arrays.setAll(base, k -> ranks.picos(watched, k));
    loops = ranks.loops().moment();
    totals = new RunTotals(run);
    int origin = origins == 0 ? StateImage.NO_ORIGIN : lanes - origins + at;
    image = spare == null ? new StateImage(lanes, origin, size) : spare.anew(origin);
    run.state().describe(image);
  }

  /**
   * The time skipped since, on each lane, in ps.
   *
   * @param now the time skipped so far
   */
  long[] skippedSince(long[] now) {
    long[] since = new long[now.length];
    Arrays.setAll(since, k -> now[k] - skipped[k]);
    return since;
  }

  /** Whether a rank has not moved since and could not continue. */
  boolean isIdle(int rank, RankStates ranks) {
    return !ranks.waits().stands(rank) && loops.isNow(rank);
  }

  /** Advances all loops by their iterations since the snapshot, {@code times} times. */
  void repeatLoops(long times) {
    loops.repeat(times);
  }
}
