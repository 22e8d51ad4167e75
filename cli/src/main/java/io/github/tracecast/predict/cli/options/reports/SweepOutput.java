package io.github.tracecast.predict.cli.options.reports;

import io.github.tracecast.predict.cli.options.ErrorLines;
import io.github.tracecast.predict.cli.options.OptionValues;
import io.github.tracecast.predict.print.SweepCsv;
import io.github.tracecast.predict.print.SweepJson;
import io.github.tracecast.predict.print.SweepText;
import io.github.tracecast.predict.report.page.Reproduction;
import io.github.tracecast.predict.report.sweep.SweepReport;
import io.github.tracecast.predict.settings.PredictionRequest;
import io.github.tracecast.predict.sweep.SweepResult;
import io.github.tracecast.predict.text.ReportFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options for the outputs of a sweep. */
public final class SweepOutput {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--csv",
      paramLabel = "FILE",
      description =
          "Also writes one row per point as CSV; with FILE -, to standard output instead of the text.")
  private @Nullable String csv;

  @Mixin
  private ReportOutput report;

  @Option(
      names = "--rows",
      paramLabel = "N",
      defaultValue = "32",
      description = "Maximum number of rows in the table of points (default: ${DEFAULT-VALUE}).")
  private int pointsTable;

  public boolean isQuiet() {
    return report.isQuiet();
  }

  /** Returns the first report option that is given. */
  public Optional<String> requestedOption() {
    return report.targets(target()).stream()
        .filter(target -> target.file() != null)
        .map(ReportFile.Target::option)
        .findFirst();
  }

  /** Refuses invalid options before any long work. */
  public void check() {
    OptionValues.checkRows(pointsTable);
    report.check(target());
  }

  private ReportFile.Target target() {
    return new ReportFile.Target("--csv", csv);
  }

  public void write(SweepResult result, List<Path> traces) throws IOException {
    warn(result);
    if (csv != null) {
      ReportFile.write("--csv", csv, report.out(), writer -> SweepCsv.write(result, writer));
    }
    SweepText text = new SweepText(result, report.out());
    report.write(
        new ReportOutput.Forms(
            json -> SweepJson.write(result, json),
            () -> SweepReport.of(result, provenance(result, traces)),
            json -> SweepJson.write(result, json, SweepReport.MOST_POINTS),
            text::headline,
            () -> text.print(pointsTable)),
        target());
  }

  private void warn(SweepResult result) {
    int points = result.plan().size();
    ErrorLines.warn(
        command, result.warnings().stream().map(warning -> warning.of(points)).toList());
  }

  private Reproduction provenance(SweepResult result, List<Path> traces) throws IOException {
    PredictionRequest base = result.plan().base();
    return report.provenance(
        String.join(", ", result.engines()),
        Checksums.of(
            traces,
            result.plan().valuesOf("platform", base.platform()),
            result.plan().valuesOf("mapping", base.mapping())));
  }
}
