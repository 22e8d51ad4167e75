package io.github.tracecast.predict.cli.commands;

import io.github.tracecast.predict.cli.options.ErrorLines;
import io.github.tracecast.predict.cli.options.OutputGuard;
import io.github.tracecast.predict.cli.options.ProgressDisplay;
import io.github.tracecast.predict.cli.options.Quiet;
import io.github.tracecast.predict.cli.options.RecordingOptions;
import io.github.tracecast.predict.cli.options.TraceForm;
import io.github.tracecast.predict.print.RecordingReport;
import io.github.tracecast.record.MpiCompilers;
import io.github.tracecast.record.RecorderLibrary;
import io.github.tracecast.record.RecordingRun;
import io.github.tracecast.record.SupervisedRun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tracecast record}: records a run of an MPI program as one comprehensive trace. */
@Command(
    name = "record",
    mixinStandardHelpOptions = true,
    description = {
      "Runs an unmodified MPI program and writes one trace of its MPI calls.",
      "The recorder is preloaded into the program. The program's results and exit code do not change."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "N:exit code of the command; 0 after --linked=FOLDER has written its files",
      "2:the command could not be started, or ended with exit code 0 but without a trace"
    })
public final class RecordCommand implements Callable<Integer>, OutputGuard.TraceWriter {
  @Spec
  private CommandSpec spec;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      defaultValue = "recorded.ctrace",
      description = "Where to write the trace (default: ${DEFAULT-VALUE}).")
  private Path output;

  @Mixin
  private TraceForm form;

  @Mixin
  private RecordingOptions options;

  @Mixin
  private Quiet quiet;

  @Parameters(
      arity = "0..*",
      paramLabel = "COMMAND",
      description = "The command to run, after --, such as: -- mpirun -n 4 ./app ARGUMENTS.")
  private List<String> command = List.of();

  @Override
  public boolean streams() {
    return false; // standard output belongs to the recorded program
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    options.check(command);
    Optional<Path> linkable = options.linkable();
    if (linkable.isPresent()) {
      writeLibrary(linkable.get());
      return 0;
    }
    return record();
  }

  /** Writes the recorder for programs that are linked with it. */
  private void writeLibrary(Path folder) throws IOException, InterruptedException {
    Path mpicc = MpiCompilers.ofLauncher(options.compiler(), "mpicc");
    new RecorderLibrary(line -> ErrorLines.print(spec, line)).putInto(folder, mpicc);
    RecordingReport.howToLink(folder).forEach(spec.commandLine().getOut()::println);
  }

  /** Runs the command, and returns its exit code. */
  private int record() throws IOException, InterruptedException {
    try (RecordingRun run = RecordingRun.start(
        options.request(command, output, form.encoding()), line -> ErrorLines.print(spec, line))) {
      int exitCode = run.await();
      RecordingRun.Outcome outcome;
      try (ProgressDisplay progress =
          new ProgressDisplay("compress", "calls", -1, !quiet.isSet())) {
        outcome = run.compress(exitCode, progress);
      }
      if (run.isInterrupted() || SupervisedRun.isSignal(exitCode)) {
        ErrorLines.print(
            spec,
            "The run was interrupted."
                + (outcome.trace().isPresent()
                    ? " The trace holds the calls until the interruption."
                    : ""));
      }
      report(outcome);
      return outcome.leftover().isPresent() && exitCode == 0 ? ExitCode.USAGE : exitCode;
    }
  }

  private void report(RecordingRun.Outcome outcome) throws IOException {
    RecordingReport.lines(outcome, output, options.verifies(), quiet.isSet())
        .forEach(line -> ErrorLines.print(spec, line));
    outcome.trace().ifPresent(trace -> ErrorLines.warn(spec, RecordingReport.warnings(trace)));
    // prints the warnings here, because a pending signal may end the JVM before Main prints them
    ErrorLines.printWarnings(spec, output);
  }
}
