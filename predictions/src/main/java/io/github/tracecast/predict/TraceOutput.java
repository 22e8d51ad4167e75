package io.github.tracecast.predict;

import io.github.tracecast.trace.Encoding;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.TraceFiles;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Where a command writes the trace that it makes, and in which form. */
final class TraceOutput {
  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      required = true,
      description = "Where to write the trace.")
  private Path output;

  @Option(names = "--text", description = "Writes the text form instead of the binary form.")
  private boolean text;

  void write(Trace trace) {
    TraceFiles.write(trace, output, text ? Encoding.TEXT : Encoding.BINARY);
  }
}
