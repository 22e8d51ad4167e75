package io.github.tracecast.predict.sensitivity;

import io.github.tracecast.decompress.PreparedTrace;
import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.MappingSpec;
import io.github.tracecast.platform.Slower;
import io.github.tracecast.predict.model.ParallelReplays;
import io.github.tracecast.predict.model.Predictor;
import io.github.tracecast.predict.settings.PredictionRequest;
import io.github.tracecast.simulate.ReplayException;
import io.github.tracecast.simulate.ReplayOptions;
import io.github.tracecast.simulate.criticalpath.CriticalPath;
import io.github.tracecast.simulate.criticalpath.Tolerance;
import io.github.tracecast.simulate.lanes.Lane;
import io.github.tracecast.simulate.lanes.Share;
import io.github.tracecast.simulate.lanes.Slowdown;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;

/**
 * The sensitivity of a prediction with contention, where the critical path does not determine the
 * time. The results come from replays: one on the machine itself for the time, one on a slower
 * machine for each share, and at most fifty for the tolerances.
 *
 * <p>A replay lengthens the times of one share by the fraction {@value #PROBE}. The growth of the
 * predicted time divided by this fraction is the share. If all times of a machine and of the
 * program grow by a factor, the run grows by the same factor. The shares therefore add up to the
 * time, except where the time is not linear within the probe.
 */
final class SlowerReplays {
  private static final double PROBE = 0.001;

  private final PreparedTrace trace;
  private final PredictionRequest request;
  private final Predictor predictor;
  private final Lane lane;
  private final LongConsumer progress;
  private final long memory;
  private long done;

  /** @param progress receives the number of finished replays */
  SlowerReplays(PreparedTrace trace, PredictionRequest request, Lane lane, LongConsumer progress) {
    this.trace = trace;
    this.request = request;
    this.predictor = new Predictor(request);
    this.lane = lane;
    this.progress = progress;
    this.memory = ParallelReplays.memory(trace, lane, request.engine());
  }

  /** Returns the time of the run and its shares. */
  CriticalPath shares() {
    List<Slowdown> probes = new ArrayList<>(List.of(Slowdown.NONE));
    for (Share share : Share.values()) {
      probes.add(Slowdown.of(share, 1 + PROBE));
    }
    double[] seconds = seconds(probes);
    Map<Share, Double> byShare = new EnumMap<>(Share.class);
    for (Share share : Share.values()) {
      byShare.put(share, (seconds[1 + share.ordinal()] - seconds[0]) / PROBE);
    }
    return new CriticalPath(seconds[0], byShare, List.of(), List.of(), 1);
  }

  List<Tolerance> tolerances(CriticalPath shares, List<Double> slower) {
    return Tolerance.byReplays(shares.seconds(), shares.byShare(), slower, this::seconds);
  }

  private double[] seconds(List<Slowdown> slowdowns) {
    List<ParallelReplays.Task<Double>> replays = new ArrayList<>();
    slowdowns.forEach(slowdown -> replays.add(calls -> seconds(slowdown, calls)));
    List<Double> seconds = ParallelReplays.results(
        replays, replay -> memory, finished -> progress.accept(done + finished));
    done += slowdowns.size();
    return seconds.stream().mapToDouble(Double::doubleValue).toArray();
  }

  /** Converts a slowdown's factors, one for each share, to the factors of a slower machine. */
  static Slower slower(Slowdown slowdown) {
    double[] factors = slowdown.factors();
    return new Slower(
        factors[Share.COMPUTE.ordinal()],
        factors[Share.OVERHEAD.ordinal()],
        factors[Share.LATENCY.ordinal()],
        factors[Share.BANDWIDTH.ordinal()],
        factors[Share.GAP.ordinal()]);
  }

  private double seconds(Slowdown slowdown, LongConsumer calls) {
    Slower slower = slower(slowdown);
    ReplayOptions options = lane.options();
    Machine machine = Machine.fit(
        slower.platform(lane.machine().platform()),
        trace.programs().ranks(),
        MappingSpec.parse(request.mapping()));
    Lane slow =
        new Lane(machine, options.withComputeScale(options.computeScale() * slower.compute()));
    try {
      return predictor.replay(trace, slow, calls).predictedSeconds();
    } catch (ReplayException e) {
      if (slowdown == Slowdown.NONE) {
        throw e;
      }
      return Double.MAX_VALUE; // the slower run exceeds the largest simulated time
    }
  }
}
