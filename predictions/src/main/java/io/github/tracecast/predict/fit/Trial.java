package io.github.tracecast.predict.fit;

import io.github.tracecast.predict.model.Predictor;
import io.github.tracecast.predict.model.PreparedTrace;
import io.github.tracecast.predict.settings.PredictionRequest;
import io.github.tracecast.simulate.engine.Engines;
import io.github.tracecast.simulate.lanes.Lane;
import io.github.tracecast.simulate.replay.LogGpReplays;
import io.github.tracecast.simulate.result.ReplayResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A measurement as a run that can be predicted: one collective, with the algorithm and on the nodes of
 * the measured job.
 *
 * @param measurement what was measured
 * @param trace a trace with the collective alone
 * @param figures figures that this run sets: the algorithm, and the shape of its torus
 * @param mapping the places of ranks, as {@code --mapping} takes them
 */
record Trial(
    MeasuredTime measurement, PreparedTrace trace, Map<String, String> figures, String mapping) {

  /**
   * Predicts the run for several settings of figures.
   *
   * @param base machine, engine and other settings
   * @param settings for each candidate, figures that replace those of the machine
   * @return seconds for each candidate
   */
  double[] seconds(PredictionRequest base, List<Map<String, String>> settings) {
    List<PredictionRequest> requests = settings.stream()
        .map(candidate -> base.with(draft -> {
          Map<String, String> all = new TreeMap<>(base.figures());
          all.putAll(candidate);
          all.putAll(figures);
          draft.figures = all;
          draft.mapping = mapping;
        }))
        .toList();
    return base.engine().equals(Engines.LOGGP) ? together(requests) : oneByOne(requests);
  }

  /** All candidates as lanes of one pass. */
  private double[] together(List<PredictionRequest> requests) {
    List<Lane> lanes = new ArrayList<>();
    for (PredictionRequest request : requests) {
      lanes.add(new Predictor(request).lane(trace));
    }
    return new LogGpReplays(
            trace.programs(), trace.counts(), requests.getFirst().contention())
        .of(lanes, calls -> {}).stream().mapToDouble(Trial::seconds).toArray();
  }

  private double[] oneByOne(List<PredictionRequest> requests) {
    return requests.stream()
        .mapToDouble(request -> {
          Predictor predictor = new Predictor(request);
          return seconds(predictor.replay(trace, predictor.lane(trace), calls -> {}));
        })
        .toArray();
  }

  private static double seconds(ReplayResult result) {
    return result.predictedSeconds();
  }
}
