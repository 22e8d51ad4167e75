package io.github.tracecast.predict.cli.commands;

import io.github.tracecast.predict.cli.options.Checksums;
import io.github.tracecast.predict.cli.options.HtmlOption;
import io.github.tracecast.predict.cli.options.PredictionOptions;
import io.github.tracecast.predict.cli.options.ProgressDisplay;
import io.github.tracecast.predict.cli.options.QuietReport;
import io.github.tracecast.predict.cli.options.TimelineOptions;
import io.github.tracecast.predict.cli.options.TraceInput;
import io.github.tracecast.predict.model.Prediction;
import io.github.tracecast.predict.model.PredictionJson;
import io.github.tracecast.predict.model.Predictor;
import io.github.tracecast.predict.model.PreparedTrace;
import io.github.tracecast.predict.output.JsonOutput;
import io.github.tracecast.predict.output.ReportFile;
import io.github.tracecast.predict.print.PredictionDetails;
import io.github.tracecast.predict.print.PredictionText;
import io.github.tracecast.predict.print.SensitivityJson;
import io.github.tracecast.predict.print.SensitivityText;
import io.github.tracecast.predict.report.page.Reproduction;
import io.github.tracecast.predict.report.prediction.PredictionReport;
import io.github.tracecast.predict.sensitivity.Sensitivity;
import io.github.tracecast.predict.sensitivity.ShareSensitivity;
import io.github.tracecast.predict.settings.PredictionRequest;
import io.github.tracecast.predict.settings.UsageException;
import io.github.tracecast.simulate.lanes.Lane;
import io.github.tracecast.simulate.result.Timeline;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.core.JsonGenerator;

/** {@code tracecast predict}: replays a trace on a platform. */
@Command(
    name = "predict",
    mixinStandardHelpOptions = true,
    description = "Replays a trace on a machine and predicts how long the program takes there.")
public final class PredictCommand implements Callable<Integer> {
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

  @Mixin
  private TimelineOptions timelines;

  @Option(
      names = "--sensitivity",
      description =
          "Adds the result of the command sensitivity to the report: shares of the critical path, derivatives and tolerances."
              + " Requires --engine loggp without contention.")
  private boolean sensitivity;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description =
          "Also writes the prediction as JSON; - writes it to standard output instead of the report.")
  private String json;

  @Mixin
  private HtmlOption html;

  @Mixin
  private QuietReport quiet;

  @Option(
      names = "--verbose",
      description =
          "Extends the report: compressed trace, busiest links, skipped loops, and the replay's own speed and memory.")
  private boolean verbose;

  @Option(
      names = "--ranks-table",
      paramLabel = "N",
      defaultValue = "16",
      description = "Maximum number of rows in the table of ranks (default: ${DEFAULT-VALUE}).")
  private int ranksTable;

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    ReportFile.check(JsonOutput.target(json), html.target());
    timelines.check();
    if (ranksTable < 0) {
      throw new UsageException("--ranks-table: found " + ranksTable + "; expected 0 or more rows");
    }
    PredictionRequest request = timelines.request(options.request());
    if (sensitivity) {
      Sensitivity.requireExact("--sensitivity", request);
    }
    Predictor predictor = new Predictor(request);
    PreparedTrace prepared = input.read(trace);
    if (sensitivity) {
      Sensitivity.requireFollowed("--sensitivity", prepared, predictor.lane(prepared));
    }
    List<String> warnings = new ArrayList<>(predictor.warnings(prepared));
    warnings.addAll(options.warnings());
    warnings.forEach(warning -> err.println("warning: " + warning));
    err.flush();
    Timeline timeline = timelines.timeline(prepared.trace().header().ranks());
    Prediction prediction;
    try (ProgressDisplay progress =
        new ProgressDisplay("Replaying", "calls", prepared.counts().total(), !quiet.asked())) {
      prediction = predictor.predict(prepared, warnings, progress, timeline);
    }
    timelines.write(timeline, prepared.trace(), trace.getFileName().toString());
    Optional<Sensitivity> found = sensitivity
        ? Optional.of(sensitivity(prepared, predictor.lane(prepared)))
        : Optional.empty();
    if (json != null) {
      JsonOutput.write(
          json, out, generator -> write(prediction, Integer.MAX_VALUE, found, generator));
    }
    if (html.asked()) {
      html.write(
          PredictionReport.of(
              prediction, prepared.trace(), timeline, found, provenance(prediction, request)),
          generator -> write(prediction, PredictionReport.MOST_ROWS, found, generator));
    }
    if (!JsonOutput.isStandardOutput(json) && !html.isStandardOutput()) {
      PredictionText text = new PredictionText(prediction, out);
      if (quiet.asked()) {
        text.headline();
      } else {
        text.print(ranksTable);
        if (verbose) {
          new PredictionDetails(prediction, out).print();
        }
        found.ifPresent(it -> {
          out.println();
          new SensitivityText(it, out).print();
        });
      }
    }
    return 0;
  }

  private Sensitivity sensitivity(PreparedTrace prepared, Lane lane) {
    try (ProgressDisplay progress = new ProgressDisplay("Following", "calls", -1, !quiet.asked())) {
      return Sensitivity.of(prepared, lane, ShareSensitivity.SLOWER, progress);
    }
  }

  private static void write(
      Prediction prediction, int most, Optional<Sensitivity> found, JsonGenerator json) {
    PredictionJson.write(prediction, json, most);
    found.ifPresent(it -> {
      json.writeObjectPropertyStart("sensitivity");
      SensitivityJson.write(it, json);
      json.writeEndObject();
    });
  }

  private Reproduction provenance(Prediction prediction, PredictionRequest request)
      throws IOException {
    Prediction.Setup setup = prediction.setup();
    return html.provenance(
        setup.engine() + " " + setup.engineVersion(),
        Checksums.of(trace, request.platform(), request.mapping()));
  }
}
