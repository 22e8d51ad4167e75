package io.github.tracecast.simulate.state;

import io.github.tracecast.simulate.lanes.LaneTimes;

/** Sees the state during a walk. */
public interface StateVisitor {
  void number(long value);

  /**
   * Sees one time for each lane.
   *
   * @param idle whether the owner of the times may have stood still while others continued
   */
  void times(LaneTimes times, int row, boolean idle);

  /**
   * Sees the end of a gap of the rank or strand whose clock it has just seen. A gap that has ended
   * by that clock delays nothing.
   */
  void gap(LaneTimes ends, int row);

  /**
   * Sees the last busy period of an interface of the rank or strand whose clock it has just seen.
   * The first lane's is at {@code first}. It is empty if the interface counts as never used.
   */
  void busy(long[] from, long[] until, int first);

  /** Whether the visitor wants to see more. */
  boolean goesOn();
}
