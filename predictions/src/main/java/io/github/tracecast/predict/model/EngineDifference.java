package io.github.tracecast.predict.model;

import io.github.tracecast.predict.settings.EngineChoice;
import io.github.tracecast.predict.settings.PredictionRequest;
import io.github.tracecast.predict.text.Numbers;
import io.github.tracecast.simulate.engine.Engines;
import java.util.Locale;
import java.util.Optional;
import java.util.function.LongConsumer;

/**
 * The difference between the engine of another command and the default engine of {@code predict},
 * on one trace. Engine {@code flows} replaces SimGrid here: it computes the same as SimGrid in less
 * time.
 *
 * @param usualSeconds the time that {@code predict} predicts by default, seconds
 * @param seconds the time that the other engine predicts
 */
public record EngineDifference(double usualSeconds, double seconds) {
  /**
   * Predicts once more.
   *
   * @param request a request whose engine the command chose, not the user
   * @param seconds the time in seconds that the request's engine predicts
   * @param progress receives the number of replayed MPI calls from time to time
   * @return empty if the engine of the request agrees with that of {@code predict}
   */
  public static Optional<EngineDifference> of(
      PreparedTrace trace, PredictionRequest request, double seconds, LongConsumer progress) {
    if (EngineChoice.agrees(request.engine())) {
      return Optional.empty();
    }
    Predictor predictor = new Predictor(request.with(draft -> draft.engine = Engines.FLOWS));
    return Optional.of(new EngineDifference(
        predictor.replay(trace, predictor.lane(trace), progress).predictedSeconds(), seconds));
  }

  /** The difference in words, after the time of the other engine. */
  public String text() {
    return "predict says " + Numbers.time(usualSeconds)
        + (seconds == 0
            ? ""
            : String.format(Locale.ROOT, " (%+.1f%%)", 100 * (usualSeconds / seconds - 1)))
        + ", where messages share links";
  }
}
