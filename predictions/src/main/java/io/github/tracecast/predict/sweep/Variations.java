package io.github.tracecast.predict.sweep;

import io.github.tracecast.decompress.PreparedTrace;
import io.github.tracecast.platform.Platform;
import io.github.tracecast.platform.PlatformException;
import io.github.tracecast.platform.Quantity;
import io.github.tracecast.predict.model.Prediction;
import io.github.tracecast.predict.model.Predictor;
import io.github.tracecast.predict.sensitivity.ShareKeys;
import io.github.tracecast.predict.settings.PredictionRequest;
import io.github.tracecast.simulate.engine.Engines;
import io.github.tracecast.simulate.lanes.Share;
import io.github.tracecast.simulate.result.ReplayResult;
import io.github.tracecast.trace.text.UsageException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A small sweep around a prediction. It varies the machine's latency and bandwidth and the
 * computation, with three values each.
 *
 * @param points the predictions; empty if nothing was predicted
 * @param tooLong the plan of the sweep if it would take longer than the prediction; otherwise empty
 */
public record Variations(Optional<SweepResult> points, Optional<SweepPlan> tooLong) {
  /** No variations, because they are not wanted or not possible. */
  public static final Variations NONE = new Variations(Optional.empty(), Optional.empty());

  /**
   * The factors on the prediction's value along an axis. With five factors, the points took longer
   * than the prediction even in the smallest replays.
   */
  private static final List<String> FACTORS = List.of("0.5", "1", "2");

  private static final String COMPUTE_SCALE = "compute-scale";

  /**
   * The most messages and calls in the replays of all points together. The replay of so many takes
   * at most as long as the prediction, which spends most of its time on the start of the JVM and on
   * compilation. The limit is not a time, so that the same command writes the same page everywhere.
   */
  private static final long MOST_REPLAYED = 300_000;

  /** {@link #MOST_REPLAYED} for engine {@code loggp}, which replays all points in one pass. */
  private static final long MOST_REPLAYED_BY_LANES = 6_000_000;

  /** Predicts the points, unless they take too long, the prediction is random, or it has several jobs. */
  public static Variations of(PreparedTrace trace, Prediction prediction) {
    PredictionRequest request = prediction.setup().request();
    Platform platform = prediction.machine().platform();
    if (prediction.jobs().isPresent() || request.deltas().isRandom(platform.node())) {
      return NONE;
    }
    Map<String, Quantity> middle = new LinkedHashMap<>();
    Map<String, String> fixed = new TreeMap<>(request.figures());
    for (Share share : List.of(Share.LATENCY, Share.BANDWIDTH)) {
      ShareKeys.of(share, platform).ifPresent(figure -> {
        middle.put(figure.getKey(), figure.getValue());
        fixed.remove(figure.getKey());
      });
    }
    double factor = new Predictor(request, platform).factor(trace.trace().header());
    if (factor > 0 && prediction.compute().mean() > 0) {
      middle.put(
          COMPUTE_SCALE, Quantity.parse(BigDecimal.valueOf(factor).toString()).orElseThrow());
    }
    PredictionRequest base = request.repeatable().with(draft -> draft.figures = fixed);
    if (middle.isEmpty()) {
      return NONE;
    }
    try {
      List<Axis> axes = new ArrayList<>();
      middle.forEach((key, value) -> axes.add(axis(key, value)));
      SweepPlan plan = new SweepPlan(base, axes, false, false);
      return isQuick(plan, prediction.replay())
          ? new Variations(Optional.of(Sweep.result(List.of(trace), plan)), Optional.empty())
          : new Variations(Optional.empty(), Optional.of(plan));
    } catch (UsageException | PlatformException e) {
      return NONE; // a multiple of a figure is outside the machine's range
    }
  }

  /** Returns the prediction's own position on each axis. */
  public static List<Integer> middle(SweepPlan plan) {
    return plan.axes().stream().map(axis -> axis.values().size() / 2).toList();
  }

  private static Axis axis(String key, Quantity middle) {
    return new Axis(
        key,
        FACTORS.stream()
            .map(factor -> middle
                .with(middle.number().multiply(new BigDecimal(factor), MathContext.DECIMAL64))
                .text())
            .toList());
  }

  private static boolean isQuick(SweepPlan plan, ReplayResult replay) {
    double share = replay.calls() == 0 ? 1 : (double) replay.eventsReplayed() / replay.calls();
    double replayed = plan.size() * share * (replay.calls() + replay.messages());
    return replayed
        <= (plan.base().engine().equals(Engines.LOGGP) ? MOST_REPLAYED_BY_LANES : MOST_REPLAYED);
  }
}
