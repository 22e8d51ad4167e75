package io.github.tracecast.simulate.progress;

import io.github.tracecast.simulate.state.StateSink;
import java.util.Arrays;
import java.util.function.IntToLongFunction;
import java.util.function.LongSupplier;

/**
 * The times when receivers check for messages, for senders that wait for such a check. Strands
 * never check. The core reports the actions of ranks, whether or not a sender waits for them. One
 * thread.
 */
public final class ProgressTimes {
  /** By rank; empty if no sender waits for its receiver to check. */
  private final RankLooks[] looks;

  /**
   * @param ranks 0 if no sender waits for its receiver to check
   * @param now the time, ps
   */
  public ProgressTimes(int ranks, LongSupplier now) {
    looks = new RankLooks[ranks];
    Arrays.setAll(looks, rank -> new RankLooks(now));
  }

  /** A rank checks from a time on, even if nothing has arrived. */
  public void begins(int row, long picos) {
    if (row < looks.length) {
      looks[row].begin(picos);
    }
  }

  /** A rank checks from a time on, because it waits for requests. */
  public void awaits(int row, long picos) {
    if (row < looks.length) {
      looks[row].await(picos);
    }
  }

  /**
   * The requests of a rank's wait are done.
   *
   * @param picos when the rank began to wait
   * @param latest returns, for a rank, the latest arrival, in ps, of those that only a check
   *     notices; -1 for none
   */
  public void found(int row, long picos, IntToLongFunction latest) {
    if (row < looks.length) {
      looks[row].found(picos, latest.applyAsLong(row));
    }
  }

  /** A rank ends its call. */
  public void ends(int row, long picos) {
    if (row < looks.length) {
      looks[row].end(picos);
    }
  }

  /** The time of a rank's next check, ps. All ranks wait for the engine. */
  public long next(int rank) {
    return looks[rank].next();
  }

  /** Describes the state of a rank that decides the rest of a replay. */
  public void describe(int rank, StateSink sink) {
    if (rank < looks.length) {
      looks[rank].describe(rank, sink);
    }
  }
}
