package io.github.tracecast.predict.cli.commands;

import io.github.tracecast.decompress.EventCounts;
import io.github.tracecast.decompress.Programs;
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
import io.github.tracecast.predict.model.RecordedComputation;
import io.github.tracecast.predict.output.JsonOutput;
import io.github.tracecast.predict.output.ReportFile;
import io.github.tracecast.predict.report.MappingReport;
import io.github.tracecast.predict.report.Provenance;
import io.github.tracecast.predict.settings.PredictionRequest;
import io.github.tracecast.predict.settings.UsageException;
import io.github.tracecast.predict.text.Numbers;
import io.github.tracecast.predict.text.Numbers.TimeUnit;
import io.github.tracecast.predict.text.TextTable;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.core.JsonGenerator;

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
    Programs programs = Programs.of(input.read(trace));
    EventCounts counts = EventCounts.of(programs);
    List<String> warnings = new ArrayList<>(usual.idle(programs, counts));
    warnings.addAll(options.warnings());
    warnings.forEach(warning -> err.println("warning: " + warning));
    err.flush();
    String computation = RecordedComputation.of(programs.trace())
        .text(usual.platform().name() + "'s", usual.factor());
    MappingRanking result;
    try (ProgressDisplay progress = new ProgressDisplay("Mapping", "mappings", 0, !quiet.asked())) {
      result = new MappingSearch(request, programs, counts)
          .search(trace, input.arguments(), seeds, progress);
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
      JsonOutput.write(json, out, generator -> write(result, request, computation, generator));
    }
    if (html.asked()) {
      html.write(
          MappingReport.of(
              result, trace.toString(), request, computation, warnings, provenance(request)),
          generator -> write(result, request, computation, generator));
    }
    if (!JsonOutput.isStandardOutput(json)
        && !ReportFile.isStandardOutput(output)
        && !html.isStandardOutput()) {
      print(result, request, computation, out);
    }
    return 0;
  }

  private Provenance provenance(PredictionRequest request) throws IOException {
    return html.provenance(
        request.engine() + " " + EngineVersion.of(request.engine()),
        Checksums.of(trace, request.platform(), request.mapping()));
  }

  private void print(
      MappingRanking result, PredictionRequest request, String computation, PrintWriter out) {
    MappingRanking.Ranked best = result.best();
    MappingRanking.Ranked own = result.own();
    TimeUnit unit = TimeUnit.of(own.predictedSeconds());
    out.println("Fastest mapping: " + best.name() + ", "
        + Numbers.time(best.predictedSeconds()) + " until the last rank ends, "
        + percent(best.predictedSeconds(), own.predictedSeconds()) + "% of " + request.mapping()
        + "'s " + Numbers.time(own.predictedSeconds()));
    if (quiet.asked()) {
      return;
    }
    out.println("Computation: " + computation);
    TextTable table = new TextTable("lrrrrl");
    table.row("mapping", "time, " + unit.symbol(), "%", "bytes x hops", "hops per byte", "same as");
    for (MappingRanking.Ranked one : result.ranking()) {
      table.row(
          one.name(),
          unit.number(one.predictedSeconds()),
          percent(one.predictedSeconds(), own.predictedSeconds()),
          String.format(Locale.ROOT, "%,.0f", one.bytesTimesHops()),
          Numbers.decimals(result.hopsOfByte(one)),
          String.join(", ", one.sameAs()));
    }
    out.println();
    table.print(out, "  ");
  }

  private static String percent(double seconds, double of) {
    return of == 0 ? "-" : Numbers.percent(seconds / of);
  }

  private void write(
      MappingRanking result,
      PredictionRequest request,
      String computation,
      JsonGenerator generator) {
    generator.writeStringProperty("trace", trace.toString());
    generator.writeStringProperty("platform", result.fastest().platform().name());
    generator.writeStringProperty("computation", computation);
    generator.writeStringProperty("engine", request.engine());
    generator.writeStringProperty("contention", request.contention().text());
    generator.writeStringProperty("mapping_asked", request.mapping());
    generator.writeNumberProperty("bytes_between_ranks", result.bytes());
    generator.writeArrayPropertyStart("mappings");
    for (MappingRanking.Ranked one : result.ranking()) {
      generator.writeStartObject();
      generator.writeStringProperty("mapping", one.name());
      generator.writeArrayPropertyStart("same_as");
      one.sameAs().forEach(generator::writeString);
      generator.writeEndArray();
      generator.writeNumberProperty("predicted_seconds", one.predictedSeconds());
      generator.writeNumberProperty("bytes_times_hops", one.bytesTimesHops());
      generator.writeNumberProperty("hops_a_byte", result.hopsOfByte(one));
      generator.writeEndObject();
    }
    generator.writeEndArray();
  }
}
