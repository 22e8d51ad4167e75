package io.github.tracecast.predict.cli.commands;

import io.github.tracecast.platform.Platform;
import io.github.tracecast.platform.PlatformCatalogue;
import io.github.tracecast.predict.cli.options.JobsOption;
import io.github.tracecast.predict.cli.options.ProgressDisplay;
import io.github.tracecast.predict.cli.options.Quiet;
import io.github.tracecast.predict.cli.options.reports.JsonOption;
import io.github.tracecast.predict.fit.Allocations;
import io.github.tracecast.predict.fit.FitRequest;
import io.github.tracecast.predict.fit.FitResult;
import io.github.tracecast.predict.fit.Job;
import io.github.tracecast.predict.fit.MachineFit;
import io.github.tracecast.predict.fit.MeasuredTime;
import io.github.tracecast.predict.fit.MeasurementFile;
import io.github.tracecast.predict.fit.PredictionListener;
import io.github.tracecast.predict.fit.TrialRuns;
import io.github.tracecast.predict.print.fit.FitCsv;
import io.github.tracecast.predict.print.fit.FitJson;
import io.github.tracecast.predict.print.fit.FitText;
import io.github.tracecast.predict.settings.PredictionRequest;
import io.github.tracecast.predict.sweep.KeptPoints;
import io.github.tracecast.predict.text.ReportFile;
import io.github.tracecast.simulate.engine.Engines;
import io.github.tracecast.trace.system.WholeFile;
import io.github.tracecast.trace.text.UsageException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tracecast fit}: fits the values of a machine to measurements. */
@Command(
    name = "fit",
    mixinStandardHelpOptions = true,
    description = {
      "Finds the values of a machine that explain measured times best.",
      "The file is CSV (nodes, collective, algorithm, buffer_bytes, median_us), or the output of the OSU"
          + " micro-benchmarks, the Intel MPI Benchmarks or nccl-tests.",
      "Without -o, no machine file is written. With --free none, fits nothing, and reports the prediction"
          + " errors of the start machine."
    })
public final class FitCommand implements Callable<Integer> {
  private static final String JOB_LATENCY = "job-latency";

  @Spec
  private CommandSpec spec;

  @Parameters(
      paramLabel = "MEASUREMENTS[:MACHINE]",
      description =
          "The file of measurements. If the file has measurements of several machines, MACHINE chooses one"
              + " (default: the start machine).")
  private String measured;

  private Path measurements = Path.of("");
  private @Nullable String machine;

