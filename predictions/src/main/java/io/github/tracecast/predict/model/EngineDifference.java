package io.github.tracecast.predict.model;

import io.github.tracecast.predict.settings.EngineChoice;
import io.github.tracecast.predict.settings.PredictionRequest;
import io.github.tracecast.predict.text.Numbers;
import io.github.tracecast.simulate.Contention;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * How far the engine of another command is from that of {@code predict} on one trace.
 *
 * @param usual the engine of {@code predict}
 * @param usualSeconds the time that it predicts
 * @param seconds the time that the other engine predicts
 */
public record EngineDifference(String usual, double usualSeconds, double seconds) {
  /**
   * Predicts once more with the engine of {@code predict}.
   *
   * @param request whose engine was chosen for a lack of others, not by the user
   * @param seconds the time that this engine predicts
   * @return empty if {@code predict} uses the same engine
   * @throws IOException if a process for the prediction cannot be started
   */
  public static Optional<EngineDifference> of(
      PreparedTrace trace, PredictionRequest request, double seconds) throws IOException {
    String usual = EngineChoice.usual();
    if (request.engine().equals(usual)) {
      return Optional.empty();
    }
    PredictionRequest other = request.with(draft -> {
      draft.engine = usual;
      draft.contention = Contention.NONE;
    });
    PredictionFile prediction = PredictionProcess.predictions(
            trace.source(), List.of(other), done -> {})
        .getFirst();
    return Optional.of(
        new EngineDifference(usual, prediction.number("predicted_seconds"), seconds));
  }

  /** The difference in words, after the time of the other engine. */
  public String text() {
    return "predict says " + Numbers.time(usualSeconds) + " with engine " + usual
        + (seconds == 0
            ? ""
            : String.format(Locale.ROOT, " (%+.1f%%)", 100 * (usualSeconds / seconds - 1)))
        + ", where messages share links";
  }
}
