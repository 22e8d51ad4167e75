package io.github.tracecast.simulate.state;

import io.github.tracecast.simulate.lanes.LaneTimes;

/**
 * Receives the state of a run. Each part of the run writes its own columns. The order is the same
 * for equal states: slots have names in the order of their first appearance, and no row numbers. A
 * sink implements the methods that it needs.
 */
public interface StateSink {
  /** Receives a number that decides the next events. */
  default void number(long value) {}

  /**
   * Receives the iterations that an open loop of a rank has left. A rank's loops come before its
   * times.
   *
   * @param depth 1 for the outermost loop
   */
  default void left(int rank, int depth, long iterations) {}

  /**
   * Receives one time for each lane.
   *
   * @param idle whether the owner of the times may have waited while others continued
   */
  default void times(LaneTimes times, int row, boolean idle) {}

  /** Receives the clock of a rank or a strand. */
  default void clock(LaneTimes clocks, int row, boolean idle) {
    times(clocks, row, idle);
  }

  /**
   * Receives the end of a gap, for the rank or strand of the last clock. A gap that has ended by
   * this clock has no effect.
   */
  default void gap(LaneTimes ends, int row) {}

  /** Receives a point in simulated time, in a run in the order of time. */
  default void time(long picos) {
    throw new AssertionError("a time of an engine in a run on lanes");
  }

  /**
   * Receives the completion time of a rank's request, in a run in the order of time. The order in
   * which the rank's requests complete may matter.
   */
  default void done(int rank, long picos) {
    throw new AssertionError("a time of an engine in a run on lanes");
  }

  /**
   * Learns that no message has met a receive. Its slot follows.
   *
   * @param way the receive's channel; or, below zero, the pattern that it asks, as an instruction
   *     names it
   */
  default void receive(int slot, int way) {}

  /** Learns that no receive has met a message. Its slot follows. */
  default void message(int slot, int channel) {}

  /** Whether a rank may have stood still since an earlier state. */
  default boolean isIdle(int rank) {
    return false;
  }

  /** Whether no message can have been sent on a channel since an earlier state. */
  default boolean isQuiet(int channel) {
    return false;
  }

  /** Whether the sink needs the rest of the state. */
  default boolean goesOn() {
    return true;
  }
}
