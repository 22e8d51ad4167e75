package io.github.tracecast.simulate.fastforward;

import io.github.tracecast.simulate.mpi.Accounts;
import io.github.tracecast.simulate.mpi.Interpreter;
import io.github.tracecast.simulate.mpi.OpenLoops;
import io.github.tracecast.simulate.mpi.RankStates;
import io.github.tracecast.simulate.state.StateImage;

/**
 * State and totals of a run at a moment when no rank can continue. Immutable once made. If lanes
 * follow the first, making it marks their times.
 */
final class RunMoment {
  /** The state, with absolute times. */
  final StateImage image;

  final Accounts.Moment totals;

  /** MPI calls replayed before. */
  final long executed;

  /** On each lane, a time that other times are relative to, and the time skipped before; ps. */
  private final long[] picos;

  private final long[] skipped;

  /** The positions of ranks in their loops, to find the loops that advance. */
  private final OpenLoops.Moment loops;

  /**
   * @param image an empty image, which receives the state
   * @param picos by lane, the time that other times are relative to, ps
   * @param skipped by lane, the time skipped so far, ps
   */
  RunMoment(Interpreter run, StateImage image, long[] picos, long[] skipped) {
    this.image = image;
    this.picos = picos;
    this.skipped = skipped.clone();
    executed = run.executed();
    loops = run.ranks().loops().moment();
    totals = run.accounts().moment();
    run.describe(image);
  }

  /** The time that other times on a lane are relative to, ps. */
  long picos(int lane) {
    return picos[lane];
  }

  /** The time skipped before on a lane, ps. */
  long skipped(int lane) {
    return skipped[lane];
  }

  /** Whether a rank has not moved since and could not continue. */
  boolean isIdle(int rank, RankStates ranks) {
    return !ranks.waits().stands(rank) && loops.isNow(rank);
  }
}
