package io.github.tracecast.predict.print;

import io.github.tracecast.platform.Machine;
import io.github.tracecast.predict.text.TerminalWriter;
import io.github.tracecast.predict.text.TerminalWriter.Style;
import io.github.tracecast.trace.text.FittingText;
import io.github.tracecast.trace.text.Numbers;
import io.github.tracecast.trace.text.Shell;
import java.util.List;

/** Texts in the first lines of several reports. */
final class Answer {
  private static final String NEXT = "Next: ";
  private static final String CONTINUED = " \\";

  private Answer() {}

  /** Returns the machine with the run's ranks and nodes: {@code cluster (64 ranks on 2 nodes)}. */
  static String on(Machine machine) {
    return machine.platform().name() + " (" + Numbers.counted(machine.ranks(), "rank") + " on "
        + Numbers.counted(machine.usedNodes(), "node") + ")";
  }

  /**
   * Prints the command that is suggested next. The command can be pasted into a shell even from
   * several lines.
   */
  static void next(String command, TerminalWriter out) {
    out.print(NEXT);
    List<String> lines = linesOf(typed(command), out.width() - NEXT.length() - CONTINUED.length());
    for (String line : lines.subList(0, lines.size() - 1)) {
      out.println(Style.COMMAND, line + CONTINUED);
      out.print(" ".repeat(NEXT.length()));
    }
    out.println(Style.COMMAND, lines.getLast());
  }

  /** Returns a command that begins with {@code tracecast} as the user would type it. */
  static String typed(String command) {
    return Shell.tracecast() + command.substring("tracecast".length());
  }

  /**
   * A command as lines that fit, broken before options; it stays in one line if it has quotes,
   * because a break could split quoted text.
   */
  private static List<String> linesOf(String command, int width) {
    return command.contains("'")
        ? List.of(command)
        : FittingText.joined(width, command.split(" (?=--)"));
  }
}
