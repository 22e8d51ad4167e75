package io.github.tracecast.predict.cli.options;

import io.github.tracecast.predict.text.TerminalWriter;
import io.github.tracecast.predict.text.TerminalWriter.Style;
import io.github.tracecast.trace.text.FittingText;
import io.github.tracecast.trace.text.Printable;
import java.util.Collection;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/** Prints notes and warnings to the standard error of a command, in lines that fit. */
public final class ErrorLines {
  private static final String WARNING = "warning:";
  private static final String INDENT = "  ";

  private ErrorLines() {}

  public static void warn(CommandSpec command, Collection<String> warnings) {
    print(command, warnings.stream().map(text -> WARNING + " " + text).toList());
  }

  public static void print(CommandSpec command, String line) {
    print(command, List.of(line));
  }

  public static void print(CommandSpec command, Collection<String> lines) {
    TerminalWriter err = TerminalWriter.of(command.commandLine().getErr());
    for (String line : lines) {
      for (String fitting : FittingText.folded(Printable.line(line), err.width(), INDENT)) {
        if (fitting.startsWith(WARNING)) {
          err.print(Style.WARNING, WARNING);
          err.println(fitting.substring(WARNING.length()));
        } else {
          err.println(fitting);
        }
      }
    }
    err.flush();
  }
}
