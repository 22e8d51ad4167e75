package io.github.tracecast.predict.cli.commands;

import io.github.tracecast.decompress.PreparedTrace;
import io.github.tracecast.predict.Tracecast;
import io.github.tracecast.predict.cli.options.JobsOption;
import io.github.tracecast.predict.cli.options.Needs;
import io.github.tracecast.predict.cli.options.PredictionOptions;
import io.github.tracecast.predict.cli.options.ProgressDisplay;
import io.github.tracecast.predict.cli.options.SecondPrediction;
import io.github.tracecast.predict.cli.options.reports.Checksums;
import io.github.tracecast.predict.cli.options.reports.ComparisonOutput;
import io.github.tracecast.predict.compare.Comparison;
import io.github.tracecast.predict.compare.PredictionFile;
import io.github.tracecast.predict.model.Predictor;
import io.github.tracecast.predict.print.NextCommand;
import io.github.tracecast.predict.report.page.Reproduction;
import io.github.tracecast.predict.settings.PredictionRequest;
import io.github.tracecast.trace.text.UsageException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tracecast compare}: the differences between two predictions. */
@Command(
    name = "compare",
    mixinStandardHelpOptions = true,
    defaultValueProvider = PredictionOptions.PlatformMayBeMissing.class,
    customSynopsis = {
      "tracecast compare [OPTIONS] A.json B.json",
      "tracecast compare [OPTIONS] TRACE --platform P --with Q|KEY=VALUE..."
    },
    description = {
      "Compares two predictions.",
      "It shows which settings differ, how much the time changes, and which call sites change.",
      "It reads two files that predict --json wrote, or predicts one trace with two sets of settings."
    })
public final class CompareCommand implements Callable<Integer> {
  @Spec
  private CommandSpec spec;

  @Parameters(
      paramLabel = "FILE",
      arity = "1..2",
      description = "Two files that predict --json wrote, or one trace with --platform.")
  private List<Path> files = List.of();

  @Mixin
  private PredictionOptions options;

  @Mixin
  private SecondPrediction second;

  @Mixin
  private ComparisonOutput output;

  @Mixin
  private JobsOption jobsOption;

  @Override
  public Integer call() throws IOException {
    return jobsOption.run(this::compare);
  }

  private int compare() throws IOException {
    output.check();
    if (files.size() == 2) {
      output.write(ofFiles(), Optional.empty(), this::inputs);
    } else {
      ofTrace();
    }
    return 0;
  }

  /** The inputs of the comparison, for the page. */
  private List<Reproduction.Input> inputs() throws IOException {
    if (files.size() == 2) {
      return Checksums.ofPredictions(files.get(0), files.get(1));
    }
    List<PredictionRequest> both = second.both(options);
    return Checksums.of(files.getFirst(), both.get(0), both.get(1));
  }

  private Comparison ofFiles() throws IOException {
    if (options.areGiven() || second.isGiven()) {
      throw new UsageException(
          "found two files and options of a prediction; expected two files that predict --json wrote, without these"
              + " options, or one trace with --platform");
    }
    return Comparison.of(
        PredictionFile.read(files.get(0)).run(),
        PredictionFile.read(files.get(1)).run());
  }

  private void ofTrace() throws IOException {
    List<PredictionRequest> both = second.both(options);
    List<Predictor> predictors = both.stream()
        .map(Predictor::new) // reports unusable options before the trace is read
        .toList();
    PreparedTrace trace = Tracecast.read(files.getFirst());
    predictors.forEach(predictor -> Needs.replay(spec, options, trace, predictor));
    Comparison comparison;
    try (ProgressDisplay progress = new ProgressDisplay(
            "Replaying", "calls", 2 * trace.counts().total(), !output.isQuiet())
        .of(both.get(0))) {
      List<String> warnings = options.warnings(
          both.get(0)); // both predictions have the same options, so one is enough for the warnings
      comparison = Comparison.of(trace, both.get(0), both.get(1), warnings, progress);
    }
    output.write(
        comparison, Optional.of(NextCommand.afterComparison(trace, both.get(1))), this::inputs);
  }
}
