package io.github.tracecast.predict.cli.commands;

import io.github.tracecast.platform.Platform;
import io.github.tracecast.platform.PlatformCatalogue;
import io.github.tracecast.predict.cli.options.ProgressDisplay;
import io.github.tracecast.predict.cli.options.Quiet;
import io.github.tracecast.predict.fit.Allocations;
import io.github.tracecast.predict.fit.FitRequest;
import io.github.tracecast.predict.fit.FitResult;
import io.github.tracecast.predict.fit.Job;
import io.github.tracecast.predict.fit.MachineFit;
import io.github.tracecast.predict.fit.MeasuredTime;
import io.github.tracecast.predict.fit.MeasurementFile;
import io.github.tracecast.predict.fit.TrialRuns;
import io.github.tracecast.predict.print.FitCsv;
import io.github.tracecast.predict.print.FitText;
import io.github.tracecast.predict.settings.PredictionRequest;
import io.github.tracecast.predict.sweep.KeptPoints;
import io.github.tracecast.simulate.engine.Engines;
import io.github.tracecast.trace.text.ReportFile;
import io.github.tracecast.trace.text.UsageException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tracecast fit}: figures of a machine from measurements. */
@Command(
    name = "fit",
    mixinStandardHelpOptions = true,
    description = {
      "Finds the figures of a machine that explain measurements best.",
      "It reads CSV (nodes, collective, algorithm, buffer_bytes, median_us), and the output of the OSU micro-benchmarks,"
          + " the Intel MPI Benchmarks and nccl-tests.",
      "Without -o it writes no file: --free none then only checks a machine."
    })
public final class FitCommand implements Callable<Integer> {
  @Spec
  private CommandSpec spec;

  @Parameters(paramLabel = "MEASUREMENTS", description = "The file of measurements.")
  private Path measurements;

