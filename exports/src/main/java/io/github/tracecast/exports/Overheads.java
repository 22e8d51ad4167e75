package io.github.tracecast.exports;

import io.github.tracecast.platform.Machine;
import io.github.tracecast.simulate.costs.MessageCosts;
import io.github.tracecast.simulate.costs.ProcessorRule;

/**
 * The CPU overheads of messages on a machine, in ns, and further options of LogGOPSim. Thread-safe.
 */
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

  /** Whether the machine charges overheads when messages arrive, as LogGOPSim does. */
  boolean atArrival() {
    return costs.processors() == ProcessorRule.AT_ARRIVAL;
  }

  /**
   * Returns LogGOPSim's options, for the distance between the first and the last of {@code ranks}
   * ranks. If the schedule contains the overheads as calculations, the options contain no
   * overheads. Then the gap is 0 if the overheads are at least as long. Otherwise LogGOPSim would
   * delay messages by the gap, because it does not know these overheads.
   */
  String options(int ranks) {
    int first = machine.nodeOf(0);
    int last = machine.nodeOf(ranks - 1);
    long gap = Math.round(costs.gap(1) / PICOS);
    return "-L " + nanoseconds(machine.routes().latencySeconds(first, last))
        + (atArrival()
            ? " -o " + Math.round(ofSend(1)) + " -g " + gap + " -G "
                + Math.round((costs.gap(2) - costs.gap(1)) / PICOS)
            : " -o 0 -g " + (costs.gapHoldsUp() ? gap : 0) + " -G "
                + nanoseconds(1 / machine.routes().bandwidthBytesPerSecond(first, last)))
        + " -S " + (machine.platform().mpi().eagerLimitBytes() - 1);
  }

  private static long nanoseconds(double seconds) {
    return Math.round(seconds * 1e9);
  }
}
