package io.github.tracecast.predict.cli.options;

import java.io.PrintWriter;
import java.util.Collection;
import picocli.CommandLine.Model.CommandSpec;

/** Prints warnings to the standard error of a command. */
public final class WarningLines {
  private WarningLines() {}

  public static void print(CommandSpec command, Collection<String> warnings) {
    PrintWriter err = command.commandLine().getErr();
    warnings.forEach(warning -> err.println("warning: " + warning));
    err.flush();
  }
}
