package io.github.tracecast.predict.cli.options;

import io.github.tracecast.decompress.PreparedTrace;
import io.github.tracecast.predict.model.Prediction;
import io.github.tracecast.predict.sensitivity.Sensitivity;
import io.github.tracecast.predict.sensitivity.ShareSensitivity;
import io.github.tracecast.predict.settings.PredictionRequest;
import io.github.tracecast.predict.sweep.Variations;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option that adds a sensitivity to a prediction. */
public final class SensitivityOption {
  @Option(
      names = "--sensitivity",
      negatable = true,
      description =
          "Adds the results of tracecast sensitivity: the parts of the time, and how much slower each part of"
              + " the machine may become. Requires --engine flows or loggp. --no-sensitivity omits the controls"
              + " for latency, bandwidth and"
              + " computation from the report of --html.")
  private @Nullable Boolean given;

  public boolean isRequested() {
    return given != null && given;
  }

  /** Returns predictions around this one, for the controls of a page; none if the option refuses them. */
  public Variations variations(PreparedTrace trace, Prediction prediction) {
    return given == null || given ? Variations.of(trace, prediction) : Variations.NONE;
  }

  /** Refuses settings for which no sensitivity can be computed, such as histograms, before the trace is read. */
  public void check(PredictionRequest request) {
    if (isRequested()) {
      Sensitivity.require("--sensitivity", request);
    }
  }

  /** Refuses programs whose critical path cannot be followed, before the replay. */
  public void check(PreparedTrace trace, PredictionRequest request) {
    if (isRequested()) {
      Sensitivity.require("--sensitivity", request, trace);
    }
  }

  /** Returns the sensitivity of a prediction; empty without the option. */
  public Optional<Sensitivity> of(PreparedTrace trace, PredictionRequest request, boolean quiet) {
    return isRequested()
        ? Optional.of(of(trace, request, ShareSensitivity.SLOWER, quiet))
        : Optional.empty();
  }

  /** Analyses a prediction, and shows its progress. */
  public static Sensitivity of(
      PreparedTrace trace, PredictionRequest request, List<Double> slower, boolean quiet) {
    try (ProgressDisplay progress = new ProgressDisplay(work(request), !quiet)) {
      return Sensitivity.of(trace, request, slower, progress);
    }
  }

  /** Returns the progress display of an analysis. Its unit is a replay if the analysis replays slower machines, because each replay may take minutes. */
  static ProgressText work(PredictionRequest request) {
    return Sensitivity.isReplayed(request)
        ? new ProgressText("Analysing", "runs", Sensitivity.MOST_REPLAYS)
        : new ProgressText("Analysing", "calls", -1);
  }
}
