package io.github.tracecast.predict.cli.commands;

import io.github.tracecast.predict.cli.options.Checksums;
import io.github.tracecast.predict.cli.options.HtmlOption;
import io.github.tracecast.predict.cli.options.PredictionOptions;
import io.github.tracecast.predict.cli.options.ProgressDisplay;
import io.github.tracecast.predict.cli.options.QuietReport;
import io.github.tracecast.predict.cli.options.TraceInput;
import io.github.tracecast.predict.model.PreparedTrace;
import io.github.tracecast.predict.output.JsonOutput;
import io.github.tracecast.predict.output.ReportFile;
import io.github.tracecast.predict.print.SweepCsv;
import io.github.tracecast.predict.print.SweepJson;
import io.github.tracecast.predict.print.SweepText;
import io.github.tracecast.predict.report.Provenance;
import io.github.tracecast.predict.report.SweepReport;
import io.github.tracecast.predict.settings.JavaCommand;
import io.github.tracecast.predict.settings.PredictionRequest;
import io.github.tracecast.predict.settings.UsageException;
import io.github.tracecast.predict.sweep.Axis;
import io.github.tracecast.predict.sweep.KeptPoints;
import io.github.tracecast.predict.sweep.Outcome;
import io.github.tracecast.predict.sweep.Shard;
import io.github.tracecast.predict.sweep.SlurmJobs;
import io.github.tracecast.predict.sweep.Sweep;
import io.github.tracecast.predict.sweep.SweepPlan;
import io.github.tracecast.predict.sweep.SweepResult;
import io.github.tracecast.predict.sweep.SweptTraces;
import io.github.tracecast.predict.sweep.Worker;
import io.github.tracecast.predict.text.Numbers;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tracecast sweep}: predicts a trace at many points. */
@Command(
    name = "sweep",
    mixinStandardHelpOptions = true,
    defaultValueProvider = SweepCommand.PlatformMayBeVaried.class,
    description = {
      "Predicts a trace for every combination of the given values.",
      "Finished points are kept in a journal, so the same command continues after an interruption."
    })
public final class SweepCommand implements Callable<Integer> {
  /** Exit code if some point could not be predicted. */
  static final int POINTS_FAILED = 3;

  private static final int MOST_WARNINGS = 10;

  @Spec
  private CommandSpec spec;

  @Parameters(
      paramLabel = "TRACE",
      arity = "1..*",
      description =
          "A trace of Tracecast, or of any other format that import reads. With --vary ranks: recordings of the same program on"
              + " different numbers of ranks (docs/extrapolate.md).")
  private List<Path> traces;

  @Mixin
  private TraceInput input;

  @Mixin
  private PredictionOptions options;

  @Option(
      names = "--vary",
      paramLabel = "KEY=RANGE",
      required = true,
      description =
          "Varies a key: a value of the machine, platform, engine, contention, mapping, deltas, seed, compute-scale, ranks or"
              + " compute-scale-at.SITE. RANGE is START:END:linN, START:END:logN (N values) or A,B,C, with units; repeatable.")
  private List<String> varied;

  @Option(
      names = "--zip",
      description =
          "Combines the first values of all --vary, then the second values, and so on, instead of every combination.")
  private boolean zip;

  @Option(
      names = "--sensitivity",
      description =
          "Adds to each point the derivatives of its time with respect to latency, overhead, gap, gap per byte, bandwidth and"
              + " computation speed, and how much worse each may become before the run is 1, 2, 5 and 10%% slower."
              + " Requires --engine loggp without contention.")
  private boolean sensitivity;

  @Option(
      names = "--journal",
      paramLabel = "FILE",
      description =
          "File that keeps the finished points. It is not removed (default: a file in the cache, which is removed after success).")
  private Path journal;

  @Option(
      names = "--shard",
      paramLabel = "I/N",
      description =
          "Predicts only share I of N of the points and keeps them in the journal; a run without --shard reports all.")
  private String shard;

  @Option(
      names = "--slurm",
      paramLabel = "N",
      description =
          "Submits the sweep to Slurm as an array of N jobs with one share each, and a final job that reports all.")
  private Integer slurm;

  @Option(
      names = "--sbatch",
      paramLabel = "OPTION",
      description =
          "With --slurm: an option for sbatch, such as --sbatch=--cpus-per-task=8; repeatable.")
  private List<String> sbatch = List.of();

  @Option(
      names = "--jobs",
      paramLabel = "N",
      description =
          "Number of parallel threads, or processes with engine simgrid (default: all processors).")
  private Integer jobs;

