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

  /** Sees a row whose first lane it has already seen. The other lanes follow that lane. */
  void following(LaneTimes times, int row);

  /** Whether the visitor wants to see more. */
  boolean goesOn();
}
