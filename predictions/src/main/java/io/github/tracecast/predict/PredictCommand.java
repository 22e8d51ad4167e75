package io.github.tracecast.predict;

import io.github.tracecast.decompress.EventCounts;
import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.imports.Importers;
import io.github.tracecast.predict.internal.UsageException;
import io.github.tracecast.predict.report.PredictionReport;
import io.github.tracecast.predict.report.Provenance;
import io.github.tracecast.simulate.Timeline;
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

/** {@code tracecast predict}: replays a trace on a platform. */
@Command(
    name = "predict",
    mixinStandardHelpOptions = true,
    description = "Replays a trace on a machine and states how long the program would take there.")
final class PredictCommand implements Callable<Integer> {
  @Spec
  private CommandSpec spec;

  @Parameters(
      paramLabel = "TRACE",
      description = "A trace of Tracecast or of any format that import reads.")
  private Path trace;

  @Mixin
  private PredictionOptions options;

  @Mixin
  private TimelineOptions timelines;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description =
          "Also writes the prediction as JSON; - for standard output, instead of the report.")
  private String json;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description =
          "Also writes a report for a browser, one file that needs nothing else; - for standard output.")
  private String html;

  @Option(
      names = "--quiet",
      description = "No progress display; of the report, its first line only.")
  private boolean quiet;

  @Option(
      names = "--ranks-table",
      paramLabel = "N",
      defaultValue = "16",
      description = "At most so many rows by rank (${DEFAULT-VALUE}).")
  private int ranksTable;

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    JsonOutput.check(json);
    timelines.check();
    ReportFile.check("--html", html);
    if (ReportFile.isStandardOutput(html) && JsonOutput.isStandardOutput(json)) {
      throw new UsageException(
          "--html: found - beside --json -; expected one of them to name a file");
    }
    if (ranksTable < 0) {
      throw new UsageException("--ranks-table: found " + ranksTable + "; expected 0 or more rows");
    }
    PredictionRequest request = timelines.request(options.request());
    Predictor predictor = new Predictor(request);
    Programs programs = Programs.of(Importers.read(trace));
    EventTable table = EventTable.of(programs.trace());
    EventCounts counts = EventCounts.of(programs, table);
    List<String> warnings = new ArrayList<>(predictor.warnings(programs, table, counts));
    warnings.addAll(options.warnings());
    warnings.forEach(warning -> err.println("warning: " + warning));
    err.flush();
    Timeline timeline = timelines.timeline(programs.ranks());
    Prediction prediction;
    try (ProgressDisplay progress =
        new ProgressDisplay("Replaying", "calls", counts.total(), !quiet)) {
      prediction =
          predictor.predict(trace.toString(), programs, counts, warnings, progress, timeline);
    }
    timelines.write(timeline, programs.trace(), trace.getFileName().toString());
    if (json != null) {
      JsonOutput.write(json, out, generator -> PredictionJson.write(prediction, generator));
    }
    if (html != null) {
      PredictionReport report =
          new PredictionReport(prediction, programs.trace(), provenance(request));
      ReportFile.write(
          "--html",
          html,
          out,
          writer -> report.write(
              writer,
              generator ->
                  PredictionJson.write(prediction, generator, PredictionReport.MOST_ROWS)));
    }
    if (!JsonOutput.isStandardOutput(json) && !ReportFile.isStandardOutput(html)) {
      PredictionText text = new PredictionText(prediction, out);
      if (quiet) {
        text.headline();
      } else {
        text.print(ranksTable);
      }
    }
    return 0;
  }

  private Provenance provenance(PredictionRequest request) throws IOException {
    List<String> words = new ArrayList<>(List.of("tracecast"));
    words.addAll(spec.root().commandLine().getParseResult().originalArgs());
    return new Provenance(
        Shell.command(words),
        Version.number(),
        Checksums.of(trace, request.platform(), request.mapping()));
  }
}
