package io.github.tracecast.predict;

import io.github.tracecast.simulate.Contention;
import io.github.tracecast.simulate.FastForward;
import io.github.tracecast.simulate.ReplayOptions.DeltaMode;
import java.util.Map;
import java.util.function.Consumer;

/**
 * What is to be predicted, as the user names it.
 *
 * @param platform a machine of the catalogue or a YAML file
 * @param figures dotted key to value, replacing figures of the machine
 * @param mapping which rank goes where, as {@link io.github.tracecast.platform.MappingSpec#parse} reads it
 * @param engine the timing engine
 * @param contention what messages on the same link do to each other; only engine loggp asks
 * @param deltas which of a delta's values is used
 * @param seed seed of random draws
 * @param computeScale what all computation is multiplied by
 * @param computeScaleAt further factors by call site: its name, or its number in the trace
 * @param fastForward whether steady loops are skipped
 */
public record PredictionRequest(
    String platform,
    Map<String, String> figures,
    String mapping,
    String engine,
    Contention contention,
    DeltaMode deltas,
    long seed,
    ComputeScale computeScale,
    Map<String, Double> computeScaleAt,
    FastForward fastForward) {
  /** What to call this prediction of a trace in messages. */
  String named(String trace) {
    return trace + " on " + platform;
  }

  /** This with changes, as in {@code with(draft -> draft.seed = 2)}. */
  public PredictionRequest with(Consumer<Draft> changes) {
    Draft draft = new Draft(this);
    changes.accept(draft);
    return draft.request();
  }

  /** A request that may be changed; each field is the component of its name. */
  public static final class Draft {
    public String platform;
    public Map<String, String> figures;
    public String mapping;
    public String engine;
    public Contention contention;
    public DeltaMode deltas;
    public long seed;
    public ComputeScale computeScale;
    public Map<String, Double> computeScaleAt;
    public FastForward fastForward;

    private Draft(PredictionRequest from) {
      platform = from.platform;
      figures = from.figures;
      mapping = from.mapping;
      engine = from.engine;
      contention = from.contention;
      deltas = from.deltas;
      seed = from.seed;
      computeScale = from.computeScale;
      computeScaleAt = from.computeScaleAt;
      fastForward = from.fastForward;
    }

    private PredictionRequest request() {
      return new PredictionRequest(
          platform,
          figures,
          mapping,
          engine,
          contention,
          deltas,
          seed,
          computeScale,
          computeScaleAt,
          fastForward);
    }
  }
}
