package io.github.tracecast.predict.cli.commands;

import io.github.tracecast.decompress.Programs;
import io.github.tracecast.predict.cli.options.ErrorLines;
import io.github.tracecast.predict.cli.options.OutputGuard;
import io.github.tracecast.predict.cli.options.TraceInput;
import io.github.tracecast.predict.cli.options.TraceOutput;
import io.github.tracecast.predict.print.RetimingText;
import io.github.tracecast.predict.record.Payload;
import io.github.tracecast.predict.retime.Measurement;
import io.github.tracecast.predict.retime.Retiming;
import io.github.tracecast.predict.retime.SoloRuns;
import io.github.tracecast.predict.settings.OptionValues;
import io.github.tracecast.predict.settings.UsageException;
import io.github.tracecast.trace.Provenance;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
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
      "The rank runs alone. Its MPI calls get what they got in the recorded run, from the folder that record --payload wrote.",
      "Its times hold for all ranks that execute the same calls."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the trace was written",
      "2:the program took another path than the recorded one, failed, or could not be started"
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
      names = "--payload",
      paramLabel = "FOLDER",
      required = true,
      description = "The folder that record --payload wrote.")
  private Path folder;

  @Option(
      names = "--rank",
      paramLabel = "RANK",
      description =
          "Measures this rank; repeat the option for more (default: all ranks of the payload, one of each class).")
  private List<Integer> ranks = List.of();

  @Option(
      names = "--counter",
      paramLabel = "COUNTER",
      defaultValue = "time",
      description =
          "How to measure computation: time, cpu-time or instructions (default: ${DEFAULT-VALUE}).")
  private String counter;

  @Option(
      names = "--mpicc",
      paramLabel = "MPICC",
      description = "Compiler of the program's MPI (default: found by the program).")
  private String compiler;

  @Mixin
  private TraceInput input;

  @Mixin
  private TraceOutput output;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (command == null || command.isEmpty()) {
      throw new UsageException("found no program; expected one after --, such as: -- ./app");
    }
    OptionValues.one("--counter", counter, Provenance.Counter.values());
    Programs programs = input.read(trace).programs();
    PrintWriter out = spec.commandLine().getOut();
    SoloRuns runs = new SoloRuns(
        programs,
        trace.toString(),
        Payload.in(folder),
        command,
        compiler,
        counter,
        line -> ErrorLines.print(spec, line));
    List<Measurement> measurements = new ArrayList<>();
    for (int rank : runs.chosen(ranks)) {
      Measurement one = runs.measured(rank);
      measurements.add(one);
      out.println(RetimingText.line(programs, one));
      out.flush();
    }
    output.write(Retiming.of(programs, measurements));
    return 0;
  }
}
