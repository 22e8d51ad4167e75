package io.github.tracecast.predict.cli.commands;

import io.github.tracecast.predict.cli.options.ErrorLines;
import io.github.tracecast.predict.cli.options.OptionValues;
import io.github.tracecast.predict.cli.options.ProgressDisplay;
import io.github.tracecast.predict.cli.options.Quiet;
import io.github.tracecast.predict.print.CalibrationText;
import io.github.tracecast.predict.text.ReportFile;
import io.github.tracecast.record.calibrate.CalibrationRun;
import io.github.tracecast.record.calibrate.Measurements;
import io.github.tracecast.record.calibrate.PlatformText;
import io.github.tracecast.trace.text.Numbers;
import io.github.tracecast.trace.text.UsageException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code tracecast calibrate}: measures a machine with two MPI ranks and writes its platform file.
 */
@Command(
    name = "calibrate",
    mixinStandardHelpOptions = true,
    description = {
      "Measures latency, overhead and bandwidth of messages between two MPI ranks, and writes a machine file.",
      "tracecast predict --platform FILE uses the file.",
      "If both ranks run on one node, the file describes this node. If the ranks run on two nodes, the file"
          + " describes nodes with one rank each.",
      "Nothing else should run at the same time."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the file was written",
      "2:the command could not be started, failed, or did not start two ranks of one program"
    })
public final class CalibrateCommand implements Callable<Integer> {
  private static final double LONGEST_SECONDS = 24 * 3600;

  @Spec
  private CommandSpec spec;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      defaultValue = "mymachine.yaml",
      description =
          "Where to write the machine file; - is standard output (default: ${DEFAULT-VALUE}).")
  private String output;

  @Option(
      names = "--seconds",
      paramLabel = "TIME",
      defaultValue = "20",
      description =
          "Duration of the measurements, at least 1s, without the start and end of the ranks; a plain number is in seconds (default: ${DEFAULT-VALUE}).")
  private String duration;

  @Option(
      names = "--mpicc",
      paramLabel = "MPICC",
      description =
          "The mpicc that builds the measuring program (default: the mpicc of the launcher's MPI).")
  private @Nullable String compiler;

  @Mixin
  private Quiet quiet;

  @Parameters(
      arity = "1..*",
      paramLabel = "COMMAND",
      description =
          "The command that starts a program on two ranks, after --, such as: -- mpirun -n 2.")
  private List<String> command;

  @Override
  public Integer call() throws IOException, InterruptedException {
    double seconds = OptionValues.seconds("--seconds", duration);
    if (seconds > LONGEST_SECONDS) {
      throw new UsageException(
          "--seconds: found " + duration + "; expected at most " + Numbers.time(LONGEST_SECONDS));
    }
    ReportFile.check("-o", output);
    Measurements measured = measure(seconds);
    Optional<String> noiseFile =
        ReportFile.isStandardOutput(output) || measured.repetitionNanos().isEmpty()
            ? Optional.empty()
            : Optional.of(name() + "-noise.txt");
    String text = PlatformText.of(name(), CalibrationRun.origin(command), measured, noiseFile);
    ReportFile.write("-o", output, spec.commandLine().getOut(), writer -> writer.write(text));
    if (noiseFile.isPresent()) {
      Path file = Path.of(output).resolveSibling(noiseFile.get());
      ReportFile.write("-o", file.toString(), writer -> writer.write(PlatformText.noise(measured)));
    }
    if (!ReportFile.isStandardOutput(output)) {
      ErrorLines.print(spec, CalibrationText.lines(output, measured));
    }
    return 0;
  }

  private Measurements measure(double seconds) throws InterruptedException {
    long whole = Math.max(1, Math.round(seconds));
    try (ProgressDisplay progress =
        new ProgressDisplay("Measuring", "seconds", whole, !quiet.isSet())) {
      return CalibrationRun.measure(
          command,
          compiler,
          seconds,
          line -> ErrorLines.note(spec, line),
          percent -> progress.accept(percent * whole / 100));
    }
  }

  private String name() {
    return ReportFile.isStandardOutput(output)
        ? "mymachine"
        : Path.of(output).getFileName().toString().replaceFirst("\\.ya?ml$", "");
  }
}
