package io.github.tracecast.predict.cli.commands;

import io.github.tracecast.exports.program.CProgram;
import io.github.tracecast.predict.Tracecast;
import io.github.tracecast.predict.cli.options.ErrorLines;
import io.github.tracecast.predict.cli.options.Needs;
import io.github.tracecast.predict.cli.options.OptionValues;
import io.github.tracecast.predict.cli.options.ProgramSettings;
import io.github.tracecast.predict.cli.options.reports.Checksums;
import io.github.tracecast.predict.cli.options.reports.HtmlOption;
import io.github.tracecast.predict.report.analysis.AnalysisPage;
import io.github.tracecast.predict.report.prediction.SampledComputations;
import io.github.tracecast.predict.text.ReportFile;
import io.github.tracecast.record.MpiCompilers;
import io.github.tracecast.record.RecorderLibrary;
import io.github.tracecast.record.SupervisedRun;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.system.TemporaryFiles;
import io.github.tracecast.trace.text.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tracecast replay}: runs the calls of a trace on a real MPI. */
@Command(
    name = "replay",
    mixinStandardHelpOptions = true,
    description = {
      "Runs the MPI calls of a trace on a real MPI. It writes a program that makes these calls, builds this"
          + " program with the mpicc of that MPI, and runs it.",
      "tracecast program writes the same program, to run it on a machine without Tracecast."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "N:exit code of the launcher; 1 if received sizes were wrong",
      "2:the C program could not be written, built or started"
    })
public final class ReplayCommand implements Callable<Integer> {
  @Spec
  private CommandSpec spec;

  @Parameters(
      index = "0",
      paramLabel = "TRACE",
      description = "A trace of Tracecast, or of any other format that import reads.")
  private Path trace;

  @Parameters(
      index = "1..*",
      arity = "1..*",
      paramLabel = "LAUNCHER",
      description = "The launcher and its options, after --, such as: -- mpirun -n 64.")
  private @Nullable List<String> launcher;

  @Option(
      names = "--mpicc",
      paramLabel = "MPICC",
      description = "The mpicc that builds the program (default: the mpicc of the launcher's MPI).")
  private @Nullable String compiler;

  @Mixin
  private ProgramSettings settings;

  @Mixin
  private HtmlOption html;

  @Option(
      names = "--rank",
      paramLabel = "RANK",
      defaultValue = "0",
      description =
          "With --html, the page shows the computation of this rank between its calls (default: ${DEFAULT-VALUE}).")
  private int rank;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (launcher == null || launcher.isEmpty()) {
      throw new UsageException(
          "found no launcher; expected a launcher after --, such as -- mpirun -n 64");
    }
    if (html.isStandardOutput()) {
      throw new UsageException(
          "--html: found -, but the replayed program writes to standard output; expected a file");
    }
    ReportFile.check(html.target());
    Trace read = Tracecast.read(trace).trace();
    OptionValues.rank(rank, read.header().ranks());
    Consumer<String> log = line -> ErrorLines.note(spec, line);
    Needs.replay(spec, read.header().ranks());
    CProgram program = settings.program(trace, read, log);
    Path mpicc = MpiCompilers.ofFirstLauncher(compiler, List.copyOf(launcher));
    RecorderLibrary tools = new RecorderLibrary(log);
    Path built = tools.program(mpicc, program.text());
    List<String> command = new ArrayList<>(launcher);
    command.add(built.toString());
    if (!html.isRequested()) {
      return run(command, tools);
    }
    Path computations = TemporaryFiles.file("computations", ".txt");
    try {
      command.addAll(List.of(Integer.toString(rank), computations.toString()));
      int exitCode = run(command, tools);
      if (Files.size(computations) > 0) {
        writePage(SampledComputations.read(computations));
      } else {
        ErrorLines.note(
            spec,
            "--html: no page is written, because rank " + rank
                + " did not end, or ran on a node that does not share files with this machine");
      }
      return exitCode;
    } finally {
      Files.deleteIfExists(computations);
    }
  }

  private static int run(List<String> command, RecorderLibrary tools) throws InterruptedException {
    try (SupervisedRun run = SupervisedRun.start(command, Map.of(), tools)) {
      return run.await();
    }
  }

  private void writePage(SampledComputations measured) throws IOException {
    Path name = trace.getFileName();
    html.write(
        AnalysisPage.ofReplay(
            (name == null ? trace : name).toString(),
            rank,
            measured,
            html.provenance("", List.of(Checksums.input("trace", trace)))),
        json -> {
          json.writeNumberProperty("rank", rank);
          json.writeNumberProperty("computations", measured.count());
          json.writeNumberProperty("compute_seconds", measured.seconds());
          json.writeNumberProperty("min_seconds", measured.shortest());
          json.writeNumberProperty("max_seconds", measured.longest());
        });
  }
}
