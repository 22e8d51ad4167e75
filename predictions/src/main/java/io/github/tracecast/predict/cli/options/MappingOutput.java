package io.github.tracecast.predict.cli.options;

import io.github.tracecast.predict.mapping.GraphMapping;
import io.github.tracecast.predict.mapping.MappingRanking;
import io.github.tracecast.predict.model.EngineVersion;
import io.github.tracecast.predict.output.ReportFile;
import io.github.tracecast.predict.print.MappingJson;
import io.github.tracecast.predict.print.MappingText;
import io.github.tracecast.predict.report.mapping.MappingReport;
import io.github.tracecast.predict.report.page.Reproduction;
import io.github.tracecast.predict.settings.PredictionRequest;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.core.JsonGenerator;

/** Where a ranking of mappings goes, and in which forms. */
public final class MappingOutput {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description =
          "Writes the fastest mapping for predict --mapping file:FILE; - writes it to standard output instead of the report.")
  private String fastest;

  @Mixin
  private JsonOption json;

  @Mixin
  private HtmlOption html;

  @Mixin
  private QuietReport quiet;

  public boolean isQuiet() {
    return quiet.asked();
  }

  /** Refuses invalid options before any long work. */
  public void check() {
    ReportFile.check(new ReportFile.Target("-o", fastest), json.target(), html.target());
  }

  /**
   * Writes a ranking.
   *
   * @param computation what is known of the recorded computation, as text
   */
  public void write(
      MappingRanking ranking,
      Path trace,
      PredictionRequest request,
      String computation,
      List<String> warnings)
      throws IOException {
    PrintWriter out = command.commandLine().getOut();
    if (fastest != null) {
      int[] slots = GraphMapping.slots(ranking.fastest());
      ReportFile.write(
          "-o", fastest, out, writer -> GraphMapping.write(slots, ranking.fastest(), writer));
    }
    Consumer<JsonGenerator> members =
        generator -> MappingJson.write(ranking, trace.toString(), request, computation, generator);
    json.write(members);
    if (html.asked()) {
      Reproduction provenance = html.provenance(
          request.engine() + " " + EngineVersion.of(request.engine()),
          Checksums.of(trace, request.platform(), request.mapping()));
      html.write(
          MappingReport.of(ranking, trace.toString(), request, computation, warnings, provenance),
          members);
    }
    if (!ReportFile.isStandardOutput(fastest)
        && !json.isStandardOutput()
        && !html.isStandardOutput()) {
      MappingText text = new MappingText(ranking, out);
      if (quiet.asked()) {
        text.headline();
      } else {
        text.print(computation);
      }
    }
  }
}
