package io.github.tracecast.predict.cli.options;

import io.github.tracecast.predict.model.PreparedTrace;
import java.nio.file.Path;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The trace of a command that reads one. */
public final class TraceFile {
  @Parameters(
      paramLabel = "TRACE",
      description = "A trace of Tracecast, or of any other format that import reads.")
  private Path path;

  @Mixin
  private TraceInput input;

  public Path path() {
    return path;
  }

  /** Reads the trace, see {@link TraceInput#read}. */
  public PreparedTrace read() {
    return input.read(path);
  }
}
