package io.github.tracecast.predict.cli.options;

import io.github.tracecast.platform.MappingSpec;
import io.github.tracecast.platform.PlatformCatalogue;
import io.github.tracecast.predict.settings.PredictionRequest;
import io.github.tracecast.trace.text.UsageException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that change the second of two predictions of a trace. */
public final class SecondPrediction {
  @Option(
      names = "--with",
      paramLabel = "Q",
      description =
          "Machine of the second prediction, without the values of --set (default: the same machine).")
  private @Nullable String platform;

  @Option(
      names = "--with-set",
      paramLabel = "KEY=VALUE",
      description = "A value of the second machine, as with --set; repeatable.")
  private Map<String, String> figures = Map.of();

  @Option(
      names = "--with-mapping",
      paramLabel = "M",
      description = "Mapping of the second prediction.")
  private @Nullable String mapping;

  @Option(
      names = "--with-nodes",
      paramLabel = "FILE",
      description = "Nodes of the second prediction, as with --nodes.")
  private @Nullable String nodes;

  /**
   * Returns the requests of both predictions of a trace.
   *
   * @param options of both
   * @param second the options of the second prediction; null if there are none
   * @throws UsageException if either is missing
   */
  public static List<PredictionRequest> both(
      PredictionOptions options, @Nullable SecondPrediction second) {
    if (!options.areGiven()) {
      throw new UsageException(
          "found one file without --platform; expected two predictions, or a trace with --platform; "
              + PlatformCatalogue.expected());
    }
    if (second == null) {
      throw new UsageException(
          "found nothing to compare with; expected what is different in the second prediction:"
              + " --with MACHINE, --with-set KEY=VALUE, --with-mapping M or --with-nodes FILE");
    }
    if (second.mapping != null && second.nodes != null) {
      throw new UsageException(
          "found --with-mapping together with --with-nodes; expected one of them");
    }
    options.preferFlows();
    PredictionRequest first = options.request();
    return List.of(first, second.of(first));
  }

  private PredictionRequest of(PredictionRequest first) {
    Map<String, String> set = new TreeMap<>(platform == null ? first.figures() : Map.of());
    set.putAll(figures);
    return first.with(draft -> {
      draft.figures = set;
      draft.platform = platform == null ? first.platform() : platform;
      draft.mapping =
          nodes != null ? MappingSpec.NODES + nodes : mapping == null ? first.mapping() : mapping;
    });
  }
}
