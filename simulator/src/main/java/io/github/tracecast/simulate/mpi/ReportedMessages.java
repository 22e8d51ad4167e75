package io.github.tracecast.simulate.mpi;

import io.github.tracecast.simulate.lowering.LaneProgram;
import io.github.tracecast.simulate.network.Slots;
import io.github.tracecast.simulate.network.TimedNetwork;
import io.github.tracecast.simulate.result.Timeline;

/** Reports received messages to a timeline, in order of time. One thread. */
final class ReportedMessages {
  private final LaneProgram program;
  private final Slots slots;
  private final TimedNetwork network;
  private final Timeline timeline;

  ReportedMessages(LaneProgram program, Slots slots, TimedNetwork network, Timeline timeline) {
    this.program = program;
    this.slots = slots;
    this.network = network;
    this.timeline = timeline;
  }

  /** Reports the messages among requests that a rank takes. */
  void report(int[] requests, int count) {
    for (int i = 0; i < count; i++) {
      int slot = requests[i] >> 2;
      if ((requests[i] & 3) == RequestCalls.RECEIVER) {
        timeline.message(
            network.source(slot),
            network.destination(slot),
            program.costs().bytes[slots.cost(slot)],
            network.start(slot),
            slots.since().first(slot));
      }
    }
  }
}
