package io.github.tracecast.predict.fit;

import io.github.tracecast.decompress.PreparedTrace;
import io.github.tracecast.predict.model.EndingReplays;
import io.github.tracecast.predict.model.ParallelReplays;
import io.github.tracecast.predict.model.Predictor;
import io.github.tracecast.predict.settings.PredictionRequest;
import io.github.tracecast.simulate.engine.Engines;
import io.github.tracecast.simulate.lanes.Lane;
import io.github.tracecast.simulate.result.ReplayResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The machines of one setting, one for each tried set of values. Each machine is read once,
 * whatever the number of trials. Thread-safe.
 */
final class TrialMachines {
  /** Two engines agree on a run if the logarithms of their predictions differ by less than this. */
  private static final double ALIKE = 0.01;

  private final PredictionRequest base;
  private final List<Predictor> predictors = new ArrayList<>();
  private final boolean[] contending;
  private @Nullable List<Lane> lanes;

  /**
   * Reads the machines.
   *
   * @param base the start machine, the engine and other settings
   * @param setting the settings of the runs
   * @param candidates figures that replace the figures of the machine; the first candidate is the
   *     point itself
   * @param contending which candidates change the bandwidth of links
   */
  TrialMachines(
      PredictionRequest base,
      Trial.Setting setting,
      List<Map<String, String>> candidates,
      boolean[] contending) {
    this.base = base;
    this.contending = contending.clone();
    for (Map<String, String> candidate : candidates) {
      predictors.add(new Predictor(base.with(draft -> {
        Map<String, String> all = new TreeMap<>(base.figures());
        all.putAll(candidate);
        all.putAll(setting.figures());
        draft.figures = all;
        draft.mapping = setting.mapping();
      })));
    }
  }

  private synchronized List<Lane> lanes(PreparedTrace trace) {
    if (lanes == null) {
      lanes = predictors.stream().map(p -> lane(p, trace)).toList();
    }
    return lanes;
  }

  private static Lane lane(Predictor predictor, PreparedTrace trace) {
    Lane lane = predictor.lane(trace);
    return new Lane(lane.machine(), lane.options().withTimesOnly());
  }

  /**
   * Predicts a run on each machine. An engine with contention predicts only the first candidate
   * and, if contention matters to the run, the candidates with other bandwidths. For all further
   * candidates, engine loggp computes in one pass the difference from the first candidate, because
   * contention is assumed to add the same time to all of them.
   *
   * @param calls receives the number of replayed calls from time to time
   */
  double[] seconds(PreparedTrace trace, LongConsumer calls) {
    List<Lane> all = lanes(trace);
    boolean plain = base.engine().equals(Engines.LOGGP);
    double[] together = plain || all.size() > 1
        ? EndingReplays.byLogGp(trace, all, calls).stream()
            .mapToDouble(ReplayResult::predictedSeconds)
            .toArray()
        : new double[1];
    if (plain) {
      return together;
    }
    double[] seconds = new double[all.size()];
    seconds[0] = alone(trace, 0, calls);
    boolean alike = Math.abs(Math.log(seconds[0] / together[0])) < ALIKE;
    for (int k = 1; k < seconds.length; k++) {
      seconds[k] = alike
          ? seconds[0] * (together[k] / together[0])
          : contending[k] ? alone(trace, k, calls) : seconds[0] + together[k] - together[0];
    }
    return seconds;
  }

  /** Returns the memory in bytes of a run beside other runs. */
  long memory(PreparedTrace trace) {
    return ParallelReplays.memory(trace, lanes(trace).getFirst(), base.engine());
  }

  private double alone(PreparedTrace trace, int machine, LongConsumer calls) {
    return predictors
        .get(machine)
        .replay(trace, lanes(trace).get(machine), calls)
        .predictedSeconds();
  }
}
