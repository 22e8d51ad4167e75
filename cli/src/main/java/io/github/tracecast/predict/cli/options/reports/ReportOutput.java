package io.github.tracecast.predict.cli.options.reports;

import io.github.tracecast.predict.cli.options.Quiet;
import io.github.tracecast.predict.model.EngineVersion;
import io.github.tracecast.predict.report.page.Page;
import io.github.tracecast.predict.report.page.Reproduction;
import io.github.tracecast.predict.settings.PredictionRequest;
import io.github.tracecast.predict.text.ReportFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import tools.jackson.core.JsonGenerator;

/** Writes a report in up to three forms: JSON, a page for a browser, and text. */
public final class ReportOutput {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Mixin
  private JsonOption json;

  @Mixin
  private HtmlOption html;

  @Mixin
  private Quiet quiet;

  /** Creates the page only when it is needed. */
  public interface PageSource {
    Page page() throws IOException;
  }

  /**
   * The forms of one report.
   *
   * @param json writes the members of its JSON
   * @param figures writes the members of the JSON that the page contains
   * @param headline prints the first lines of the text, the answer
   * @param text prints the whole text
   */
  public record Forms(
      Consumer<JsonGenerator> json,
      PageSource page,
      Consumer<JsonGenerator> figures,
      Runnable headline,
      Runnable text) {
    /** Forms of a report whose page contains the whole JSON. */
    public Forms(Consumer<JsonGenerator> json, PageSource page, Runnable headline, Runnable text) {
      this(json, page, json, headline, text);
    }
  }

  public boolean isQuiet() {
    return quiet.isSet();
  }

  /** Whether the report goes to a file, or goes to standard output as JSON or as a page. */
  boolean hasFile() {
    return targets().stream().anyMatch(target -> target.file() != null);
  }

  public boolean hasPage() {
    return html.isRequested();
  }

  public PrintWriter out() {
    return command.commandLine().getOut();
  }

  /** Returns the given targets, followed by the targets of this report. */
  List<ReportFile.Target> targets(ReportFile.Target... others) {
    return Stream.concat(Stream.of(others), Stream.of(json.target(), html.target()))
        .toList();
  }

  /**
   * Refuses targets that cannot be written, before any long work.
   *
   * @param others the targets of the command's other options
   */
  public void check(ReportFile.Target... others) {
    ReportFile.check(targets(others).toArray(ReportFile.Target[]::new));
  }

  /** Returns what is needed to reproduce the report: the current command line, the engine and the inputs. */
  public Reproduction provenance(String engine, List<Reproduction.Input> inputs) {
    return html.provenance(engine, inputs);
  }

  /** Returns what is needed to reproduce the report of a prediction. */
  public Reproduction provenance(Path trace, PredictionRequest request) throws IOException {
    return provenance(
        request.engine() + " " + EngineVersion.of(request.engine()),
        Checksums.of(trace, request.platform(), request.mapping()));
  }

  /** Returns what is needed to reproduce the report about a trace, which no engine replayed. */
  public Reproduction provenance(Path trace) throws IOException {
    return provenance("", List.of(Checksums.input("trace", trace)));
  }

  /**
   * Writes a report in all requested forms. The text is left out if another form goes to standard
   * output.
   */
  public void write(Forms forms, ReportFile.Target... others) throws IOException {
    json.write(forms.json);
    if (html.isRequested()) {
      html.write(forms.page.page(), forms.figures);
    }
    if (targets(others).stream().noneMatch(it -> ReportFile.isStandardOutput(it.file()))) {
      (quiet.isSet() ? forms.headline : forms.text).run();
    }
  }
}
