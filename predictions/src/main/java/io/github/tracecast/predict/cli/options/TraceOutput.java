package io.github.tracecast.predict.cli.options;

import io.github.tracecast.trace.Encoding;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.TraceFiles;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The options for a command's output trace: its file and its form, text or binary. */
public final class TraceOutput {
  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      required = true,
      description = "Where to write the trace.")
  private Path output;

  @Option(names = "--text", description = "Writes the text form instead of the binary form.")
  private boolean text;

  public void write(Trace trace) {
    TraceFiles.write(trace, output, text ? Encoding.TEXT : Encoding.BINARY);
  }
}
