package io.github.tracecast.simulate.state;

import io.github.tracecast.simulate.lanes.LaneTimes;

/**
 * Receives the description of a run's state. Each part of the run describes its own columns. Equal
 * states have equal descriptions: instead of row numbers, slots have names in the order of their
 * first appearance. A sink implements the methods that it needs.
 */
public interface StateSink {
  /** Receives a value of the state that must be equal in a recurrence. */
  default void number(long value) {}

  /** Receives the iterations left in a rank's loop at a depth from 1, before the rank's times. */
  default void left(int rank, int depth, long iterations) {
    number(iterations);
  }

  /**
   * Receives one time for each lane.
   *
   * @param idle whether the owner of the times may have stood still while other ranks continued
   */
  default void times(LaneTimes times, int row, boolean idle) {
    gap(times, row);
  }

  /** Receives the clock of a rank or strand. */
  default void clock(LaneTimes clocks, int row, boolean idle) {
    times(clocks, row, idle);
  }

  /**
   * Receives the end of a LogGP gap of the rank or strand whose clock was described last. A gap
   * that has ended by the time of this clock has no effect.
   */
  default void gap(LaneTimes ends, int row) {}

  /** Receives a point in simulated time; only for a run in order of simulated time. */
  default void time(long picos) {
    throw new AssertionError("a time of an engine in a run on lanes");
  }

  /**
   * Receives the completion time of a rank's request; only for a run in order of simulated time.
   * The order in which the rank's requests complete may matter.
   */
  default void done(int rank, long picos) {
    time(picos);
  }

  /**
   * Receives an unmatched receive. The description of its slot follows.
   *
   * @param way the receive's channel, or its pattern as a negative operand of instructions
   */
  default void receive(int slot, int way) {}

  /** Receives an unmatched message. The description of its slot follows. */
  default void message(int slot, int channel) {}

  /** Whether a rank may have stood still since the state with which the sink compares. */
  default boolean isIdle(int rank) {
    return false;
  }

  /** Whether no message can have been sent on a channel since the state with which the sink compares. */
  default boolean isQuiet(int channel) {
    return false;
  }

  /** Whether the sink needs the rest of the state. */
  default boolean needsMore() {
    return true;
  }
}