  @Option(
      names = "--platform",
      paramLabel = "START",
      required = true,
      description = "The machine to start from: its values are the priors.")
  private String platform;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "Where to write the fitted machine file.")
  private @Nullable String output;

  @Option(
      names = "--free",
      paramLabel = "KEY",
      split = ",",
      description =
          "Figures that may change, or none (default: costs whose source says assumption or fitted).")
  private @Nullable List<String> free;

  @Option(
      names = "--machine",
      paramLabel = "NAME",
      description =
          "Uses the measurements of this machine (default: the start machine's name, if the file names machines).")
  private @Nullable String machine;

  @Option(
      names = "--allocations",
      paramLabel = "FILE",
      description =
          "The nodes of measured jobs: CSV with the columns machine, run, rank and node, and file if a run has several jobs (default: the first nodes).")
  private @Nullable Path allocations;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "Replaces a figure of the start machine; repeatable.")
  private Map<String, String> figures = Map.of();

  @Option(
      names = "--engine",
      paramLabel = "NAME",
      defaultValue = Engines.LOGGP,
      description =
          "The engine of predictions (default: ${DEFAULT-VALUE}, which predicts all candidates in one pass).")
  private String engine;

  @Option(
      names = "--spread",
      paramLabel = "F",
      defaultValue = "2",
      description =
          "How far a value may be from its start: a factor, one standard deviation of the prior (default: ${DEFAULT-VALUE}).")
  private double spread;

  @Option(
      names = "--job-latency",
      description =
          "Gives each job a factor of its own on latencies. The file gets the figures without it.")
  private boolean jobLatency;

  @Option(
      names = "--cross-validate",
      description = "Fits again without each number of nodes, and predicts the measurements there.")
  private boolean crossValidate;

  @Option(
      names = "--measured-nodes",
      paramLabel = "N",
      description = "Nodes of the measured job, for outputs that do not name them.")
  private int nodes;

  @Option(
      names = "--measured-ranks-per-node",
      paramLabel = "N",
      defaultValue = "1",
      description = "Ranks on each of these nodes (default: ${DEFAULT-VALUE}).")
  private int ranksPerNode;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Seed of the intervals' draws (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--csv",
      paramLabel = "FILE",
      description = "Writes each measurement with its prediction.")
  private @Nullable String csv;

  @Mixin
  private Quiet quiet;

  @Override
  public Integer call() throws IOException {
    check();
    PrintWriter out = spec.commandLine().getOut();
    PredictionRequest base =
        PredictionRequest.on(platform, engine).with(draft -> draft.figures = figures);
    Platform start = PlatformCatalogue.load(platform, figures);
    List<MeasuredTime> chosen =
        chosen(MeasurementFile.read(measurements, new Job(nodes, ranksPerNode)), start.name());
    FitResult result = fit(start, base, chosen);
    if (output != null) {
      ReportFile.write("-o", output, out, writer -> writer.write(result.text()));
    }
    if (csv != null) {
      ReportFile.write("--csv", csv, out, writer -> FitCsv.write(chosen, result, writer));
    }
    print(out, result);
    return 0;
  }

  private FitResult fit(Platform start, PredictionRequest base, List<MeasuredTime> chosen)
      throws IOException {
    List<String> keys = free == null
        ? MachineFit.usualFree(start)
        : free.equals(List.of("none")) ? List.of() : free;
    FitRequest request =
        new FitRequest(base, keys, spread, jobLatency, crossValidate, seed, logs(), target());
    try (Allocations places =
        allocations == null ? Allocations.none() : Allocations.read(allocations)) {
      TrialRuns trials;
      try (ProgressDisplay progress =
          new ProgressDisplay("Preparing", "measurements", chosen.size(), !quiet.asked())) {
        trials = TrialRuns.of(chosen, start, base, places, progress);
      }
      if (trials.trials().isEmpty()) {
        throw new UsageException(measurements + ": found no measurement that can be predicted ("
            + trials.left().values().iterator().next() + "); expected at least one");
      }
      try (ProgressDisplay progress =
          new ProgressDisplay("Fitting", "runs", 20L * trials.trials().size(), !quiet.asked())) {
        return new MachineFit(request, start, trials, progress).run();
      }
    }
  }

  private void check() {
    ReportFile.check(new ReportFile.Target("-o", output), new ReportFile.Target("--csv", csv));
    if (!(spread > 1 && spread < 1e6)) {
      throw new UsageException(
          "--spread: found " + spread + "; expected a factor above 1, such as 2");
    }
    if (nodes < 0 || ranksPerNode < 1) {
      throw new UsageException("--measured-nodes: found " + nodes + " with " + ranksPerNode
          + " ranks per node; expected numbers above 0");
    }
  }

  /** The file's measurements of one machine. */
  private List<MeasuredTime> chosen(List<MeasuredTime> all, String startName) {
    List<String> machines = all.stream().map(MeasuredTime::machine).distinct().toList();
    String wanted = machine != null ? machine : startName;
    if (machines.size() == 1 && machine == null) {
      return all;
    }
    if (!machines.contains(wanted)) {
      throw new UsageException(measurements + ": found measurements of "
          + String.join(", ", machines) + "; expected --machine with one of them");
    }
    return all.stream().filter(m -> m.machine().equals(wanted)).toList();
  }

  /** Evaluations are kept beside the journals of sweeps. */
  private Optional<Path> logs() {
    return output == null
        ? Optional.empty()
        : KeptPoints.file("fit", System.getenv("XDG_CACHE_HOME"), System.getenv("HOME"))
            .map(Path::toAbsolutePath)
            .map(Path::getParent);
  }

  /** Where the fitted file will stand; beside the start file if it has no place. */
  private Path target() {
    return output == null || ReportFile.isStandardOutput(output)
        ? Path.of(platform).resolveSibling("fitted.yaml")
        : Path.of(output);
  }

  private void print(PrintWriter out, FitResult result) {
    java.io.StringWriter text = new java.io.StringWriter();
    new FitText(result).print(new PrintWriter(text, true));
    out.print(
        quiet.asked() ? text.toString().lines().findFirst().orElse("") + "\n" : text.toString());
  }
}
