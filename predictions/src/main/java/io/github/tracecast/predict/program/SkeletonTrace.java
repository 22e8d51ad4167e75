package io.github.tracecast.predict.program;

import io.github.tracecast.decompress.EventCounts;
import io.github.tracecast.predict.model.Predictor;
import io.github.tracecast.predict.model.PreparedTrace;
import io.github.tracecast.predict.model.Recorded;
import io.github.tracecast.predict.settings.PredictionRequest;
import io.github.tracecast.predict.settings.UsageException;
import io.github.tracecast.predict.text.Numbers;
import io.github.tracecast.simulate.ReplayException;
import io.github.tracecast.simulate.engine.Engines;
import io.github.tracecast.trace.Trace;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Skeletons that end, as a replay on a machine where all senders wait for their receivers has
 * shown.
 */
public final class SkeletonTrace {
  private static final double ANY_INSTRUCTION_RATE = 1e9;

  private SkeletonTrace() {}

  /** The share of a trace's work that takes the given time, at most 1.
   *
   * @throws UsageException where the trace has no times
   */
  public static double share(Trace trace, double seconds) {
    EventCounts counts = PreparedTrace.of("", trace).counts();
    Recorded recorded = Recorded.of(trace, counts, ANY_INSTRUCTION_RATE);
    if (seconds <= 0
        || recorded.instructions().isPresent()
        || recorded.computeSeconds().isEmpty()) {
      throw new UsageException("--seconds: found a time of " + seconds
          + " s; expected one above 0, and a trace with recorded times (or --shorten)");
    }
    double whole = recorded.meanRankSeconds().orElse(recorded.computeSeconds().getAsDouble());
    return whole <= seconds ? 1 : seconds / whole;
  }

  /**
   * Shortens a trace.
   *
   * @param say receives the findings, one sentence each
   * @throws UsageException if the skeleton could hang; the message names who waits for whom
   */
  public static Trace of(Trace trace, double share, Consumer<String> say) {
    Skeleton skeleton = Skeleton.of(trace, share);
    Optional<String> hang = hang(skeleton);
    if (hang.isPresent() && !skeleton.notes().isEmpty()) {
      skeleton = Skeleton.withAllCalls(trace, share);
      hang = hang(skeleton);
    }
    hang.ifPresent(report -> {
      throw new UsageException(
          "the skeleton could hang where every sender waits for its receiver: " + report);
    });
    skeleton.notes().forEach(note -> say.accept("note: " + note));
    say.accept("note: the skeleton makes " + calls(skeleton.trace()) + " of " + calls(trace)
        + " calls; it ends even where every sender waits for its receiver");
    return skeleton.trace();
  }

  private static String calls(Trace trace) {
    return Numbers.count(PreparedTrace.of("", trace).counts().total());
  }

  /** The report of a skeleton that hangs: the waiting ranks and what they wait for. */
  private static Optional<String> hang(Skeleton skeleton) {
    PreparedTrace shown = PreparedTrace.of("skeleton", skeleton.trace());
    try {
      Predictor predictor = new Predictor(waiting());
      predictor.replay(shown, predictor.lane(shown), calls -> {});
      return Optional.empty();
    } catch (ReplayException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  /** A machine that makes every sender wait. */
  private static PredictionRequest waiting() {
    return PredictionRequest.on("ideal", Engines.LOGGP)
        .with(draft -> draft.figures = Map.of("mpi.eager_limit", "0B"));
  }
}
