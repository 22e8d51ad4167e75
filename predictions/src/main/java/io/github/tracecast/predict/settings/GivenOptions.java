package io.github.tracecast.predict.settings;

import io.github.tracecast.platform.MappingSpec;
import io.github.tracecast.simulate.ReplayOptions.DeltaMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

/** The options of a request that a command has to be given, since they are not the usual ones. */
public final class GivenOptions {
  private GivenOptions() {}

  /** Returns the options that choose the machine and the placement. */
  public static List<String> ofMachine(PredictionRequest request) {
    List<String> words = new ArrayList<>(List.of("--platform", request.platform()));
    new TreeMap<>(request.figures())
        .forEach((key, value) -> words.addAll(List.of("--set", key + "=" + value)));
    if (request.mapping().startsWith(MappingSpec.NODES)) {
      words.addAll(List.of("--nodes", request.mapping().substring(MappingSpec.NODES.length())));
    } else if (!request.mapping().equals("default")) {
      words.addAll(List.of("--mapping", request.mapping()));
    }
    return words;
  }

  /** Returns the options that choose the computation of the ranks. */
  public static List<String> ofComputation(PredictionRequest request) {
    List<String> words = new ArrayList<>();
    if (request.deltas() != DeltaMode.AUTO) {
      words.addAll(List.of("--deltas", request.deltas().name().toLowerCase(Locale.ROOT)));
    }
    if (request.deltas() == DeltaMode.HISTOGRAM && request.seed() != 1) {
      words.addAll(List.of("--seed", Long.toString(request.seed())));
    }
    if (!request.computeScale().equals(new ComputeScale(1, 0))) {
      words.addAll(List.of("--compute-scale", request.computeScale().option()));
    }
    new TreeMap<>(request.computeScaleAt())
        .forEach((site, scale) -> words.addAll(List.of("--compute-scale-at", site + "=" + scale)));
    return words;
  }

  /** Returns the options that choose the engine, unless the usual one agrees with it. */
  public static List<String> ofEngine(PredictionRequest request) {
    return EngineChoice.agrees(request.engine())
        ? List.of()
        : List.of("--engine", request.engine());
  }
}
