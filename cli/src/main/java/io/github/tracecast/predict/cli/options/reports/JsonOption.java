package io.github.tracecast.predict.cli.options.reports;

import io.github.tracecast.predict.text.JsonOutput;
import io.github.tracecast.predict.text.ReportFile;
import java.io.IOException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.core.JsonGenerator;

/** {@code --json}: writes a command's result as JSON. */
public final class JsonOption {
  private static final String NAME = "--json";

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = NAME,
      paramLabel = "FILE",
      description =
          "Also writes the result as JSON; with FILE -, to standard output instead of the text.")
  private @Nullable String file;

  public ReportFile.Target target() {
    return new ReportFile.Target(NAME, file);
  }

  public boolean isStandardOutput() {
    return ReportFile.isStandardOutput(file);
  }

  /**
   * Writes the result if the option is given.
   *
   * @param members writes the members of the object
   */
  public void write(Consumer<JsonGenerator> members) throws IOException {
    if (file != null) {
      ReportFile.write(NAME, file, command.commandLine().getOut(), JsonOutput.of(members));
    }
  }
}
