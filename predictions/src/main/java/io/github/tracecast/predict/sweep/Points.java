package io.github.tracecast.predict.sweep;

import io.github.tracecast.decompress.PreparedTrace;
import io.github.tracecast.platform.Platform;
import io.github.tracecast.platform.PlatformCatalogue;
import io.github.tracecast.platform.PlatformException;
import io.github.tracecast.predict.model.Efficiencies;
import io.github.tracecast.predict.model.EndingReplays;
import io.github.tracecast.predict.model.FitRange;
import io.github.tracecast.predict.model.JobMix;
import io.github.tracecast.predict.model.ParallelReplays;
import io.github.tracecast.predict.model.Predictor;
import io.github.tracecast.predict.sensitivity.Sensitivity;
import io.github.tracecast.predict.sensitivity.ShareSensitivity;
import io.github.tracecast.predict.settings.PredictionRequest;
import io.github.tracecast.predict.usage.Energy;
import io.github.tracecast.predict.usage.StepLoop;
import io.github.tracecast.simulate.ReplayException;
import io.github.tracecast.simulate.lanes.Lane;
import io.github.tracecast.simulate.result.ReplayResult;
import io.github.tracecast.tools.extrapolate.RefusedException;
import io.github.tracecast.trace.Header;
import io.github.tracecast.trace.text.FittingText;
import io.github.tracecast.trace.text.UsageException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.function.LongConsumer;

/** Replays points of a plan in this process. Thread-safe. */
final class Points {
  /**
   * The most points whose machines are kept. A machine takes about 20 KB of memory, and its
   * creation takes longer than a short replay.
   */
  private static final int MOST_KEPT = 512;

  private final SweepPlan plan;
  private final SweptTraces traces;
  private final Map<String, Function<Map<String, String>, Platform>> machines =
      new ConcurrentHashMap<>();
  private final Map<Integer, Predictor> predictors = new ConcurrentHashMap<>();
  private final Map<String, Long> memory = new ConcurrentHashMap<>();

  Points(SweepPlan plan, SweptTraces traces) {
    this.plan = plan;
    this.traces = traces;
  }

  /**
   * Checks before any replay that each point's machine fits the trace, and before any extrapolation
   * that it fits the point's number of ranks.
   *
   * @throws UsageException for the first point that cannot be predicted
   */
  void check() {
    if (plan.varies(SweptTraces.RANKS)) {
      Header header = traces.recordings().getFirst().trace().header();
      check(point -> predictor(point).fitted(header, traces.ranks(plan, point)));
    }
    check(this::checkReplay);
  }

  private void checkReplay(int point) {
    PredictionRequest request = plan.request(point);
    if (plan.sensitivity()) {
      Sensitivity.require("`sensitivity`", request);
    }
    PreparedTrace trace = trace(point);
    if (plan.jobs().isEmpty()) {
      predictor(point).lane(trace);
      if (plan.sensitivity() && point == 0) {
        Sensitivity.require("`sensitivity`", request, trace);
      }
    } else {
      requirePlaces(point, trace);
    }
  }

  /** Refuses jobs that cannot be placed beside each other at a point. */
  private void requirePlaces(int point, PreparedTrace trace) {
    Platform platform = predictor(point).platform();
    JobMix mix = plan.jobs().outline(plan, point, trace, platform);
    new Predictor(mix.request(), platform).lane(mix.trace());
    if (plan.sensitivity() && point == 0) {
      Sensitivity.require("`sensitivity`", mix.request(), mix.trace());
    }
    if (plan.sensitivity() && mix.hasBackground()) {
      throw UsageException.of(
          "job",
          "found background traffic together with `sensitivity`; expected no background traffic");
    }
  }

  private void check(IntConsumer one) {
    for (int point = 0; point < plan.size(); point++) {
      try {
        one.accept(point);
      } catch (PlatformException | ReplayException | RefusedException | UsageException e) {
        String message = String.valueOf(e.getMessage());
        for (Axis axis : plan.axes()) {
          message = message
              .replace("`set " + axis.key(), "`vary " + axis.key())
              .replace("`" + axis.key() + "`:", "`vary " + axis.key() + "`:");
        }
        throw new UsageException(
            message + " (at point " + FittingText.shortened(plan.name(point), Ranges.QUOTED) + ")");
      }
    }
  }

  /**
   * Returns the machine of a point without its descriptive texts, so that machines with equal
   * behaviour are equal.
   */
  Platform machine(int point) {
    Platform platform = predictor(point).platform();
    return new Platform(
        platform.name(),
        platform.description(),
        platform.node(),
        platform.topology(),
        platform.mpi(),
        platform.packets(),
        platform.tree(),
        platform.interrupt(),
        platform.collectives(),
        platform.names(),
        platform.power(),
        Map.of(),
        new TreeMap<>());
  }

