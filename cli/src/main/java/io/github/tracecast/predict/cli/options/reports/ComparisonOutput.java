package io.github.tracecast.predict.cli.options.reports;

import io.github.tracecast.predict.cli.options.OptionValues;
import io.github.tracecast.predict.compare.Comparison;
import io.github.tracecast.predict.print.ComparisonJson;
import io.github.tracecast.predict.print.ComparisonText;
import io.github.tracecast.predict.report.comparison.ComparisonReport;
import io.github.tracecast.predict.report.page.Reproduction;
import java.io.IOException;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options for the outputs of a comparison: text, page and JSON. */
public final class ComparisonOutput {
  @Mixin
  private ReportOutput report;

  @Option(
      names = "--rows",
      paramLabel = "N",
      defaultValue = "20",
      description =
          "Maximum number of rows in the table of call sites (default: ${DEFAULT-VALUE}).")
  private int sitesTable;

  public boolean isQuiet() {
    return report.isQuiet();
  }

  /** Refuses invalid options before any long work. */
  public void check() {
    report.check();
    OptionValues.checkRows(sitesTable);
  }

  /**
   * Writes a comparison.
   *
   * @param next the command that is suggested next
   * @param inputs the input files of the comparison; read only for a page
   */
  public void write(Comparison comparison, Optional<String> next, Reproduction.Inputs inputs)
      throws IOException {
    ComparisonText text = new ComparisonText(comparison, report.out());
    report.write(new ReportOutput.Forms(
        json -> ComparisonJson.write(comparison, json),
        () ->
            ComparisonReport.of(comparison, report.provenance(comparison.engines(), inputs.get())),
        text::headline,
        () -> text.print(sitesTable, next)));
  }
}
