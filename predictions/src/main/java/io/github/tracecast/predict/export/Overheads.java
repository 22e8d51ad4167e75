package io.github.tracecast.predict.export;

import io.github.tracecast.platform.Machine;
import io.github.tracecast.simulate.costs.MessageCosts;

/** The processor times of messages on a machine, in nanoseconds, and what LogGOPSim needs beside them. Thread-safe. */
final class Overheads {
  private static final double PICOS = 1e3;

  private final Machine machine;
  private final MessageCosts costs;

  Overheads(Machine machine) {
    this.machine = machine;
    this.costs = new MessageCosts(machine);
  }

  double ofSend(long bytes) {
    return costs.sendOverhead(bytes) / PICOS;
  }

  double ofReceive(long bytes) {
    return costs.receiveOverhead(bytes) / PICOS;
  }

  /**
   * LogGOPSim's options for the rest of a message between the first and the last of some ranks. A
   * gap that the overheads cover is 0: without them LogGOPSim would let it delay messages.
   */
  String options(int ranks) {
    int first = machine.nodeOf(0);
    int last = machine.nodeOf(ranks - 1);
    return "-L " + nanoseconds(machine.routes().latencySeconds(first, last))
        + " -o 0 -g " + (costs.gapHoldsUp() ? Math.round(costs.gap(1) / PICOS) : 0)
        + " -G " + nanoseconds(1 / machine.routes().bandwidthBytesPerSecond(first, last))
        + " -S " + (machine.platform().mpi().eagerLimitBytes() - 1);
  }

  private static long nanoseconds(double seconds) {
    return Math.round(seconds * 1e9);
  }
}
