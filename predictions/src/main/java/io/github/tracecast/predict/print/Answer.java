package io.github.tracecast.predict.print;

import io.github.tracecast.platform.Machine;
import io.github.tracecast.predict.text.Numbers;
import io.github.tracecast.predict.text.TerminalWriter;
import io.github.tracecast.predict.text.TerminalWriter.Style;
import java.util.stream.IntStream;

/** What the first lines of several reports have in common. */
final class Answer {
  private Answer() {}

  /** Returns the machine and how much of it a run takes: {@code cluster (64 ranks on 2 nodes)}. */
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
