package io.github.tracecast.simulate.fastforward;

import io.github.tracecast.simulate.Picos;
import io.github.tracecast.simulate.ReplayException;
import io.github.tracecast.simulate.lowering.LaneProgram;
import io.github.tracecast.simulate.mpi.Interpreter;
import io.github.tracecast.simulate.mpi.RankStates;
import io.github.tracecast.simulate.state.Margins;
import io.github.tracecast.simulate.state.StateImage;

/**
 * A loop after whose periods the state differs in times and iterations alone. Each time may move by
 * an amount of its own. Ranks off the critical path do that: they have less to do and fall behind
 * less each time.
 *
 * <p>As long as every maximum has the same side, a period adds constants to times and copies them.
 * If two periods in succession have the same sides and move each time by the same amount, so does
 * every period until a maximum changes sides. {@link Margins} tell when that is. The periods before
 * are skipped, the one with the change is replayed, and the search goes on. One thread.
 */
final class DriftingLoop {
  /** Most periods in succession without a skip. */
  private static final int PATIENCE = 8;

  private final LaneProgram program;
  private final Interpreter run;
  private final RankStates ranks;
  private final LoopPositions places;
  private final int watched;
  private final int depth;

  /** Iterations of the watched rank in a period, and those that have begun since the last one. */
  private final long period;

  private long visits;

  /** State at the start of the current period, and totals at that of the period before. */
  private LaneSnapshot start;

  private RunTotals totalsBefore;
  private Drift before;
  private Margins margins;
  private int vain;
  private boolean skipped;

  /**
   * @param start the state at the start of the period that ends now
   * @param period its iterations
   * @param drift how the times have moved since
   */
  DriftingLoop(
      Interpreter run,
      LoopPositions places,
      int watched,
      int depth,
      LaneSnapshot start,
      long period,
      Drift drift) {
    this.program = run.program;
    this.run = run;
    this.ranks = run.ranks;
    this.places = places;
    this.watched = watched;
    this.depth = depth;
    this.period = period;
    this.start = start;
    begin(drift, null);
  }

  private void begin(Drift drift, StateImage spare) {
    before = drift;
    totalsBefore = start.totals;
    start = new LaneSnapshot(run, watched, depth, start.image.size(), spare);
  }

  /** Whether this loop logs margins. Then every iteration must be replayed. */
  boolean logs() {
    return margins != null;
  }

  /** Whether anything was skipped. */
  boolean hasSkipped() {
    return skipped;
  }

  /** Stops the log. */
  void stop() {
    margins = null;
    ranks.watchBy(null);
  }

  /**
   * Handles the end of an iteration of the watched rank.
   *
   * @return how many periods were skipped, or -1 if there is no reason to look further
   */
  long visit() {
    if (++visits < period) {
      return 0;
    }
    visits = 0;
    Drift drift = new Drift(start, run);
    run.state.describe(drift);
    long left =
        drift.isAll() && places.inPhase(drift.advance()) ? places.repetitions(drift.advance()) : 0;
    if (left == 0 || margins != null && margins.isFull() || vain++ == PATIENCE) {
      return -1;
    }
    long times = 0;
    boolean steady = drift.isAs(before);
    if (margins != null) {
      times = steady && margins.agree() ? Math.min(left, margins.horizon()) : 0;
      if (times > 0) {
        skip(drift, times);
        margins.restart();
        vain = 0;
        skipped = true;
      } else {
        margins.next();
      }
    } else if (steady) {
      margins = new Margins(program.programs().trace().events().size(), ranks.lanes);
      ranks.watchBy(margins);
    }
    begin(drift, start.image);
    return times;
  }

  private void skip(Drift drift, long times) {
    start.totals.repeat(times, totalsBefore);
    if (run.accounts.areKept()) {
      longestCalls(times);
    }
    if (program.figures().follow() && !run.followersAddUp()) {
      FollowingLanes followers = new FollowingLanes(start.image, program.figures());
      run.state.describe(followers);
      followers.repeat(times);
    }
    try {
      drift.repeat(times);
    } catch (ArithmeticException e) {
      throw tooLong();
    }
    start.repeatLoops(times);
    requireMeasurable();
  }

  private void longestCalls(long times) {
    for (int k : run.live.live()) {
      for (int event = 0; event < program.programs().trace().events().size(); event++) {
        run.accounts.lasts(event, k, margins.longest(event, k, times));
      }
    }
  }

  private void requireMeasurable() {
    for (int rank = 0; rank < ranks.count; rank++) {
      for (int k : run.live.live()) {
        if (ranks.picos(rank, k) > Picos.MAX) {
          throw tooLong();
        }
      }
    }
  }

  private ReplayException tooLong() {
    return new ReplayException("found more than " + Picos.seconds(Picos.MAX)
        + " s of simulated time in loop " + places.loop(watched, depth) + "; expected less");
  }
}
