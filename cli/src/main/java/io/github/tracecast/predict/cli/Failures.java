package io.github.tracecast.predict.cli;

import io.github.tracecast.platform.PlatformException;
import io.github.tracecast.predict.cli.options.TraceFile;
import io.github.tracecast.predict.cli.serve.Session;
import io.github.tracecast.predict.text.TerminalWriter;
import io.github.tracecast.predict.text.TerminalWriter.Style;
import io.github.tracecast.simulate.EngineMissingException;
import io.github.tracecast.simulate.ReplayException;
import io.github.tracecast.tools.extrapolate.RefusedException;
import io.github.tracecast.trace.TraceException;
import io.github.tracecast.trace.system.WholeFile;
import io.github.tracecast.trace.text.Arguments;
import io.github.tracecast.trace.text.FittingText;
import io.github.tracecast.trace.text.Numbers;
import io.github.tracecast.trace.text.Printable;
import io.github.tracecast.trace.text.UsageException;
import io.github.tracecast.trace.text.Version;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.InvalidPathException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * Reports failures to the user. For a failure that the user can fix, it prints one line and returns
 * exit code 2. For an internal fault, it prints a stack trace and returns exit code 70.
 */
public final class Failures {
  /** Exit code of an internal fault: EX_SOFTWARE of sysexits.h. */
  static final int OUR_FAULT = 70;

  /** The kind of failure of an invalid option or argument. */
  private static final String USAGE = "usage";

  private Failures() {}

  static int wrongUsage(ParameterException failure, String[] arguments) {
    CommandLine command = failure.getCommandLine();
    PrintWriter err = command.getErr();
    error(
        err,
        USAGE,
        shortened(oneLine(WrongUsage.complaint(failure, arguments))) + " (see "
            + command.getCommandSpec().qualifiedName() + " --help)");
    return ExitCode.USAGE;
  }

  public static int failed(Exception failure, CommandLine command, ParseResult arguments) {
    command.getOut().flush();
    PrintWriter err = command.getErr();
    Session.Failure users = usersFault(named(failure, command));
    if (users != null) {
      error(err, users.kind(), shortened(Arguments.asOptions(users.message())));
      return ExitCode.USAGE;
    }
    report(failure, err);
    return OUR_FAULT;
  }

  /** Adds the name of the file to an error in the command's trace, unless the error already names a file. */
  private static Exception named(Exception failure, CommandLine command) {
    for (CommandSpec mixin : command.getCommandSpec().mixins().values()) {
      if (mixin.userObject() instanceof TraceFile trace
          && failure instanceof TraceException error) {
        return trace.named(error);
      }
    }
    return failure;
  }

  /** Returns the kind and the message of a failure that the user can fix; null for other failures. */
  private static Session.@Nullable Failure usersFault(@Nullable Throwable failure) {
    return switch (failure) {
      case TraceException e -> fault("trace", Printable.line(e.getMessage()));
      case PlatformException e -> fault("machine", Printable.line(e.getMessage()));
      case ReplayException e -> fault("replay", e.getMessage());
      case EngineMissingException e -> fault("engine", e.getMessage());
      case UsageException e -> fault(USAGE, e.getMessage());
      case RefusedException e -> fault(USAGE, e.getMessage());
      case InvalidPathException e ->
        fault(USAGE, e.getInput() + ": invalid path (" + e.getReason() + ")");
      case FileSystemException e -> fault("file", e.getFile() + ": " + WholeFile.reason(e));
      case IOException e -> fault("file", "input or output error: " + oneLine(WholeFile.reason(e)));
      case UncheckedIOException e -> usersFault(e.getCause());
      case null, default -> null;
    };
  }

  private static Session.@Nullable Failure fault(String kind, @Nullable String message) {
    return message == null ? null : new Session.Failure(kind, message);
  }

  /** Reports an error that no command can handle: too little memory or an internal fault. */
  public static int broken(Error failure, PrintWriter err) {
    if (failure instanceof OutOfMemoryError) {
      long heap = Runtime.getRuntime().maxMemory();
      long gibibytes = Math.max(8, heap >> 29); // suggests twice the current heap
      error(
          err,
          "memory",
          "out of memory: " + Numbers.memory(heap)
              + " of heap is too little for this input; set TRACECAST_JAVA_OPTS=-Xmx"
              + gibibytes + "g to allow " + gibibytes + " GiB");
      return ExitCode.USAGE;
    }
    report(failure, err);
    return OUR_FAULT;
  }

  /** Prints an internal fault and asks the user to report it. */
  static void report(Throwable failure, PrintWriter err) {
    error(
        err,
        "bug",
        "this is a bug in tracecast " + Version.number()
            + ", not a problem of your input. Please report it with the lines below,");
    err.println("the command and, if possible, the trace. The system is Java " + Runtime.version()
        + " on " + System.getProperty("os.name") + ".");
    failure.printStackTrace(err);
  }

  private static void error(PrintWriter err, String kind, String message) {
    Session.current().ifPresent(session -> session.failed(kind, message));
    TerminalWriter to = TerminalWriter.of(err);
    to.print(Style.ERROR, "error:");
    to.println(" " + message);
    to.flush();
  }

  private static String shortened(String message) {
    return message.lines().map(FittingText::message).collect(Collectors.joining("\n"));
  }

  private static String oneLine(String message) {
    return message.lines().map(String::strip).reduce((a, b) -> a + " " + b).orElse("");
  }
}
