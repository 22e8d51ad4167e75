package io.github.tracecast.simulate.mpi;

import io.github.tracecast.simulate.lanes.LaneTimes;
import io.github.tracecast.simulate.lowering.LaneProgram;

/**
 * Collectives on networks of their own, where several blocks of ranks meet. At most one collective
 * of a communicator is open at a time, because the ranks wait for it. Any thread.
 */
final class SharedGatherings {
  private final LaneProgram program;
  private final int lanes;

  /** By meeting: number of blocks with members, and number of those that have come. */
  private final int[] blocks;

  private final int[] came;

  /** By meeting: when the last rank came, and later the end; how long the network is used; ps. */
  private final LaneTimes latest;

  private final LaneTimes busy;

  /** When the shared network has finished its work. This is the only row. */
  private final LaneTimes free;

  /**
   * @param blocks by meeting: number of blocks with members
   */
  SharedGatherings(LaneProgram program, int[] blocks) {
    this.program = program;
    this.lanes = program.lanes();
    this.blocks = blocks;
    came = new int[blocks.length];
    latest = new LaneTimes(blocks.length, lanes);
    busy = new LaneTimes(blocks.length, lanes);
    free = new LaneTimes(1, lanes);
  }

  /** Lets a block come. Returns the times of the end, by meeting, if it is the last; or null. */
  synchronized LaneTimes come(
      int meeting, LaneTimes theirs, LaneTimes theirBusy, int latency, boolean shared) {
    if (came[meeting] == 0) {
      latest.put(meeting, theirs, 0);
      busy.put(meeting, theirBusy, 0);
    } else {
      raise(latest, meeting, theirs);
      raise(busy, meeting, theirBusy);
    }
    if (++came[meeting] < blocks[meeting]) {
      return null;
    }
    came[meeting] = 0;
    if (shared) {
      raise(latest, meeting, free);
      latest.add(meeting, busy, meeting);
      free.put(0, latest, meeting);
    }
    latest.add(meeting, program.networks().picos, latency);
    return latest;
  }

  /** Raises a row of times to those of a single row. */
  private void raise(LaneTimes times, int row, LaneTimes others) {
    for (int k = 0; k < lanes; k++) {
      times.set(row, k, Math.max(times.get(row, k), others.get(0, k)));
    }
  }
}
