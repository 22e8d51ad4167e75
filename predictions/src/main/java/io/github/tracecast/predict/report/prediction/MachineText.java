package io.github.tracecast.predict.report.prediction;

import io.github.tracecast.platform.Machine;
import io.github.tracecast.predict.text.Numbers;
import java.util.Arrays;
import java.util.stream.Collectors;

/** A machine's size and shape in words. */
public final class MachineText {
  private MachineText() {}

  public static String of(Machine machine) {
    String shape = machine.shape().length == 0
        ? ""
        : Arrays.stream(machine.shape())
                .mapToObj(Integer::toString)
                .collect(Collectors.joining("×", ", ", ""))
            + (closed(machine) ? " torus" : " mesh");
    return "nodes: " + Numbers.count(machine.nodes()) + shape + ", at most "
        + machine.ranksPerNode() + (machine.ranksPerNode() == 1 ? " rank" : " ranks") + " per node";
  }

  private static boolean closed(Machine machine) {
    boolean closed = false;
    for (boolean wraps : machine.wraps()) {
      closed |= wraps;
    }
    return closed;
  }
}
