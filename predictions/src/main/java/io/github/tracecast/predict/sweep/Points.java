package io.github.tracecast.predict.sweep;

import io.github.tracecast.decompress.EventCounts;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.platform.Platform;
import io.github.tracecast.platform.PlatformException;
import io.github.tracecast.predict.PredictionRequest;
import io.github.tracecast.predict.Predictor;
import io.github.tracecast.predict.Sensitivity;
import io.github.tracecast.predict.ShareSensitivity;
import io.github.tracecast.predict.internal.UsageException;
import io.github.tracecast.simulate.Contention;
import io.github.tracecast.simulate.ReplayException;
import io.github.tracecast.simulate.ReplayResult;
import io.github.tracecast.simulate.lanes.Lane;
import io.github.tracecast.simulate.lanes.LogGpReplays;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Replays points of a plan in this process. Any number of threads. */
final class Points {
  private final SweepPlan plan;
  private final Programs programs;
  private final EventCounts counts;

  Points(SweepPlan plan, Programs programs, EventCounts counts) {
    this.plan = plan;
    this.programs = programs;
    this.counts = counts;
  }

  /**
   * Holds each point's machine against the trace, before any is replayed.
   *
   * @throws UsageException for the first that cannot be used
   */
  void check() {
    for (int point = 0; point < plan.size(); point++) {
      PredictionRequest request = plan.request(point);
      try {
        if (plan.sensitivity()) {
          Sensitivity.requireExact("--sensitivity", request);
        }
        Lane lane = new Predictor(request).lane(programs);
        if (plan.sensitivity() && point == 0) {
          Sensitivity.requireFollowed("--sensitivity", programs, lane);
        }
      } catch (PlatformException | ReplayException | UsageException e) {
        String message = e.getMessage();
        for (Axis axis : plan.axes()) {
          message = message
              .replace("--set " + axis.key(), "--vary " + axis.key())
              .replace("--" + axis.key() + ":", "--vary " + axis.key() + ":");
        }
        throw new UsageException(message + " (at point " + plan.name(point) + ")");
      }
    }
  }

  /** The machine of a point, by what it does: without the texts that say so. */
  Platform machine(int point) {
    Platform it = predictor(point).platform();
    return new Platform(
        it.name(),
        it.description(),
        it.node(),
        it.topology(),
        it.mpi(),
        it.packets(),
        it.tree(),
        it.interrupt(),
        it.collectives(),
        Map.of(),
        new TreeMap<>());
  }

  /** Replays points of one {@code --contention} by LogGP, together as far as they can. */
  Map<Integer, Outcome> byLanes(List<Integer> points) {
    List<Predictor> predictors = points.stream().map(this::predictor).toList();
    List<Lane> lanes =
        predictors.stream().map(predictor -> predictor.lane(programs)).toList();
    Contention contention = plan.request(points.getFirst()).contention();
    Map<Integer, Outcome> outcomes = new TreeMap<>();
    try {
      List<ReplayResult> results =
          new LogGpReplays(programs, counts, contention).of(lanes, calls -> {});
      for (int i = 0; i < lanes.size(); i++) {
        outcomes.put(points.get(i), predicted(predictors.get(i), results.get(i), lanes.get(i)));
      }
    } catch (ReplayException e) {
      if (points.size() == 1) {
        return Map.of(points.getFirst(), Outcome.Failed.of(e));
      }
      points.forEach(point -> outcomes.putAll(byLanes(List.of(point)))); // to find out which
    }
    return outcomes;
  }

  /** Replays a point by the plan's engine. */
  Outcome alone(int point) {
    Predictor predictor = predictor(point);
    Lane lane = predictor.lane(programs);
    try {
      return predicted(predictor, predictor.replay(programs, counts, lane, calls -> {}), lane);
    } catch (ReplayException e) {
      return Outcome.Failed.of(e);
    }
  }

  private List<ShareSensitivity> sensitivity(Lane lane) {
    return plan.sensitivity()
        ? ShareSensitivity.of(programs, lane, calls -> {})
            .orElseThrow(() -> Sensitivity.unsuited("--sensitivity"))
        : List.of();
  }

  private Predictor predictor(int point) {
    return new Predictor(plan.request(point));
  }

  private Outcome predicted(Predictor predictor, ReplayResult result, Lane lane) {
    List<String> warnings = new ArrayList<>(predictor.idle(programs, counts));
    warnings.addAll(predictor.warnings(result));
    return Outcome.Predicted.of(result, lane.machine(), sensitivity(lane), warnings);
  }
}
