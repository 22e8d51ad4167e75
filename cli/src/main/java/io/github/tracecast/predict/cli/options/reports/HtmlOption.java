package io.github.tracecast.predict.cli.options.reports;

import io.github.tracecast.predict.report.page.Page;
import io.github.tracecast.predict.report.page.Reproduction;
import io.github.tracecast.predict.text.ReportFile;
import io.github.tracecast.trace.text.Shell;
import io.github.tracecast.trace.text.Version;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.core.JsonGenerator;

/** {@code --html}: writes a command's report as a page for a browser. */
public final class HtmlOption {
  private static final String NAME = "--html";

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = NAME,
      paramLabel = "FILE",
      description =
          "Also writes a report for a browser as a single self-contained file; with FILE -, to standard output instead"
              + " of the text.")
  private @Nullable String file;

  public ReportFile.Target target() {
    return new ReportFile.Target(NAME, file);
  }

  public boolean isRequested() {
    return file != null;
  }

  public boolean isStandardOutput() {
    return ReportFile.isStandardOutput(file);
  }

  /** Returns what is needed to reproduce the report: the current command line, the engine and the inputs. */
  public Reproduction provenance(String engine, List<Reproduction.Input> inputs) {
    List<String> words = new ArrayList<>(List.of("tracecast"));
    words.addAll(command.root().commandLine().getParseResult().originalArgs());
    return new Reproduction(Shell.command(words), Version.number(), engine, inputs);
  }

  /**
   * Writes the page if the option is given.
   *
   * @param figures writes the members of the result's JSON
   */
  public void write(Page page, Consumer<JsonGenerator> figures) throws IOException {
    ReportFile.write(
        NAME,
        Objects.requireNonNull(file),
        command.commandLine().getOut(),
        writer -> page.write(writer, figures));
  }
}
