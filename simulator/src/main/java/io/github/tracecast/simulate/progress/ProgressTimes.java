package io.github.tracecast.simulate.progress;

import io.github.tracecast.simulate.state.StateSink;
import java.util.function.IntToLongFunction;

/**
 * The times when receivers check for messages, for senders that wait for such a check. Strands
 * never check. The core reports the actions of ranks, whether or not a sender waits for them.
 */
public interface ProgressTimes {
  /** Used if no sender waits for its receiver to check. */
  ProgressTimes NONE = new ProgressTimes() {};

  /** A rank checks from a time on, even if nothing has arrived. */
  default void begins(int row, long picos) {}

  /** A rank checks from a time on, because it waits for requests. */
  default void awaits(int row, long picos) {}

  /**
   * The requests of a rank's wait are done.
   *
   * @param picos when the rank began to wait
   * @param latest returns, for a rank, the latest arrival, in ps, of those that only a check
   *     notices; -1 for none
   */
  default void found(int row, long picos, IntToLongFunction latest) {}

  /** A rank ends its call. */
  default void ends(int row, long picos) {}

  /** The time of a rank's next check, ps. All ranks wait for the engine. */
  default long next(int rank) {
    throw new AssertionError("a sender that waits for a check");
  }

  /** Describes the state of a rank that decides the rest of a replay. */
  default void describe(int rank, StateSink sink) {}
}
