package io.github.tracecast.predict.cli.options;

import io.github.tracecast.predict.text.Printable;
import io.github.tracecast.predict.text.TerminalWriter;
import io.github.tracecast.predict.text.TerminalWriter.Style;
import java.io.PrintWriter;
import java.util.Collection;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/** Prints lines to the standard error of a command. */
public final class ErrorLines {
  private ErrorLines() {}

  public static void warn(CommandSpec command, Collection<String> warnings) {
    TerminalWriter err = TerminalWriter.of(command.commandLine().getErr());
    for (String warning : warnings) {
      err.print(Style.WARNING, "warning:");
      err.println(" " + Printable.line(warning));
    }
    err.flush();
  }

  public static void print(CommandSpec command, String line) {
    print(command, List.of(line));
  }

  public static void print(CommandSpec command, Collection<String> lines) {
    PrintWriter err = command.commandLine().getErr();
    lines.forEach(err::println);
    err.flush();
  }
}
