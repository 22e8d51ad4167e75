package io.github.tracecast.predict.cli.options;

import io.github.tracecast.predict.output.ReportFile;
import io.github.tracecast.predict.print.SweepCsv;
import io.github.tracecast.predict.print.SweepJson;
import io.github.tracecast.predict.print.SweepText;
import io.github.tracecast.predict.report.page.Reproduction;
import io.github.tracecast.predict.report.sweep.SweepReport;
import io.github.tracecast.predict.settings.PredictionRequest;
import io.github.tracecast.predict.settings.UsageException;
import io.github.tracecast.predict.sweep.SweepResult;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options that say where a sweep's result goes. */
public final class SweepOutput {
  private static final int MOST_WARNINGS = 10;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--csv",
      paramLabel = "FILE",
      description =
          "Also writes one row per point as CSV; - writes it to standard output instead of the report.")
  private String csv;

  @Mixin
  private JsonOption json;

  @Mixin
  private HtmlOption html;

  @Option(
      names = "--points-table",
      paramLabel = "N",
      defaultValue = "32",
      description = "Maximum number of rows in the table of points (default: ${DEFAULT-VALUE}).")
  private int pointsTable;

  @Mixin
  private QuietReport quiet;

  public boolean isQuiet() {
    return quiet.asked();
  }

  /** Returns the first option that asks for a file. */
  public Optional<String> asked() {
    return Stream.of(targets())
        .filter(target -> target.file() != null)
        .map(ReportFile.Target::option)
        .findFirst();
  }

  /** Refuses invalid options before any long work. */
  public void check() {
    if (pointsTable < 0) {
      throw new UsageException(
          "--points-table: found " + pointsTable + "; expected 0 or more rows");
    }
    ReportFile.check(targets());
  }

  private ReportFile.Target[] targets() {
    return new ReportFile.Target[] {
      new ReportFile.Target("--csv", csv), json.target(), html.target()
    };
  }

  /** Writes the result of a sweep over traces. */
  public void write(SweepResult result, List<Path> traces) throws IOException {
    PrintWriter out = command.commandLine().getOut();
    warn(result);
    if (csv != null) {
      ReportFile.write("--csv", csv, out, writer -> SweepCsv.write(result, writer));
    }
    json.write(generator -> SweepJson.write(result, generator));
    if (html.asked()) {
      html.write(
          SweepReport.of(result, provenance(result, traces)),
          generator -> SweepJson.write(result, generator, SweepReport.MOST_POINTS));
    }
    if (!ReportFile.isStandardOutput(csv) && !json.isStandardOutput() && !html.isStandardOutput()) {
      SweepText text = new SweepText(result, out);
      if (quiet.asked()) {
        text.headline();
      } else {
        text.print(pointsTable);
      }
    }
  }

  private void warn(SweepResult result) {
    PrintWriter err = command.commandLine().getErr();
    int points = result.plan().size();
    List<SweepResult.Warning> warnings = result.warnings();
    warnings.stream()
        .limit(MOST_WARNINGS)
        .forEach(warning -> err.println("warning: " + warning.of(points)));
    if (warnings.size() > MOST_WARNINGS) {
      err.println("warning: and " + (warnings.size() - MOST_WARNINGS)
          + " more warnings about single points; --json and --html list all of them");
    }
    err.flush();
  }

  private Reproduction provenance(SweepResult result, List<Path> traces) throws IOException {
    PredictionRequest base = result.plan().base();
    return html.provenance(
        String.join(", ", result.engines()),
        Checksums.of(
            traces,
            result.plan().valuesOf("platform", base.platform()),
            result.plan().valuesOf("mapping", base.mapping())));
  }
}
