package io.github.tracecast.simulate.fastforward;

import io.github.tracecast.simulate.ReplayException;
import io.github.tracecast.simulate.mpi.Accounts;
import io.github.tracecast.simulate.mpi.Interpreter;
import java.util.Arrays;

/**
 * Totals of a run at some moment, over ranks, events, sites and channels. Everything added after
 * this moment can be added again. Immutable.
 */
final class RunTotals {
  private final Interpreter run;
  private final Accounts.Moment accounts;
  private final long[] missing;

  RunTotals(Interpreter run) {
    this.run = run;
    accounts = run.accounts().moment();
    missing = Arrays.stream(run.program().computeTimes())
        .mapToLong(times -> times.missingPaths())
        .toArray();
  }

  /** Whether no message was sent on a channel since this moment. */
  boolean isQuiet(int channel) {
    return accounts.isQuiet(channel);
  }

  /**
   * Adds everything added since this moment, {@code times} more times.
   *
   * @throws ReplayException if a sum exceeds a long
   */
  void repeat(long times) {
    try {
      accounts.repeat(times);
    } catch (ArithmeticException e) {
      throw new ReplayException("found a loop of which " + times + " repetitions have more than"
          + " 2^63 - 1 bytes, messages or picoseconds in all; expected fewer");
    }
    for (int k = 0; k < missing.length; k++) {
      run.program().computeTimes()[k].repeatMissing(missing[k], times);
    }
  }

  /**
   * Adds a multiple of everything added since this moment, on one lane. Each rank that takes part
   * gets at most {@code picos} of computation and own work.
   */
  void addInProportion(double factor, boolean[] takesPart, long picos) {
    for (int rank = 0; rank < run.ranks().count(); rank++) {
      if (takesPart[rank]) {
        accounts.addInProportion(rank, factor, picos);
      }
    }
    accounts.addInProportion(factor);
  }
}
