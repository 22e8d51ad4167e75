package io.github.tracecast.predict.cli.commands;

import io.github.tracecast.predict.cli.options.Checksums;
import io.github.tracecast.predict.cli.options.HtmlOption;
import io.github.tracecast.predict.cli.options.LogGpByDefault;
import io.github.tracecast.predict.cli.options.PredictionOptions;
import io.github.tracecast.predict.cli.options.ProgressDisplay;
import io.github.tracecast.predict.cli.options.QuietReport;
import io.github.tracecast.predict.cli.options.TraceInput;
import io.github.tracecast.predict.mapping.GraphMapping;
import io.github.tracecast.predict.mapping.MappingRanking;
import io.github.tracecast.predict.mapping.MappingSearch;
import io.github.tracecast.predict.model.EngineVersion;
import io.github.tracecast.predict.model.Predictor;
import io.github.tracecast.predict.model.PreparedTrace;
import io.github.tracecast.predict.model.RecordedComputation;
import io.github.tracecast.predict.output.JsonOutput;
import io.github.tracecast.predict.output.ReportFile;
import io.github.tracecast.predict.print.MappingJson;
import io.github.tracecast.predict.print.MappingText;
import io.github.tracecast.predict.report.mapping.MappingReport;
import io.github.tracecast.predict.report.page.Reproduction;
import io.github.tracecast.predict.settings.PredictionRequest;
import io.github.tracecast.predict.settings.UsageException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tracecast map}: sorts mappings of ranks to nodes by predicted time. */
@Command(
    name = "map",
    mixinStandardHelpOptions = true,
    defaultValueProvider = LogGpByDefault.class,
    description = {
      "Compares mappings of ranks to nodes by predicted time.",
      "It tries the permutations of a torus, blocked, round-robin, random and the mapping of --mapping. It also places a"
          + " recognised grid by its positions (topology). Without one, it computes a mapping from the trace's traffic (graph: short"
          + " routes for many bytes)."
    })
public final class MapCommand implements Callable<Integer> {
  private static final int MOST_SEEDS = 1000;

  @Spec
  private CommandSpec spec;

  @Parameters(
      paramLabel = "TRACE",
      description = "A trace of Tracecast, or of any other format that import reads.")
  private Path trace;

  @Mixin
  private TraceInput input;

  @Mixin
  private PredictionOptions options;

  @Option(
      names = "--random",
      paramLabel = "N",
      defaultValue = "3",
      description =
          "Number of random mappings to try, with seeds 1 to N (default: ${DEFAULT-VALUE}).")
  private int seeds;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description =
          "Writes the fastest mapping for predict --mapping file:FILE; - writes it to standard output instead of the report.")
  private String output;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description =
          "Also writes the ranking as JSON; - writes it to standard output instead of the report.")
  private String json;

  @Mixin
  private HtmlOption html;

  @Mixin
  private QuietReport quiet;

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    if (seeds < 0 || seeds > MOST_SEEDS) {
      throw new UsageException(
          "--random: found " + seeds + "; expected 0 to " + MOST_SEEDS + " mappings");
    }
    ReportFile.check(new ReportFile.Target("-o", output), JsonOutput.target(json), html.target());
    PredictionRequest request = options.request();
    Predictor usual = new Predictor(request); // complains of what cannot be used
    PreparedTrace prepared = input.read(trace);
    List<String> warnings = new ArrayList<>(usual.idle(prepared));
    warnings.addAll(options.warnings());
    warnings.forEach(warning -> err.println("warning: " + warning));
    err.flush();
    String computation = RecordedComputation.of(prepared.trace())
        .text(usual.platform().name() + "'s", usual.factor());
    MappingRanking result;
    try (ProgressDisplay progress = new ProgressDisplay("Mapping", "mappings", 0, !quiet.asked())) {
      result = new MappingSearch(request, prepared).search(seeds, progress);
    }
    if (output != null) {
      ReportFile.write(
          "-o",
          output,
          out,
          writer ->
              GraphMapping.write(GraphMapping.slots(result.fastest()), result.fastest(), writer));
    }
    if (json != null) {
      JsonOutput.write(
          json,
          out,
          generator ->
              MappingJson.write(result, trace.toString(), request, computation, generator));
    }
    if (html.asked()) {
      html.write(
          MappingReport.of(
              result, trace.toString(), request, computation, warnings, provenance(request)),
          generator ->
              MappingJson.write(result, trace.toString(), request, computation, generator));
    }
    if (!JsonOutput.isStandardOutput(json)
        && !ReportFile.isStandardOutput(output)
        && !html.isStandardOutput()) {
      MappingText text = new MappingText(result, out);
      if (quiet.asked()) {
        text.headline();
      } else {
        text.print(computation);
      }
    }
    return 0;
  }

  private Reproduction provenance(PredictionRequest request) throws IOException {
    return html.provenance(
        request.engine() + " " + EngineVersion.of(request.engine()),
        Checksums.of(trace, request.platform(), request.mapping()));
  }
}
