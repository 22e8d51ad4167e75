package io.github.tracecast.predict.settings;

import io.github.tracecast.platform.PlatformCatalogue;
import io.github.tracecast.simulate.FastForward;
import io.github.tracecast.simulate.ReplayOptions;
import io.github.tracecast.simulate.ReplayOptions.DeltaMode;
import io.github.tracecast.simulate.engine.Engines;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The settings of a prediction, as the user states them.
 *
 * @param platform a machine of the catalogue or a YAML file
 * @param figures values that replace figures of the machine, by dotted key
 * @param mapping the mapping of ranks to nodes, for {@link
 *     io.github.tracecast.platform.MappingSpec#parse}
 * @param engine the timing engine
 * @param deltas which recorded computation times are used
 * @param seed the seed of random draws
 * @param computeScale factor on all computation
 * @param computeScaleAt further factors on computation, by the name or the number of a call site
 * @param fastForward whether periodic iterations are skipped
 */
public record PredictionRequest(
    String platform,
    Map<String, String> figures,
    String mapping,
    String engine,
    DeltaMode deltas,
    long seed,
    ComputeScale computeScale,
    Map<String, Double> computeScaleAt,
    FastForward fastForward) {
  /** The mapping that suits a machine: along its torus, or blocked. */
  static final String DEFAULT_MAPPING = "default";

  /** Returns the settings that {@code tracecast predict} has for a machine without further options. */
  public static PredictionRequest on(String platform) {
    return on(platform, Engines.usual(PlatformCatalogue.load(platform, Map.of())));
  }

  /** Returns the same settings with the given engine. */
  public static PredictionRequest on(String platform, String engine) {
    return new PredictionRequest(
        platform,
        Map.of(),
        DEFAULT_MAPPING,
        engine,
        DeltaMode.AUTO,
        1,
        new ComputeScale(1, 0),
        Map.of(),
        FastForward.auto());
  }

  /**
   * Returns the options of a replay.
   *
   * @param factor the factor on all computation for this machine
   * @param factorsByName further factors on computation, by name of the call site
   */
  public ReplayOptions replayOptions(double factor, Map<String, Double> factorsByName) {
    return new ReplayOptions(deltas, seed, factor, factorsByName).with(fastForward);
  }

  /** Returns the name of this prediction of a trace in messages. */
  public String named(String trace) {
    return trace + " on " + platform;
  }

  /**
   * Returns the same settings for further replays in this process. A process can replay only once
   * with SimGrid, so further replays use {@code flows}, which computes the same times.
   */
  public PredictionRequest repeatable() {
    return engine.equals(Engines.SIMGRID) ? with(draft -> draft.engine = Engines.FLOWS) : this;
  }

  /** Returns a copy with changes, as in {@code with(draft -> draft.seed = 2)}. */
  public PredictionRequest with(Consumer<Draft> changes) {
    Draft draft = new Draft(this);
    changes.accept(draft);
    return draft.request();
  }

  /** A mutable request. Each field is the component with the same name. */
  public static final class Draft {
    public String platform;
    public Map<String, String> figures;
    public String mapping;
    public String engine;
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
          deltas,
          seed,
          computeScale,
          computeScaleAt,
          fastForward);
    }
  }
}
