package io.github.tracecast.predict.cli.options;

import io.github.tracecast.predict.compare.Comparison;
import io.github.tracecast.predict.output.ReportFile;
import io.github.tracecast.predict.print.ComparisonJson;
import io.github.tracecast.predict.print.ComparisonText;
import io.github.tracecast.predict.report.comparison.ComparisonReport;
import io.github.tracecast.predict.report.page.Reproduction;
import io.github.tracecast.predict.settings.UsageException;
import java.io.IOException;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Where a comparison goes, and in which forms. */
public final class ComparisonOutput {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Mixin
  private JsonOption json;

  @Mixin
  private HtmlOption html;

  @Mixin
  private QuietReport quiet;

  @Option(
      names = "--sites-table",
      paramLabel = "N",
      defaultValue = "20",
      description =
          "Maximum number of rows in the table of call sites (default: ${DEFAULT-VALUE}).")
  private int sitesTable;

  public boolean isQuiet() {
    return quiet.asked();
  }

  /** Refuses invalid options before any long work. */
  public void check() {
    ReportFile.check(json.target(), html.target());
    if (sitesTable < 0) {
      throw new UsageException("--sites-table: found " + sitesTable + "; expected 0 or more rows");
    }
  }

  /**
   * Writes a comparison.
   *
   * @param inputs the files that it was made from; read only for a page
   */
  public void write(Comparison comparison, Reproduction.Inputs inputs) throws IOException {
    json.write(generator -> ComparisonJson.write(comparison, generator));
    if (html.asked()) {
      html.write(
          ComparisonReport.of(comparison, html.provenance(comparison.engines(), inputs.get())),
          generator -> ComparisonJson.write(comparison, generator));
    }
    if (!json.isStandardOutput() && !html.isStandardOutput()) {
      ComparisonText text = new ComparisonText(comparison, command.commandLine().getOut());
      if (quiet.asked()) {
        text.headline();
      } else {
        text.print(sitesTable);
      }
    }
  }
}