  @Option(
      names = "--csv",
      paramLabel = "FILE",
      description =
          "Also writes one row per point as CSV; - writes it to standard output instead of the report.")
  private String csv;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description =
          "Also writes the points as JSON; - writes it to standard output instead of the report.")
  private String json;

  @Mixin
  private HtmlOption html;

  @Option(
      names = "--points-table",
      paramLabel = "N",
      defaultValue = "32",
      description = "Maximum number of rows in the table of points (default: ${DEFAULT-VALUE}).")
  private int pointsTable;

  @Mixin
  private QuietReport quiet;

  @Option(names = "--worker", hidden = true)
  private Integer worker;

  /** Allows {@code --platform} to be missing. */
  static final class PlatformMayBeVaried implements IDefaultValueProvider {
    @Override
    public String defaultValue(ArgSpec argument) {
      return argument instanceof OptionSpec option && option.longestName().equals("--platform")
          ? ""
          : null;
    }
  }

  @Override
  public Integer call() throws IOException {
    SweepPlan plan = plan();
    if (worker != null) {
      Worker.watchStarter(System.in);
      Worker.tell(sweep(plan).alone(worker), spec.commandLine().getOut());
      return 0;
    }
    check(plan);
    Shard share = shard == null ? Shard.ALL : Shard.parse(shard);
    Sweep sweep = sweep(plan);
    Path file = journal(sweep);
    if (slurm != null) {
      submit(sweep, file);
      return 0;
    }
    SortedMap<Integer, Outcome> outcomes;
    try (ProgressDisplay progress =
        new ProgressDisplay("Sweeping", "points", share.sizeOf(plan), !quiet.asked())) {
      try (KeptPoints kept = new KeptPoints(share.sizeOf(plan), progress, System.err)) {
        outcomes = sweep.run(file, share, worker(), jobs(), kept);
      }
    }
    if (shard != null) {
      return shareEnded(plan, share, file, outcomes);
    }
    SweepResult result =
        sweep.result(names(), outcomes, plan.varies("deltas") ? List.of() : options.warnings());
    report(result);
    if (result.failed() > 0) {
      return POINTS_FAILED;
    }
    if (journal == null) {
      KeptPoints.remove(file);
    }
    return 0;
  }

  /**
   * Returns the requested journal. By default, Slurm jobs share one in the current folder, and
   * others are in the cache.
   */
  private Path journal(Sweep sweep) {
    if (journal != null) {
      return journal;
    }
    return slurm != null
        ? Path.of(sweep.journalName())
        : KeptPoints.file(
            sweep.journalName(), System.getenv("XDG_CACHE_HOME"), System.getenv("HOME"));
  }

  private SweepPlan plan() {
    SweepPlan plan = new SweepPlan(
        options.request(), varied.stream().map(Axis::parse).toList(), zip, sensitivity);
    if (plan.base().platform().isEmpty()) {
      throw new ParameterException(
          spec.commandLine(), "Missing required option: '--platform=P', or --vary platform=P,Q");
    }
    return plan;
  }

  private Sweep sweep(SweepPlan plan) {
    List<PreparedTrace> recordings = traces.stream().map(input::read).toList();
    boolean extrapolates = plan.varies(SweptTraces.RANKS);
    if (recordings.size() > 1 && !extrapolates) {
      throw new UsageException(
          "found " + recordings.size()
              + " traces; expected one trace, or --vary ranks=N,M for recordings on different numbers of ranks");
    }
    return new Sweep(
        plan, extrapolates ? SweptTraces.of(recordings) : SweptTraces.of(recordings.getFirst()));
  }

  private String names() {
    return traces.stream().map(Path::toString).collect(Collectors.joining(", "));
  }

  /** Returns a worker that runs this command for one point. */
  private Worker worker() {
    return new Worker(
        JavaCommand.TRACECAST, spec.root().commandLine().getParseResult().originalArgs());
  }

  private void submit(Sweep sweep, Path file) {
    sweep.prepare(file);
    List<String> collect = without(
        List.of("--slurm", "--sbatch", "--journal", "--jobs"),
        spec.root().commandLine().getParseResult().originalArgs());
    SlurmJobs.Submitted jobs = new SlurmJobs(JavaCommand.TRACECAST, file, sbatch)
        .submit(slurm, without(List.of("--csv", "--json", "--html"), collect), collect);
    spec.commandLine()
        .getOut()
        .println("Submitted to Slurm: job array " + jobs.shares() + " of "
            + Numbers.counted(slurm, "share") + ", then job " + jobs.collector()
            + ", which reports all points to " + file + ".log");
  }

  /** Arguments without some options, each of which takes one value. */
  private static List<String> without(List<String> options, List<String> arguments) {
    List<String> rest = new ArrayList<>();
    for (int i = 0; i < arguments.size(); i++) {
      String argument = arguments.get(i);
      if (options.contains(argument)) {
        i++; // its value as well
      } else if (options.stream().noneMatch(option -> argument.startsWith(option + "="))) {
        rest.add(argument);
      }
    }
    return rest;
  }

  private int jobs() {
    return jobs == null ? Runtime.getRuntime().availableProcessors() : jobs;
  }

  private void check(SweepPlan plan) {
    for (Axis axis : plan.axes()) {
      String option = "--" + axis.key();
      if (SweepPlan.OPTIONS.contains(axis.key())
          && spec.commandLine().getParseResult().hasMatchedOption(option)) {
        throw new UsageException("--vary: found " + axis.key() + ", which " + option
            + " also sets; expected only one of the two");
      }
    }
    if (jobs != null && (jobs < 1 || jobs > 1024)) {
      throw new UsageException("--jobs: found " + jobs + "; expected 1 to 1024");
    }
    if (pointsTable < 0) {
      throw new UsageException(
          "--points-table: found " + pointsTable + "; expected 0 or more rows");
    }
    if (slurm != null && (slurm < 1 || slurm > plan.size())) {
      throw new UsageException("--slurm: found " + slurm + " shares of " + plan.size()
          + " points; expected 1 to " + plan.size());
    }
    if (slurm != null && shard != null) {
      throw new UsageException("--slurm: found with --shard; expected one of the two");
    }
    if (slurm == null && !sbatch.isEmpty()) {
      throw new UsageException("--sbatch: found without --slurm; expected both or none");
    }
    ReportFile.Target[] targets = {
      new ReportFile.Target("--csv", csv), JsonOutput.target(json), html.target()
    };
    Optional<String> given = Stream.of(targets)
        .filter(target -> target.file() != null)
        .map(ReportFile.Target::option)
        .findFirst();
    if (shard != null && given.isPresent()) {
      throw new UsageException("--shard: found with " + given.get()
          + "; expected only --shard, because a run without it writes the results");
    }
    ReportFile.check(targets);
  }

  private int shareEnded(
      SweepPlan plan, Shard share, Path file, SortedMap<Integer, Outcome> outcomes) {
    long failed = outcomes.entrySet().stream()
        .filter(entry -> share.has(entry.getKey()))
        .filter(entry -> entry.getValue() instanceof Outcome.Failed)
        .count();
    spec.commandLine()
        .getOut()
        .println("Share " + shard + ": "
            + Numbers.counted(share.sizeOf(plan), "point") + " of " + plan.size() + " in "
            + file + (failed == 0 ? "" : ", " + failed + " FAILED"));
    return failed == 0 ? 0 : POINTS_FAILED;
  }

  private void report(SweepResult result) throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    int points = result.plan().size();
    List<SweepResult.Warning> warnings = result.warnings();
    warnings.stream()
        .limit(MOST_WARNINGS)
        .forEach(warning -> err.println("warning: " + warning.of(points)));
    if (warnings.size() > MOST_WARNINGS) {
      err.println("warning: and " + (warnings.size() - MOST_WARNINGS)
          + " more warnings about single points; --json and --html list all of them");
    }
    err.flush();
    if (csv != null) {
      ReportFile.write("--csv", csv, out, writer -> SweepCsv.write(result, writer));
    }
    if (json != null) {
      JsonOutput.write(json, out, generator -> SweepJson.write(result, generator));
    }
    if (html.asked()) {
      html.write(
          SweepReport.of(result, provenance(result)),
          generator -> SweepJson.write(result, generator, SweepReport.MOST_POINTS));
    }
    if (!ReportFile.isStandardOutput(csv)
        && !ReportFile.isStandardOutput(json)
        && !html.isStandardOutput()) {
      SweepText text = new SweepText(result, out);
      if (quiet.asked()) {
        text.headline();
      } else {
        text.print(pointsTable);
      }
    }
  }

  private Provenance provenance(SweepResult result) throws IOException {
    PredictionRequest base = result.plan().base();
    return html.provenance(
        String.join(", ", result.engines()),
        Checksums.of(
            traces,
            result.plan().valuesOf("platform", base.platform()),
            result.plan().valuesOf("mapping", base.mapping())));
  }
}
