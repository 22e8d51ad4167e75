package io.github.tracecast.predict.cli.options;

import io.github.tracecast.predict.cli.output.StreamedOutput;
import io.github.tracecast.predict.text.ReportFile;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.codec.TraceFiles;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The options for a command's output trace: its file and its form, text or binary. */
public final class TraceOutput {
  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      required = true,
      description = "Where to write the trace. FILE - means standard output.")
  private Path output;

  @Mixin
  private TraceForm form;

  public void write(Trace trace) {
    if (!isStandardOutput()) {
      TraceFiles.write(trace, output, form.encoding());
      return;
    }
    StreamedOutput.send("trace.ctrace", file -> {
      TraceFiles.write(trace, file, form.encoding());
      return List.of(file);
    });
  }

  private boolean isStandardOutput() {
    return ReportFile.isStandardOutput(output.toString());
  }

  public Path path() {
    return output;
  }

  /**
   * Returns the stream for a command's report about the trace: standard error if the trace goes to
   * standard output.
   */
  public PrintWriter report(CommandSpec command) {
    return isStandardOutput()
        ? command.commandLine().getErr()
        : command.commandLine().getOut();
  }
}
