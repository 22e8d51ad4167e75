package io.github.tracecast.predict.sweep;

import io.github.tracecast.decompress.PreparedTrace;
import io.github.tracecast.platform.Platform;
import io.github.tracecast.platform.PlatformException;
import io.github.tracecast.platform.Quantity;
import io.github.tracecast.predict.model.Prediction;
import io.github.tracecast.predict.model.Predictor;
import io.github.tracecast.predict.settings.EngineChoice;
import io.github.tracecast.predict.settings.PredictionRequest;
import io.github.tracecast.simulate.engine.Engines;
import io.github.tracecast.simulate.result.ReplayResult;
import io.github.tracecast.trace.text.UsageException;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/** A small sweep around a prediction: the machine's latency and bandwidth, and the computation, each at five or three values. */
public final class Variations {
  /** The factors on the prediction's value along an axis, with 1 in the middle: five, or three if five take too long. */
  private static final List<List<String>> FACTORS =
      List.of(List.of("0.25", "0.5", "1", "2", "4"), List.of("0.5", "1", "2"));

  /** The keys of the latency and of the bandwidth of links, which differ by topology. */
  private static final List<List<String>> FIGURES = List.of(
      List.of("network.link_latency", "network.hop_latency", "network.host_link_latency"),
      List.of("network.link_bandwidth", "network.host_link_bandwidth"));

  private static final String COMPUTE_SCALE = "compute-scale";

  /**
   * The most messages and calls in the replays of all points together. Five million take three
   * seconds, about as long as the rest of the command. The limit is not a time, so that the same
   * command writes the same page everywhere.
   */
  private static final double MOST_REPLAYED = 5e6;

  /** {@link #MOST_REPLAYED} for engine {@code loggp}, which replays many points in one pass. */
  private static final double MOST_REPLAYED_BY_LANES = 25e6;

  private Variations() {}

  /**
   * Predicts the points; empty if they take longer than a prediction, if the prediction is random,
   * or if it has several jobs.
   *
   * @throws IOException if the folder for temporary files cannot be written
   */
  public static Optional<SweepResult> of(PreparedTrace trace, Prediction prediction)
      throws IOException {
    PredictionRequest request = prediction.setup().request();
    Platform platform = prediction.machine().platform();
    if (prediction.jobs().isPresent() || request.deltas().isRandom(platform.node())) {
      return Optional.empty();
    }
    Map<String, Quantity> middle = new LinkedHashMap<>();
    Map<String, String> fixed = new TreeMap<>(request.figures());
    for (List<String> names : FIGURES) {
      names.stream()
          .filter(platform.figures()::containsKey)
          .findFirst()
          .ifPresent(
              key -> Quantity.parse(Objects.requireNonNull(platform.figures().get(key)))
                  .filter(value -> value.number().signum() > 0)
                  .ifPresent(value -> {
                    middle.put(key, value);
                    fixed.remove(key);
                  }));
    }
    double factor = new Predictor(request, platform).factor(trace.trace().header());
    if (factor > 0 && prediction.compute().mean() > 0) {
      middle.put(
          COMPUTE_SCALE, Quantity.parse(BigDecimal.valueOf(factor).toString()).orElseThrow());
    }
    PredictionRequest base = request.with(draft -> {
      draft.engine = EngineChoice.repeatable(request.engine());
      draft.figures = fixed;
    });
    for (List<String> factors : FACTORS) {
      if (!middle.isEmpty()
          && isQuick(Math.pow(factors.size(), middle.size()), base, prediction.replay())) {
        List<Axis> axes = new ArrayList<>();
        middle.forEach((key, value) -> axes.add(axis(key, value, factors)));
        return points(trace, new SweepPlan(base, axes, false, false));
      }
    }
    return Optional.empty();
  }

  private static Optional<SweepResult> points(PreparedTrace trace, SweepPlan plan)
      throws IOException {
    try {
      return Optional.of(Sweep.result(trace, plan));
    } catch (UsageException | PlatformException e) {
      return Optional.empty(); // a multiple of a figure is outside the machine's range
    }
  }

  /** Returns the prediction's own position on each axis. */
  public static List<Integer> middle(SweepPlan plan) {
    return plan.axes().stream().map(axis -> axis.values().size() / 2).toList();
  }

  private static Axis axis(String key, Quantity middle, List<String> factors) {
    return new Axis(
        key,
        factors.stream()
            .map(factor -> middle
                .with(middle.number().multiply(new BigDecimal(factor), MathContext.DECIMAL64))
                .text())
            .toList());
  }

  private static boolean isQuick(double points, PredictionRequest base, ReplayResult replay) {
    double share = replay.calls() == 0 ? 1 : (double) replay.eventsReplayed() / replay.calls();
    double replayed = points * share * (replay.calls() + replay.messages());
    return replayed
        <= (base.engine().equals(Engines.LOGGP) ? MOST_REPLAYED_BY_LANES : MOST_REPLAYED);
  }
}
