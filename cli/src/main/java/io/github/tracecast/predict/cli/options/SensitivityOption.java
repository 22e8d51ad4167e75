package io.github.tracecast.predict.cli.options;

import io.github.tracecast.decompress.PreparedTrace;
import io.github.tracecast.predict.sensitivity.Sensitivity;
import io.github.tracecast.predict.sensitivity.ShareSensitivity;
import io.github.tracecast.predict.settings.PredictionRequest;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The option that adds a sensitivity to a prediction. */
public final class SensitivityOption {
  @Option(
      names = "--sensitivity",
      description =
          "Adds the result of the command sensitivity to the report: shares of the time, derivatives and tolerances."
              + " Requires --engine flows or loggp.")
  private boolean requested;

  public boolean isRequested() {
    return requested;
  }

  /** Refuses settings without a sensitivity, such as histograms, before the trace is read. */
  public void check(PredictionRequest request) {
    if (requested) {
      Sensitivity.require("--sensitivity", request);
    }
  }

  /** Refuses traces without a sensitivity, before the replay. */
  public void check(PreparedTrace trace, PredictionRequest request) {
    if (requested) {
      Sensitivity.require("--sensitivity", request, trace);
    }
  }

  /** Returns the sensitivity of a prediction; empty without the option. */
  public Optional<Sensitivity> of(PreparedTrace trace, PredictionRequest request, boolean quiet) {
    return requested
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
