package io.github.tracecast.predict.cli.commands;

import io.github.tracecast.decompress.PreparedTrace;
import io.github.tracecast.predict.cli.options.ErrorLines;
import io.github.tracecast.predict.cli.options.JobsOption;
import io.github.tracecast.predict.cli.options.Needs;
import io.github.tracecast.predict.cli.options.PredictionOptions;
import io.github.tracecast.predict.cli.options.ProgressDisplay;
import io.github.tracecast.predict.cli.options.TraceFile;
import io.github.tracecast.predict.cli.options.reports.MappingOutput;
import io.github.tracecast.predict.mapping.MappingRanking;
import io.github.tracecast.predict.mapping.MappingSearch;
import io.github.tracecast.predict.model.Predictor;
import io.github.tracecast.predict.model.RecordedComputation;
import io.github.tracecast.predict.model.WarningOrder;
import io.github.tracecast.predict.settings.PredictionRequest;
import io.github.tracecast.trace.text.UsageException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code tracecast map}: sorts mappings of ranks to nodes by predicted time. */
@Command(
    name = "map",
    mixinStandardHelpOptions = true,
    description = {
      "Compares mappings of ranks to nodes by predicted time.",
      "It tries blocked, round-robin and random mappings, all orders of the dimensions of a torus, and the mapping"
          + " of --mapping. If the messages follow a grid, it also tries the mapping \"topology\", which places each"
          + " rank by its position in the grid. Otherwise, it tries \"graph\", which places ranks that exchange many"
          + " bytes close together."
    })
public final class MapCommand implements Callable<Integer> {
  private static final int MOST_SEEDS = 1000;

  @Spec
  private CommandSpec spec;

  @Mixin
  private TraceFile input;

  @Mixin
  private PredictionOptions options;

  @Option(
      names = "--random",
      paramLabel = "N",
      defaultValue = "3",
      description =
          "Number of random mappings to try, with seeds 1 to N (default: ${DEFAULT-VALUE}).")
  private int seeds;

  @Mixin
  private MappingOutput output;

  @Mixin
  private JobsOption jobsOption;

  @Override
  public Integer call() throws IOException {
    return jobsOption.run(this::map);
  }

  private int map() throws IOException {
    if (seeds < 0 || seeds > MOST_SEEDS) {
      throw new UsageException(
          "--random: found " + seeds + "; expected 0 to " + MOST_SEEDS + " mappings");
    }
    output.check();
    options.preferFlows();
    PredictionRequest request = options.request();
    Predictor defaultPredictor = new Predictor(request); // reports unusable options
    PreparedTrace prepared = input.read();
    Needs.replay(spec, options, prepared, defaultPredictor);
    List<String> warnings = new ArrayList<>(defaultPredictor.warnings(prepared));
    warnings.addAll(options.warnings(request));
    ErrorLines.warn(spec, warnings);
    String computation = RecordedComputation.of(prepared.trace())
        .text(
            defaultPredictor.platform().name() + "'s",
            defaultPredictor.factor(prepared.trace().header()),
            request.computeScaleAt(),
            List.of(defaultPredictor.platform()));
    MappingRanking result;
    try (ProgressDisplay progress =
        new ProgressDisplay("Mapping", "mappings", -1, !output.isQuiet()).of(request)) {
      result = new MappingSearch(request, prepared).search(seeds, progress::expect);
    }
    ErrorLines.warn(spec, result.warnings());
    warnings.addAll(result.warnings());
    PredictionRequest used =
        defaultPredictor.used(prepared, defaultPredictor.lane(prepared).machine());
    PredictionRequest shown = request.with(draft -> {
      draft.deltas = used.deltas();
      draft.mapping = used.mapping();
    });
    output.write(result, input.path(), request, shown, computation, WarningOrder.of(warnings));
    return 0;
  }
}
