package io.github.tracecast.simulate.mpi;

import io.github.tracecast.simulate.Picos;
import io.github.tracecast.simulate.ReplayException;
import io.github.tracecast.simulate.costs.ComputeTimes;
import io.github.tracecast.simulate.lanes.LaneTimes;
import io.github.tracecast.simulate.lanes.Share;
import io.github.tracecast.simulate.lowering.LaneProgram;
import io.github.tracecast.simulate.result.Timeline;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Advances ranks' clocks by computation, and times calls. One thread. */
final class Clocks {
  private final LaneProgram program;
  private final RankStates ranks;
  private final Accounts accounts;
  private final int lanes;

  /**
   * Times by lane, ps: computation that was looked up, duration of a call, and the rank's own work
   * in it.
   */
  private final long[] found;

  private final LaneTimes elapsed;
  private final LaneTimes paid;

  /** Computation of each rank before its current call, ps; empty without a timeline. */
  private final long[] before;

  private final @Nullable Timeline timeline;

  /**
   * @param timeline receives each call; may be null
   */
  Clocks(LaneProgram program, RankStates ranks, Accounts accounts, @Nullable Timeline timeline) {
    this.timeline = timeline;
    this.before = new long[timeline == null ? 0 : ranks.count()];
    this.program = program;
    this.ranks = ranks;
    this.accounts = accounts;
    lanes = program.lanes();
    found = new long[lanes];
    elapsed = new LaneTimes(1, lanes);
    paid = new LaneTimes(1, lanes);
  }

  /**
   * Advances the clock by the computation in a row of the program.
   *
   * @throws ReplayException if the clock has passed the latest time that it can hold
   */
  void compute(int rank, int row) {
    LaneTimes picos = program.computes().picos;
    ranks.clock().add(rank, picos, row);
    requireMeasurable(rank);
    if (accounts.areKept()) {
      accounts.compute(rank, picos, row);
    }
    if (timeline != null) {
      before[rank] += picos.first(row);
    }
  }

  private void requireMeasurable(int rank) {
    if (ranks.isBeyondMeasure(rank)) {
      throw new ReplayException("rank " + rank + ": found more than " + Picos.seconds(Picos.MAX)
          + " s of simulated time after its computation; expected less");
    }
  }

  /**
   * Advances the clock by the computation before an event at one execution.
   *
   * @throws ReplayException if the clock has passed the latest time that it can hold
   */
  void find(int rank, int event, long execution) {
    Arrays.fill(found, 0);
    program.figures().add(found, 0, Share.COMPUTE, event, rank, k -> {
      ComputeTimes times = program.computeTimes()[k];
      int index = times.find(event, rank, ranks.previous(rank), execution);
      return index < 0 ? 0 : times.picos(index, event, rank, execution);
    });
    for (int k = 0; k < lanes; k++) {
      ranks.clock().add(rank, k, found[k]);
    }
    if (accounts.areKept()) {
      accounts.compute(rank, event, found);
    }
    requireMeasurable(rank);
    if (timeline != null) {
      before[rank] += found[0];
    }
  }

  /** Passes a call that ends to the timeline. */
  void tell(int rank, int event) {
    if (timeline != null && timeline.holds(rank)) {
      timeline.call(
          rank,
          event,
          before[rank],
          ranks.callStart().first(rank),
          ranks.clock().first(rank),
          ranks.work(rank));
    }
    before[rank] = 0;
  }

  /** Begins a call. */
  void begin(int rank) {
    ranks.callStart().put(rank, ranks.clock(), rank);
    ranks.overheadStart().put(rank, ranks.overhead(), rank);
  }

  /**
   * Ends a call.
   *
   * @throws ReplayException if the clock has passed the latest time that it can hold
   */
  void end(int rank, int event) {
    if (ranks.isBeyondMeasure(rank)) {
      throw new ReplayException("rank " + rank + ": found more than " + Picos.seconds(Picos.MAX)
          + " s of simulated time before the end of event " + event + "; expected less");
    }
    if (!accounts.areKept()) {
      return;
    }
    elapsed.difference(0, ranks.clock(), ranks.callStart(), rank);
    paid.difference(0, ranks.overhead(), ranks.overheadStart(), rank);
    accounts.end(event, elapsed, paid);
    if (timeline != null) {
      tell(rank, event);
    }
  }
}
