package io.github.tracecast.predict.cli.options.reports;

import io.github.tracecast.decompress.PreparedTrace;
import io.github.tracecast.predict.cli.options.OptionValues;
import io.github.tracecast.predict.model.Prediction;
import io.github.tracecast.predict.model.Watched.Detail;
import io.github.tracecast.predict.print.PredictionDetails;
import io.github.tracecast.predict.print.PredictionJson;
import io.github.tracecast.predict.print.PredictionText;
import io.github.tracecast.predict.print.SensitivityJson;
import io.github.tracecast.predict.print.SensitivityText;
import io.github.tracecast.predict.report.page.Reproduction;
import io.github.tracecast.predict.report.prediction.PredictionReport;
import io.github.tracecast.predict.sensitivity.Sensitivity;
import io.github.tracecast.predict.sweep.Variations;
import io.github.tracecast.simulate.result.Timeline;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.core.JsonGenerator;

/** The options for the outputs of a prediction: text, page, JSON and others. */
public final class PredictionOutput {
  @Mixin
  private ReportOutput report;

  @Option(
      names = "--verbose",
      description =
          "Extends the report with all call sites, a table of call sites as in mpiP with the coefficient of"
              + " variation over ranks (COV), the size of the compressed trace, the busiest links, the skipped"
              + " loops, and the speed and memory of the replay.")
  private boolean verbose;

  @Option(
      names = "--rows",
      paramLabel = "N",
      defaultValue = "16",
      description = "Maximum number of rows in the table of ranks (default: ${DEFAULT-VALUE}).")
  private int ranksTable;

  public boolean isQuiet() {
    return report.isQuiet();
  }

  /** Whether the prediction has a page, which includes the result of the usual next command. */
  public boolean hasPage() {
    return report.hasPage();
  }

  /** How much the outputs show. With {@code --quiet} and without a file, it is only the answer. */
  public Detail detail() {
    if (report.isQuiet() && !report.hasFile()) {
      return Detail.ANSWER;
    }
    return verbose ? Detail.CALLS_BY_RANK : Detail.REPORT;
  }

  /** Refuses invalid options before any long work. */
  public void check() {
    report.check();
    OptionValues.checkRows(ranksTable);
  }

  /**
   * Writes a prediction.
   *
   * @param timeline the ranks' activities over time; null if not requested
   * @param variations predictions around this one, for a page
   * @param next the command that is suggested next
   * @param inputs the input files of the prediction; read only for a page
   */
  public void write(
      Prediction prediction,
      PreparedTrace trace,
      @Nullable Timeline timeline,
      Optional<Sensitivity> sensitivity,
      Variations variations,
      Optional<String> next,
      Reproduction.Inputs inputs)
      throws IOException {
    Prediction.Setup setup = prediction.setup();
    PredictionText text = new PredictionText(prediction, report.out());
    report.write(new ReportOutput.Forms(
        json -> members(prediction, Integer.MAX_VALUE, sensitivity, json),
        () -> PredictionReport.of(
            prediction,
            trace,
            timeline,
            sensitivity,
            variations,
            report.provenance(
                setup.request().engine() + " " + setup.engineVersion(), inputs.get())),
        json -> members(prediction, PredictionReport.MOST_ROWS, sensitivity, json),
        text::answer,
        () -> print(text, prediction, sensitivity, next)));
  }

  private void print(
      PredictionText text,
      Prediction prediction,
      Optional<Sensitivity> sensitivity,
      Optional<String> next) {
    PrintWriter out = report.out();
    text.print(ranksTable, verbose, next);
    if (verbose) {
      new PredictionDetails(prediction, out).print();
    }
    sensitivity.ifPresent(it -> {
      out.println();
      new SensitivityText(it, out).print();
    });
  }

  private static void members(
      Prediction prediction, int most, Optional<Sensitivity> sensitivity, JsonGenerator json) {
    PredictionJson.write(prediction, json, most);
    sensitivity.ifPresent(it -> {
      json.writeObjectPropertyStart("sensitivity");
      SensitivityJson.write(it, json);
      json.writeEndObject();
    });
  }
}
