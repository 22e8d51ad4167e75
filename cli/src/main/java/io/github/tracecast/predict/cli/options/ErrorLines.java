package io.github.tracecast.predict.cli.options;

import io.github.tracecast.predict.text.TerminalWriter;
import io.github.tracecast.predict.text.TerminalWriter.Style;
import io.github.tracecast.trace.text.Arguments;
import io.github.tracecast.trace.text.FittingText;
import io.github.tracecast.trace.text.Printable;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/** Prints notes and warnings to the standard error of a command, in lines as wide as the terminal. */
public final class ErrorLines {
  static final String WARNING = "warning:";
  static final String INDENT = "  ";

  private ErrorLines() {}

  /** Adds warnings, which are printed after the answer. */
  public static void warn(CommandSpec command, Collection<String> warnings) {
    warnings(command).add(warnings);
  }

  /** Adds the notes on a trace to the warnings. */
  public static void warn(CommandSpec command, Path trace, Collection<String> notes) {
    know(command, trace, notes);
    warn(command, notes);
  }

  /** Stores the notes on a trace. They are shown only if a command adds them to its warnings. */
  public static void know(CommandSpec command, Path trace, Collection<String> notes) {
    warnings(command).notes(trace.toString(), notes);
  }

  /** Prints and removes all warnings. */
  public static void printWarnings(CommandSpec command) {
    printAll(command, command.findOption("--json") == null ? "" : " in --json, --html or info");
  }

  /** Prints and removes all warnings about a new trace, which contains them as notes. */
  public static void printWarnings(CommandSpec command, Path trace) {
    printAll(command, Warnings.shownByInfo(trace.toString()));
  }

  private static void printAll(CommandSpec command, String elsewhere) {
    warnings(command).print(TerminalWriter.of(command.commandLine().getErr()), elsewhere);
  }

  private static Warnings warnings(CommandSpec command) {
    return ((Warnings.Holder) command.root().userObject()).warnings();
  }

  /** Prints a note, unless the command has {@code --quiet}. */
  public static void note(CommandSpec command, String line) {
    if (!Quiet.isSet(command)) {
      print(command, line);
    }
  }

  public static void print(CommandSpec command, String line) {
    print(command, List.of(line));
  }

  public static void print(CommandSpec command, Collection<String> lines) {
    TerminalWriter err = TerminalWriter.of(command.commandLine().getErr());
    for (String line : lines) {
      FittingText.folded(
              FittingText.message(Printable.line(Arguments.asOptions(line))), err.width(), INDENT)
          .forEach(fitting -> print(fitting, err));
    }
    err.flush();
  }

  /** Prints one line of a message, already short enough for the terminal. */
  static void print(String fitting, TerminalWriter err) {
    if (fitting.startsWith(WARNING)) {
      err.print(Style.WARNING, WARNING);
      err.println(fitting.substring(WARNING.length()));
    } else {
      err.println(fitting);
    }
  }
}
