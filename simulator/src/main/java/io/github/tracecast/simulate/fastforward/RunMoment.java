package io.github.tracecast.simulate.fastforward;

import io.github.tracecast.simulate.mpi.Accounts;
import io.github.tracecast.simulate.mpi.Interpreter;
import io.github.tracecast.simulate.mpi.OpenLoops;
import io.github.tracecast.simulate.mpi.RankStates;
import io.github.tracecast.simulate.state.StateImage;

/**
 * The state and the totals of a run at a moment when no rank can continue. Immutable. If lanes
 * follow the first lane, the constructor writes each row's place into its origin lane.
 */
final class RunMoment {
  /** The image of the state, with absolute times. */
  final StateImage image;

  final Accounts.Moment totals;

  /** Number of MPI calls replayed before this moment. */
  final long executed;

  /** For each lane, its reference time, and the time skipped before this moment, ps. */
  private final long[] picos;

  private final long[] skipped;

  /** The positions of all ranks in their loops. */
  private final OpenLoops.Moment loops;

  /** @param image an empty image, which receives the state */
  RunMoment(Interpreter run, StateImage image, long[] picos, long[] skipped) {
    this.image = image;
    this.picos = picos;
    this.skipped = skipped.clone();
    executed = run.executed();
    loops = run.ranks().loops().moment();
    totals = run.accounts().moment();
    run.describe(image);
  }

  /** The reference time of a lane, ps. Two states are equal if their times minus their reference times are equal. */
  long picos(int lane) {
    return picos[lane];
  }

  /** The time skipped on a lane before this moment, ps. */
  long skipped(int lane) {
    return skipped[lane];
  }

  /** Whether a rank could not continue at this moment, and has not moved since. */
  boolean isIdle(int rank, RankStates ranks) {
    return !ranks.waits().stands(rank) && loops.isNow(rank);
  }
}
