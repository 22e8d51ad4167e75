package io.github.tracecast.simulate.progress;

import io.github.tracecast.simulate.state.StateSink;
import java.util.function.IntToLongFunction;

/**
 * What senders learn that wait until their receivers check for messages. Strands check for nothing.
 * The core reports what ranks do, and never asks whether anybody waits for that.
 */
public interface ProgressTimes {
  /** Where no sender waits for its receiver to check. */
  ProgressTimes NONE = new ProgressTimes() {};

  /** A rank checks from a time on, whatever it finds. */
  default void begins(int row, long picos) {}

  /** A rank checks from a time on, because it waits for requests. */
  default void awaits(int row, long picos) {}

  /**
   * The requests of a rank's wait are done.
   *
   * @param picos when the rank began to wait
   * @param latest tells of a rank the latest arrival among things that only a check notices, ps; -1 if
   *     there are none
   */
  default void found(int row, long picos, IntToLongFunction latest) {}

  /** A rank ends its call. */
  default void ends(int row, long picos) {}

  /** The first time from now on at which a rank checks, ps. All ranks wait for the engine. */
  default long next(int rank) {
    throw new AssertionError("a sender that waits for a check");
  }

  /** Describes everything of a rank on which the rest of a replay depends. */
  default void describe(int rank, StateSink sink) {}
}
