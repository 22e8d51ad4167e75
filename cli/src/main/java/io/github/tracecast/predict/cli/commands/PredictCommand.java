package io.github.tracecast.predict.cli.commands;

import io.github.tracecast.decompress.PreparedTrace;
import io.github.tracecast.platform.Platform;
import io.github.tracecast.predict.cli.options.ErrorLines;
import io.github.tracecast.predict.cli.options.JobsOption;
import io.github.tracecast.predict.cli.options.LinkOptions;
import io.github.tracecast.predict.cli.options.Needs;
import io.github.tracecast.predict.cli.options.PredictionOptions;
import io.github.tracecast.predict.cli.options.ProgressDisplay;
import io.github.tracecast.predict.cli.options.SensitivityOption;
import io.github.tracecast.predict.cli.options.SideJobOption;
import io.github.tracecast.predict.cli.options.TimelineOptions;
import io.github.tracecast.predict.cli.options.TraceFile;
import io.github.tracecast.predict.cli.options.reports.Checksums;
import io.github.tracecast.predict.cli.options.reports.PredictionOutput;
import io.github.tracecast.predict.mapping.PlacementHints;
import io.github.tracecast.predict.model.InputDigest;
import io.github.tracecast.predict.model.JobMix;
import io.github.tracecast.predict.model.Prediction;
import io.github.tracecast.predict.model.Predictor;
import io.github.tracecast.predict.model.Repeats;
import io.github.tracecast.predict.model.Watched;
import io.github.tracecast.predict.print.NextCommand;
import io.github.tracecast.predict.settings.PredictionRequest;
import io.github.tracecast.predict.sweep.Variations;
import io.github.tracecast.predict.usage.RunLength;
import io.github.tracecast.simulate.result.LinkUse;
import io.github.tracecast.simulate.result.Timeline;
import io.github.tracecast.trace.text.UsageException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code tracecast predict}: replays a trace on a platform. */
@Command(
    name = "predict",
    mixinStandardHelpOptions = true,
    description = "Replays a trace on a machine and predicts how long the program takes there.")
public final class PredictCommand implements Callable<Integer> {
  private static final int MOST_REPEATS = 10_000;

  @Spec
  private CommandSpec spec;

  @Mixin
  private TraceFile input;

  @Mixin
  private PredictionOptions options;

  @Mixin
  private TimelineOptions timelines;

  @Mixin
  private LinkOptions links;

  @Mixin
  private SensitivityOption sensitivity;

  @Option(
      names = "--repeat",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "Predicts N times with successive random seeds, and shows the median and the range of the times. Requires --deltas"
              + " histogram, or a machine with noise (docs/machine-keys.md).")
  private int repeats;

  @Mixin
  private SideJobOption jobs;

  @Mixin
  private ProductionRun production;

  @Mixin
  private PredictionOutput output;

  @Option(names = "--inputs", hidden = true)
  private @Nullable String inputs;

  @Mixin
  private JobsOption jobsOption;

  @Override
  public Integer call() throws IOException {
    return jobsOption.run(this::predict);
  }

