package io.github.tracecast.predict.cli.commands;

import io.github.tracecast.decompress.PreparedTrace;
import io.github.tracecast.predict.Tracecast;
import io.github.tracecast.predict.cli.options.ErrorLines;
import io.github.tracecast.predict.cli.options.OutputGuard;
import io.github.tracecast.predict.cli.options.SoloRunOptions;
import io.github.tracecast.predict.cli.options.TraceForm;
import io.github.tracecast.predict.print.RetimingText;
import io.github.tracecast.record.Commands;
import io.github.tracecast.record.retime.SoloRuns;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.codec.TraceFiles;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tracecast retime}: measures the computation of single ranks on this machine. */
@Command(
    name = "retime",
    mixinStandardHelpOptions = true,
    description = {
      "Measures a program's computation on this machine, one rank at a time, and writes the trace with the new times.",
      "The rank runs alone. The MPI calls of this rank return the data that it received in the recorded run,"
          + " from the folder that record --payload wrote.",
      "The measured times also replace the times of all other ranks that make the same calls."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the trace was written",
      "2:the program made other calls than in the recorded run, failed, or could not be started"
    })
public final class RetimeCommand implements Callable<Integer>, OutputGuard.TraceWriter {
  @Spec
  private CommandSpec spec;

  @Parameters(index = "0", paramLabel = "TRACE", description = "The trace of the recorded run.")
  private Path trace;

  @Parameters(
      index = "1..*",
      arity = "1..*",
      paramLabel = "COMMAND",
      description =
          "The program and its arguments, after --, without a launcher, such as: -- ./app ARGUMENTS.")
  private List<String> command;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      required = true,
      description = "Where to write the trace.")
  private Path output;

  @Mixin
  private TraceForm form;

  @Mixin
  private SoloRunOptions options;

  @Override
  public boolean streams() {
    return false; // standard output belongs to the measured program
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Commands.require(command, "found no program", "./app");
    options.check();
    PreparedTrace prepared = Tracecast.read(trace);
    PrintWriter out = spec.commandLine().getOut();
    SoloRuns runs = options.runs(prepared, command, line -> ErrorLines.note(spec, line));
    Trace retimed = runs.retimed(
        options.ranks(),
        one -> out.println(RetimingText.line(prepared.programs(), one, options.counter(prepared))));
    TraceFiles.write(retimed, output, form.encoding());
    ErrorLines.warn(spec, output, retimed.header().warnings());
    return 0;
  }
}