  @Option(
      names = "--platform",
      paramLabel = "START",
      required = true,
      description =
          "The start machine. The prior of each fitted value is centred at this machine's value.")
  private String platform;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "Where to write the fitted machine file.")
  private @Nullable String output;

  @Option(
      names = "--free",
      paramLabel = "KEYS[:FACTOR]",
      split = ",",
      description =
          "The values to fit, such as network.link_latency,usual. KEYS are keys of the machine, or a word:"
              + " \"usual\" (all keys whose source begins with assumption or fitted), \"job-latency\" (a factor"
              + " on all latencies for each job; the machine file does not contain these factors) or \"none\"."
              + " The default is usual. FACTOR is one standard deviation of the prior (default: 2, which is"
              + " half to double the start value).")
  private List<String> free = List.of("usual");

  @Option(
      names = "--nodes",
      paramLabel = "FILE|N[xRANKS]",
      description =
          "The nodes on which the measured jobs ran (default: the first nodes of the machine). N is the number"
              + " of nodes for measurements that do not state this number; 16x4 means 16 nodes with 4 ranks"
              + " each. FILE lists the nodes: a CSV file with the columns"
              + " machine, run, rank and node, and a column named \"file\" if a run has several jobs.")
  private @Nullable String nodes;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "Replaces a value of the start machine; repeatable.")
  private Map<String, String> figures = Map.of();

  @Option(
      names = "--engine",
      paramLabel = "NAME",
      defaultValue = Engines.LOGGP,
      description =
          "The engine that predicts the measurements, as in predict (default: ${DEFAULT-VALUE}, which predicts"
              + " all candidate values in one replay).")
  private String engine;

  @Option(
      names = "--cross-validate",
      description =
          "Cross-validates the fit. For each number of nodes, fits to the measurements on all other numbers of"
              + " nodes, and reports the prediction error on this number.")
  private boolean crossValidate;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "Random seed for the intervals of the fitted values (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--csv",
      paramLabel = "FILE",
      description =
          "Writes each measurement with its prediction as CSV. With --free none, standard output (-) or a pipe"
              + " gets each row as soon as it is predicted.")
  private @Nullable String csv;

  @Mixin
  private JsonOption json;

  @Mixin
  private Quiet quiet;

  @Mixin
  private JobsOption jobsOption;

  @Override
  public Integer call() throws IOException {
    return jobsOption.run(this::fit);
  }

  private int fit() throws IOException {
    check();
    PrintWriter out = spec.commandLine().getOut();
    PredictionRequest base =
        PredictionRequest.on(platform, engine).with(draft -> draft.figures = figures);
    Platform start = PlatformCatalogue.load(platform, figures);
    List<MeasuredTime> chosen = chosen(MeasurementFile.read(measurements, job()), start.name());
    String stream = csv != null && appears(csv, start) ? csv : null;
    FitResult result =
        stream == null ? fit(start, base, chosen, null) : appearing(stream, start, base, chosen);
    if (output != null) {
      ReportFile.write("-o", output, out, writer -> writer.write(result.text()));
    }
    if (csv != null && stream == null) {
      ReportFile.write("--csv", csv, out, writer -> FitCsv.write(chosen, result, writer));
    }
    json.write(generator -> FitJson.write(result, generator));
    if (!json.isStandardOutput() && !ReportFile.isStandardOutput(csv)) {
      FitText text = new FitText(result);
      if (quiet.isSet()) {
        out.println(Quiet.firstLine(text::print));
      } else {
        text.print(out);
      }
    }
    return 0;
  }

  /** Predicts, and writes each row as soon as it is predicted. */
  private FitResult appearing(
      String target, Platform start, PredictionRequest base, List<MeasuredTime> chosen)
      throws IOException {
    List<FitResult> result = new ArrayList<>();
    ReportFile.write(
        "--csv",
        target,
        spec.commandLine().getOut(),
        rows -> result.add(fit(start, base, chosen, rows)));
    return result.getFirst();
  }

  /** @param rows receives each row as soon as it is predicted; may be null */
  private FitResult fit(
      Platform start, PredictionRequest base, List<MeasuredTime> chosen, @Nullable Writer rows)
      throws IOException {
    FitRequest request = new FitRequest(
        base,
        keys(start),
        spread(),
        freeWords().contains(JOB_LATENCY),
        crossValidate,
        seed,
        logs(),
        target());
    try (Allocations places =
        nodes == null || isNumber(nodes) ? Allocations.none() : Allocations.read(Path.of(nodes))) {
      TrialRuns trials;
      try (ProgressDisplay progress =
          new ProgressDisplay("Preparing", "measurements", chosen.size(), !quiet.isSet())) {
        trials = TrialRuns.of(chosen, start, base, places, progress);
      }
      if (trials.trials().isEmpty()) {
        throw new UsageException(measurements + ": found no measurement that can be predicted ("
            + trials.unpredicted().values().iterator().next() + "); expected at least one");
      }
      long runs = (isFit(start) ? 20L : 1) * trials.trials().size();
      try (ProgressDisplay progress =
          new ProgressDisplay("Predicting", "measurements", runs, !quiet.isSet())) {
        PredictionListener count = counting(progress);
        return new MachineFit(
                request,
                start,
                trials,
                rows == null ? count : writing(chosen, trials.unpredicted(), rows, count))
            .run();
      }
    }
  }

  /** Whether at least one value is fitted. Then each measurement is predicted many times. */
  private boolean isFit(Platform start) {
    return !keys(start).isEmpty() || freeWords().contains(JOB_LATENCY);
  }

  /**
   * Whether each row of {@code --csv} is written as soon as it is predicted. A CSV file is written
   * only when it is complete.
   */
  private boolean appears(String target, Platform start) {
    return !isFit(start)
        && (ReportFile.isStandardOutput(target) || WholeFile.isSpecial(Path.of(target)));
  }

  private static PredictionListener counting(LongConsumer progress) {
    AtomicLong predicted = new AtomicLong();
    return (measurement, seconds) -> progress.accept(predicted.incrementAndGet());
  }

  private static PredictionListener writing(
      List<MeasuredTime> all,
      Map<MeasuredTime, String> unpredicted,
      Writer to,
      PredictionListener next) {
    FitCsv rows = new FitCsv(all, unpredicted, to);
    return (measurement, seconds) -> {
      try {
        rows.add(measurement, seconds);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      next.predicted(measurement, seconds);
    };
  }

  private void check() {
    ReportFile.check(
        new ReportFile.Target("-o", output), new ReportFile.Target("--csv", csv), json.target());
    int colon = measured.lastIndexOf(':');
    boolean named = colon > 0 && !Files.exists(Path.of(measured));
    measurements = Path.of(named ? measured.substring(0, colon) : measured);
    machine = named ? measured.substring(colon + 1) : null;
    spread();
  }

  private List<String> freeWords() {
    return free.stream().map(word -> word.replaceFirst(":.*", "")).toList();
  }

  /** Returns the standard deviation of the priors, as a factor. */
  private double spread() {
    String factor = free.stream()
        .filter(word -> word.contains(":"))
        .map(word -> word.substring(word.indexOf(':') + 1))
        .reduce("2", (before, last) -> last);
    try {
      double spread = Double.parseDouble(factor);
      if (spread > 1 && spread < 1e6) {
        return spread;
      }
    } catch (NumberFormatException e) { // falls through to the error below
    }
    throw new UsageException(
        "--free: found factor " + factor + "; expected a factor above 1, such as usual:2");
  }

  private static boolean isNumber(String nodes) {
    return nodes.matches("\\d+(x\\d+)?");
  }

  /** Returns the job of all measurements that name no nodes. */
  private Job job() {
    if (nodes == null || !isNumber(nodes)) {
      return new Job(0, 1);
    }
    try {
      String[] numbers = nodes.split("x");
      Job job = new Job(
          Integer.parseInt(numbers[0]), numbers.length == 1 ? 1 : Integer.parseInt(numbers[1]));
      if (job.nodes() > 0 && job.ranksPerNode() > 0) {
        return job;
      }
    } catch (NumberFormatException e) { // beyond int: falls through to the error below
    }
    throw new UsageException("--nodes: found " + nodes
        + "; expected a number of nodes, nodes and ranks per node such as 16x4, or a file");
  }

  /** The keys whose values may change. */
  private List<String> keys(Platform start) {
    return freeWords().stream()
        .flatMap(word -> switch (word) {
          case "none", JOB_LATENCY -> Stream.of();
          case "usual" -> MachineFit.usualFree(start).stream();
          default -> Stream.of(word);
        })
        .distinct()
        .toList();
  }

  /** Returns the measurements on one machine from the file. */
  private List<MeasuredTime> chosen(List<MeasuredTime> all, String startName) {
    List<String> machines = all.stream().map(MeasuredTime::machine).distinct().toList();
    String wanted = machine != null ? machine : startName;
    if (machines.size() == 1 && machine == null) {
      return all;
    }
    if (!machines.contains(wanted)) {
      throw new UsageException(
          measurements + ": found measurements of the machines " + String.join(", ", machines)
              + "; expected " + measurements + ":MACHINE, where MACHINE is one of these");
    }
    return all.stream().filter(m -> m.machine().equals(wanted)).toList();
  }

  /** Returns the folder that keeps evaluations, beside the journals of sweeps. */
  private Optional<Path> logs() {
    return output == null
        ? Optional.empty()
        : KeptPoints.file("fit", System.getenv("XDG_CACHE_HOME"), System.getenv("HOME"))
            .map(Path::toAbsolutePath)
            .map(Path::getParent);
  }

  /** Returns the path of the fitted file; without {@code -o}, a path beside the start file. */
  private Path target() {
    return output == null || ReportFile.isStandardOutput(output)
        ? Path.of(platform).resolveSibling("fitted.yaml")
        : Path.of(output);
  }
}
