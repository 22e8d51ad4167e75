package io.github.tracecast.predict.print;

import io.github.tracecast.platform.Machine;
import io.github.tracecast.predict.text.Numbers;
import io.github.tracecast.predict.text.TerminalWriter;
import io.github.tracecast.predict.text.TerminalWriter.Style;
import java.util.stream.IntStream;

/** The first lines that several reports share. */
final class Answer {
  private Answer() {}

  /** Returns the machine with the run's ranks and nodes: {@code cluster (64 ranks on 2 nodes)}. */
  static String on(Machine machine) {
    long nodes =
        IntStream.range(0, machine.ranks()).map(machine::nodeOf).distinct().count();
    return machine.platform().name() + " (" + Numbers.counted(machine.ranks(), "rank") + " on "
        + Numbers.counted(nodes, "node") + ")";
  }

  /** Prints the command that is suggested next, in one line, so that it can be pasted. */
  static void next(String command, TerminalWriter out) {
    out.print("Next: ");
    out.println(Style.COMMAND, command);
  }
}