  /**
   * Replays points of one trace with LogGP, together if possible.
   *
   * @param calls receives the number of replayed calls from time to time
   */
  Map<Integer, Outcome> byLanes(List<Integer> points, LongConsumer calls) {
    List<Predictor> predictors = points.stream().map(this::predictor).toList();
    PreparedTrace trace = trace(points.getFirst());
    List<Lane> lanes =
        predictors.stream().map(predictor -> predictor.lane(trace)).toList();
    Map<Integer, Outcome> outcomes = new TreeMap<>();
    try {
      List<ReplayResult> results = EndingReplays.byLogGp(trace, lanes, calls);
      for (int i = 0; i < lanes.size(); i++) {
        outcomes.put(
            points.get(i),
            predicted(points.get(i), predictors.get(i), results.get(i), lanes.get(i)));
      }
    } catch (ReplayException e) {
      if (points.size() == 1) {
        return Map.of(points.getFirst(), Outcome.Failed.of(e));
      }
      points.forEach(
          point -> outcomes.putAll(byLanes(List.of(point), calls))); // finds the failing point
    }
    return outcomes;
  }

  /**
   * Replays a point with the plan's engine.
   *
   * @param calls receives the number of replayed calls from time to time
   */
  Outcome alone(int point, LongConsumer calls) {
    try {
      return plan.jobs().isEmpty() ? ofTrace(point, calls) : ofJobs(point, calls);
    } catch (ReplayException e) {
      return Outcome.Failed.of(e);
    }
  }

  private Outcome ofTrace(int point, LongConsumer calls) {
    Predictor predictor = predictor(point);
    PreparedTrace trace = trace(point);
    Lane lane = predictor.lane(trace);
    return predicted(point, predictor, predictor.replay(trace, lane, calls), lane);
  }

  /**
   * Returns the memory in bytes of a point's replay beside other replays. The memory depends mainly
   * on the ranks and the engine, so it is estimated once for each pair of these.
   */
  long memory(int point) {
    String engine = plan.request(point).engine();
    return memory.computeIfAbsent(traces.ranks(plan, point) + " " + engine, kind -> {
      PreparedTrace trace = trace(point);
      Predictor predictor = predictor(point);
      if (!plan.jobs().isEmpty()) {
        JobMix mix = plan.jobs().outline(plan, point, trace, predictor.platform());
        trace = mix.trace();
        predictor = new Predictor(mix.request(), predictor.platform());
      }
      return ParallelReplays.memory(trace, predictor.lane(trace), engine);
    });
  }

  /** Replays the trace of a point together with its jobs, and then the trace and each job alone. */
  private Outcome ofJobs(int point, LongConsumer calls) {
    Platform platform = predictor(point).platform();
    JobMix mix = plan.jobs().mix(plan, point, trace(point), platform);
    Predictor predictor = new Predictor(mix.request(), platform);
    PreparedTrace all = mix.trace();
    Lane lane = predictor.lane(all);
    ReplayResult result = predictor.replay(all, lane, calls);
    List<String> warnings = new ArrayList<>(predictor.warnings(all));
    warnings.addAll(predictor.warnings(result));
    ReplayResult own = mix.ofPrograms(result);
    return Outcome.Predicted.of(
        own,
        lane.machine(),
        Optional.empty(),
        Optional.empty(),
        Energy.of(own, lane.machine(), all.trace().header().threads()),
        Optional.empty(),
        sensitivity(all, mix.request()),
        mix.times(result, lane.machine(), platform, jobs -> {}).jobs(),
        warnings);
  }

  /** Returns a point's settings, with the mapping and computation times that the prediction uses. */
  PredictionRequest used(int point) {
    Predictor predictor = predictor(point);
    PreparedTrace trace = trace(point);
    return predictor.used(trace, predictor.lane(trace).machine());
  }

  private PreparedTrace trace(int point) {
    return traces.at(plan, point);
  }

  private List<ShareSensitivity> sensitivity(PreparedTrace trace, PredictionRequest request) {
    return plan.sensitivity() ? ShareSensitivity.of(trace, request, done -> {}) : List.of();
  }

  private Predictor predictor(int point) {
    return plan.size() <= MOST_KEPT
        ? predictors.computeIfAbsent(point, this::newPredictor)
        : newPredictor(point);
  }

  private Predictor newPredictor(int point) {
    PredictionRequest request = plan.request(point);
    return new Predictor(
        request, machines.computeIfAbsent(request.platform(), PlatformCatalogue::read));
  }

  private Outcome predicted(int point, Predictor predictor, ReplayResult result, Lane lane) {
    PreparedTrace trace = trace(point);
    List<String> warnings = new ArrayList<>(predictor.idle(trace));
    warnings.addAll(predictor.warnings(result));
    return Outcome.Predicted.of(
        result,
        lane.machine(),
        FitRange.of(trace, lane, result),
        plan.varies(SweptTraces.RANKS) ? Efficiencies.of(trace, lane, result) : Optional.empty(),
        Energy.of(result, lane.machine(), trace.trace().header().threads()),
        StepLoop.of(trace.trace(), result),
        sensitivity(trace, plan.request(point)),
        List.of(),
        warnings);
  }
}
