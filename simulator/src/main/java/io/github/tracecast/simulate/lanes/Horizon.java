package io.github.tracecast.simulate.lanes;

import java.util.Arrays;

/**
 * Forgets the busy periods of half-duplex interfaces that ended before anything that is still to be taken can have started: they
 * hold nobody up any more, so states that differ in them alone go on alike. A rank that waits for others goes on after one of
 * those that do not, and after what it waits for has started. One thread.
 */
final class Horizon {
  private final LaneProgram program;
  private final Ranks ranks;
  private final Slots slots;
  private final int lanes;

  /** By lane: the earliest time at which what is still to be taken may have started, ps. */
  private final long[] earliest;

  private final LaneTimes none;

  Horizon(LaneProgram program, Evaluation run) {
    this.program = program;
    this.ranks = run.ranks;
    this.slots = run.slots;
    this.lanes = program.lanes();
    this.earliest = new long[lanes];
    this.none = new LaneTimes(1, lanes);
  }

  /** Forgets. All ranks wait for others, stand at the end of an iteration, or have ended. */
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
      case Slots.ARRIVED -> atStart(slot, program.costs().flight, slots.cost[slot]);
      case Slots.READY -> atStart(slot, none, 0);
      default -> {}
    }
  }

  /** A message starts no earlier than so long before its slot's time. */
  private void atStart(int slot, LaneTimes before, int row) {
    for (int k = 0; k < lanes; k++) {
      earliest[k] = Math.min(earliest[k], slots.picos.get(slot, k) - before.get(row, k));
    }
  }
}
