package io.github.tracecast.predict.cli.options;

import io.github.tracecast.predict.text.Printable;
import java.io.PrintWriter;
import java.util.Collection;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/** Prints lines to the standard error of a command. */
public final class ErrorLines {
  private ErrorLines() {}

  public static void warn(CommandSpec command, Collection<String> warnings) {
    print(
        command,
        warnings.stream().map(warning -> "warning: " + Printable.line(warning)).toList());
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
