package io.github.tracecast.predict.cli.commands;

import io.github.tracecast.decompress.PreparedTrace;
import io.github.tracecast.predict.Tracecast;
import io.github.tracecast.predict.cli.options.JobsOption;
import io.github.tracecast.predict.cli.options.Needs;
import io.github.tracecast.predict.cli.options.PredictionOptions;
import io.github.tracecast.predict.cli.options.SideJobOption;
import io.github.tracecast.predict.cli.options.SweepPoints;
import io.github.tracecast.predict.cli.options.SweepShares;
import io.github.tracecast.predict.cli.options.reports.SweepOutput;
import io.github.tracecast.predict.model.Predictor;
import io.github.tracecast.predict.print.SweepText;
import io.github.tracecast.predict.sweep.Outcome;
import io.github.tracecast.predict.sweep.Shard;
import io.github.tracecast.predict.sweep.Sweep;
import io.github.tracecast.predict.sweep.SweepPlan;
import io.github.tracecast.predict.sweep.SweepResult;
import io.github.tracecast.predict.usage.Production;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tracecast sweep}: predicts a trace at many points. */
@Command(
    name = "sweep",
    mixinStandardHelpOptions = true,
    defaultValueProvider = PredictionOptions.PlatformMayBeMissing.class,
    description = {
      "Predicts a trace for every combination of the given values.",
      "Finished points are kept in a journal, so the same command continues after an interruption."
    })
public final class SweepCommand implements Callable<Integer> {
  /** Exit code if at least one point could not be predicted. */
  static final int POINTS_FAILED = 3;

  /** Settings that may make some points of a sweep random and others not, if a sweep varies them. */
  private static final List<String> RANDOM_BY =
      List.of("deltas", "platform", "noise.period", "noise.length", "noise.file");

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
  private PredictionOptions options;

  @Mixin
  private SideJobOption jobs;

  @Mixin
  private SweepPoints points;

  @Mixin
  private SweepShares shares;

  @Mixin
  private SweepOutput output;

  @Mixin
  private ProductionRun production;

  @Mixin
  private JobsOption jobsOption;

  @Override
  public Integer call() throws IOException {
    return jobsOption.run(this::sweep);
  }

  private int sweep() throws IOException {
    options.preferFlows();
    SweepPlan plan = points.plan(options.request(), jobs.swept());
    if (shares.isWorker()) {
      shares.work(() -> sweep(plan));
      return 0;
    }
    points.check(plan);
    shares.check(plan, output.requestedOption());
    output.check();
    production.check(jobs);
    Production runs = production.production();
    Shard share = shares.share();
    Sweep sweep = sweep(plan);
    if (shares.isSubmitted()) {
      shares.submit(sweep);
      return 0;
    }
    SortedMap<Integer, Outcome> outcomes = shares.run(sweep, plan, share, output.isQuiet());
    if (shares.isShare()) {
      long failed = share.failed(outcomes);
      SweepText.share(
          plan, share, failed, shares.journal(sweep), spec.commandLine().getOut());
      return failed == 0 ? 0 : POINTS_FAILED;
    }
    SweepResult result = sweep.result(
        outcomes,
        RANDOM_BY.stream().anyMatch(plan::varies) ? List.of() : options.warnings(plan.base()),
        runs);
    List<Path> files = new ArrayList<>(traces);
    files.addAll(plan.jobs().files());
    output.write(result, files.stream().distinct().toList());
    if (result.failed() > 0) {
      return POINTS_FAILED;
    }
    shares.removeJournal(sweep);
    return 0;
  }

  private Sweep sweep(SweepPlan plan) {
    List<PreparedTrace> read = traces.stream().map(Tracecast::read).toList();
    read.forEach(trace -> Needs.ranks(spec, options, trace));
    Sweep sweep = Sweep.of(plan, read);
    Predictor first = new Predictor(plan.request(0));
    read.forEach(trace -> Needs.replay(spec, options, trace, first));
    return sweep;
  }
}
