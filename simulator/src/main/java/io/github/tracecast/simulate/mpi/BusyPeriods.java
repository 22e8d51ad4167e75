package io.github.tracecast.simulate.mpi;

import io.github.tracecast.simulate.lanes.LaneTimes;
import io.github.tracecast.simulate.lowering.LaneProgram;
import io.github.tracecast.simulate.network.Slots;
import java.util.Arrays;

/**
 * Forgets old busy periods of half-duplex interfaces. A busy period is old if it ended before the
 * start of any message that is still to be taken. It delays nothing any more, so states that differ
 * only in such periods have the same future.
 *
 * <p>A waiting rank continues after a rank that does not wait, and after the start of what it waits
 * for. One thread.
 */
final class BusyPeriods {
  private final LaneProgram program;
  private final RankStates ranks;
  private final Slots slots;
  private final int lanes;

  /** By lane: the earliest possible start of anything that is still to be taken, ps. */
  private final long[] earliest;

  private final LaneTimes none;

  BusyPeriods(LaneProgram program, RankStates ranks, Slots slots) {
    this.program = program;
    this.ranks = ranks;
    this.slots = slots;
    this.lanes = program.lanes();
    this.earliest = new long[lanes];
    this.none = new LaneTimes(1, lanes);
  }

  /**
   * Forgets old busy periods. All ranks wait for others, stand at the end of an iteration, or have
   * ended.
   */
  void forgetPast() {
    Arrays.fill(earliest, Long.MAX_VALUE);
    for (int i = 0; i < ranks.parked.size(); i++) {
      atClock(ranks.parked.get(i));
    }
    for (int i = 0; i < ranks.resting.size(); i++) {
      atClock(ranks.resting.get(i));
    }
    slots.forEachUsed(this::atMessage);
    ranks.interfaces.forgetUntil(earliest);
  }

  private void atClock(int rank) {
    for (int k = 0; k < lanes; k++) {
      earliest[k] = Math.min(earliest[k], ranks.clock.get(rank, k));
    }
  }

  private void atMessage(int slot) {
    switch (slots.state[slot]) {
      case Slots.ARRIVED -> atStart(slot, program.costs().flight, slots.cost(slot));
      case Slots.READY -> atStart(slot, none, 0);
      default -> {}
    }
  }

  /** Notes that a message starts no earlier than a duration before its slot's time. */
  private void atStart(int slot, LaneTimes before, int row) {
    for (int k = 0; k < lanes; k++) {
      earliest[k] = Math.min(earliest[k], slots.picos.get(slot, k) - before.get(row, k));
    }
  }
}
