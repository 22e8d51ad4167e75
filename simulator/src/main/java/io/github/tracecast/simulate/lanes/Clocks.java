package io.github.tracecast.simulate.lanes;

import io.github.tracecast.simulate.ComputeTimes;
import java.util.Arrays;

/** What ranks' clocks go on by outside of messages, and the calls that they time. One thread. */
final class Clocks {
  private final LaneProgram program;
  private final Ranks ranks;
  private final Accounts accounts;
  private final int lanes;

  /** By lane, ps: computation that was looked up; how long a call took, and what of that was the rank's own work. */
  private final long[] found;

  private final long[] elapsed;
  private final long[] paid;

  Clocks(LaneProgram program, Ranks ranks, Accounts accounts) {
    this.program = program;
    this.ranks = ranks;
    this.accounts = accounts;
    lanes = program.lanes();
    found = new long[lanes];
    elapsed = new long[lanes];
    paid = new long[lanes];
  }

  /** Computes for the times in a row of the program's. */
  void compute(int rank, int row) {
    LaneTimes picos = program.computes().picos;
    ranks.clock.add(rank, picos, row);
    accounts.compute.add(rank, picos, row);
  }

  /** Computes for the times that an event has at an execution. */
  void find(int rank, int event, long execution) {
    Arrays.fill(found, 0);
    program.figures().add(found, 0, Share.COMPUTE, event, rank, k -> {
      ComputeTimes times = program.computeTimes()[k];
      int index = times.find(event, rank, ranks.previous[rank], execution);
      return index < 0 ? 0 : times.picos(index, event, rank, execution);
    });
    for (int k = 0; k < lanes; k++) {
      ranks.clock.add(rank, k, found[k]);
      accounts.compute.add(rank, k, found[k]);
      accounts.computeBefore.add(event, k, found[k]);
    }
  }

  /** A call begins. */
  void begin(int rank) {
    ranks.callStart.put(rank, ranks.clock, rank);
    ranks.overheadStart.put(rank, ranks.overhead, rank);
  }

  /**
   * A call ends.
   *
   * @throws UnsuitableException if the clock is beyond what it can measure
   */
  void end(int rank, int event) {
    if (lanes == 1) {
      elapsed[0] = ranks.clock.first(rank) - ranks.callStart.first(rank);
      paid[0] = ranks.overhead.first(rank) - ranks.overheadStart.first(rank);
    } else {
      difference(elapsed, ranks.clock.row(rank), ranks.callStart.row(rank));
      difference(paid, ranks.overhead.row(rank), ranks.overheadStart.row(rank));
    }
    if (ranks.isBeyondMeasure(rank)) {
      throw new UnsuitableException("more simulated time than can be represented");
    }
    accounts.end(event, elapsed, paid);
  }

  private static void difference(long[] result, long[] later, long[] earlier) {
    for (int k = 0; k < result.length; k++) {
      result[k] = later[k] - earlier[k];
    }
  }
}
