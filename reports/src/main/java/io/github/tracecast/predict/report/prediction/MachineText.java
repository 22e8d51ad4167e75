package io.github.tracecast.predict.report.prediction;

import io.github.tracecast.platform.Grids;
import io.github.tracecast.platform.Machine;
import io.github.tracecast.trace.text.Numbers;
import java.util.Arrays;

/** A machine's size and shape in words. */
public final class MachineText {
  private MachineText() {}

  public static String of(Machine machine) {
    boolean closed = !Arrays.equals(machine.wraps(), new boolean[machine.wraps().length]);
    String shape = machine.shape().length == 0
        ? ""
        : ", " + Grids.text(machine.shape()).replace('x', '×') + (closed ? " torus" : " mesh");
    int used = machine.usedNodes();
    return "nodes: " + (used < machine.nodes() ? Numbers.count(used) + " used of " : "")
        + Numbers.count(machine.nodes()) + shape + ", at most "
        + machine.ranksPerNode() + (machine.ranksPerNode() == 1 ? " rank" : " ranks") + " per node";
  }
}
