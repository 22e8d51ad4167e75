package io.github.tracecast.predict.cli.options;

import io.github.tracecast.predict.model.Predictor;
import io.github.tracecast.predict.model.PreparedTrace;
import io.github.tracecast.predict.sensitivity.Sensitivity;
import io.github.tracecast.predict.sensitivity.ShareSensitivity;
import io.github.tracecast.predict.settings.PredictionRequest;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The option that adds a sensitivity to a prediction. */
public final class SensitivityOption {
  @Option(
      names = "--sensitivity",
      description =
          "Adds the result of the command sensitivity to the report: shares of the critical path, derivatives and tolerances."
              + " Requires --engine loggp without contention.")
  private boolean asked;

  /** Refuses requests without a critical path, before the trace is read. */
  public void check(PredictionRequest request) {
    if (asked) {
      Sensitivity.requireExact("--sensitivity", request);
    }
  }

  /** Refuses programs without a fixed critical path, before the replay. */
  public void check(PreparedTrace trace, Predictor predictor) {
    if (asked) {
      Sensitivity.requireFollowed("--sensitivity", trace, predictor.lane(trace));
    }
  }

  /** Returns the sensitivity of a prediction; empty if it is not asked for. */
  public Optional<Sensitivity> of(PreparedTrace trace, Predictor predictor, boolean quiet) {
    if (!asked) {
      return Optional.empty();
    }
    try (ProgressDisplay progress = new ProgressDisplay("Following", "calls", -1, !quiet)) {
      return Optional.of(
          Sensitivity.of(trace, predictor.lane(trace), ShareSensitivity.SLOWER, progress));
    }
  }
}