  private int predict() throws IOException {
    output.check();
    Optional<RunLength> length = production.length();
    production.check(jobs);
    timelines.check();
    links.check(options);
    if (!jobs.isEmpty()) {
      options.preferFlows();
    }
    PredictionRequest given = links.request(timelines.request(options.request()));
    sensitivity.check(given);
    Platform machine = options.machine(given);
    requireRandom(new Predictor(given, machine));
    PreparedTrace read = input.read();
    Optional<JobMix> mix = mix(read, given, machine);
    if (mix.filter(JobMix::hasBackground).isPresent()
        && (repeats > 1 || sensitivity.isRequested())) {
      throw new UsageException(SideJobOption.NAME + ": found background traffic together with "
          + (repeats > 1 ? "--repeat" : "--sensitivity") + "; expected no background traffic");
    }
    PreparedTrace prepared = mix.map(JobMix::trace).orElse(read);
    PredictionRequest request = mix.map(JobMix::request).orElse(given);
    Predictor predictor = new Predictor(request, machine);
    if (inputs != null) {
      InputDigest.require(
          "the command", inputs, InputDigest.of(prepared, request, predictor.platform()));
    }
    Needs.ranks(spec, options, prepared);
    sensitivity.check(prepared, request);
    List<String> warnings = new ArrayList<>(predictor.warnings(prepared));
    warnings.addAll(options.warnings(request));
    ErrorLines.warn(spec, warnings);
    Needs.replay(spec, options, prepared, predictor);
    Timeline timeline = timelines.timeline(prepared.trace().header().ranks());
    Optional<LinkUse> use = links.use(() -> predictor.lane(prepared).machine().routes());
    Watched watched = new Watched(Optional.ofNullable(timeline), use, output.detail());
    Prediction prediction;
    try (ProgressDisplay progress = new ProgressDisplay(
            "Replaying", "calls", prepared.counts().total(), !output.isQuiet())
        .of(request)) {
      prediction = predictor.predict(prepared, warnings, progress, watched);
    }
    prediction = mix.isPresent()
        ? compared(mix.get(), prediction, machine)
        : prediction.withHints(PlacementHints.of(
            prepared, request, prediction, watched.detail() != Watched.Detail.ANSWER));
    if (repeats > 1) {
      prediction = repeat(prepared, request, predictor.platform(), prediction);
    }
    if (length.isPresent()) {
      prediction = prediction.with(length.get(), prepared.trace());
    }
    ErrorLines.warn(spec, prediction.warnings());
    timelines.write(timeline, prepared.trace(), input.path().getFileName().toString());
    links.write(use, prediction);
    output.write(
        prediction,
        prepared,
        timeline,
        sensitivity.of(prepared, request, output.isQuiet()),
        output.hasPage() ? sensitivity.variations(prepared, prediction) : Variations.NONE,
        next(prediction, request),
        () -> Checksums.of(
            mix.map(JobMix::files).orElse(List.of(input.path())),
            List.of(given.platform()),
            List.of(given.mapping())));
    return 0;
  }

  /** Refuses repetitions that all take the same time. */
  private void requireRandom(Predictor predictor) {
    if (repeats < 1 || repeats > MOST_REPEATS) {
      throw new UsageException("--repeat: found " + repeats + "; expected 1 to " + MOST_REPEATS);
    }
    if (repeats > 1 && !predictor.isRandom()) {
      throw new UsageException(
          "--repeat: found a prediction without random values, so all " + repeats
              + " times would be equal; expected --deltas histogram, or a machine with noise, such as --set noise.period=1ms"
              + " --set noise.length=20us");
    }
  }

  /** Combines the trace with the jobs of the option; empty without the option. */
  private Optional<JobMix> mix(PreparedTrace first, PredictionRequest request, Platform machine) {
    return jobs.isEmpty()
        ? Optional.empty()
        : Optional.of(JobMix.of(first, jobs.jobs(), request, machine));
  }

  private Prediction compared(JobMix mix, Prediction all, Platform machine) {
    try (ProgressDisplay progress =
        new ProgressDisplay("Replaying alone", "jobs", mix.size(), !output.isQuiet())) {
      return mix.compared(all, machine, progress);
    }
  }

  private Prediction repeat(
      PreparedTrace prepared, PredictionRequest request, Platform platform, Prediction first) {
    try (ProgressDisplay progress =
        new ProgressDisplay("Repeating", "runs", repeats - 1, !output.isQuiet())) {
      return first.with(
          Repeats.of(prepared, request, platform, first.predictedSeconds(), repeats, progress));
    }
  }

  /** Returns the suggested next command; none if a hint names it already, or if a page shows its result. */
  private Optional<String> next(Prediction prediction, PredictionRequest request) {
    return output.hasPage()
            || prediction.jobs().isPresent()
            || prediction.hints().stream().anyMatch(hint -> hint.contains(": tracecast "))
        ? Optional.empty()
        : Optional.of(NextCommand.afterPrediction(prediction, request));
  }
}
