package io.github.tracecast.predict.cli.options;

import io.github.tracecast.predict.model.PreparedTrace;
import io.github.tracecast.trace.TraceException;
import java.nio.file.Path;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The trace of a command that reads one. */
public final class TraceFile {
  @Parameters(
      paramLabel = "TRACE",
      description = "A trace of Tracecast, or of any other format that import reads.")
  private Path path;

  @Mixin
  private TraceInput input;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  private boolean isRead;

  public Path path() {
    return path;
  }

  /** Reads the trace, see {@link TraceInput#read}. */
  public PreparedTrace read() {
    PreparedTrace trace = input.read(path);
    isRead = true;
    ErrorLines.know(command, path, trace.warnings());
    return trace;
  }

  /** Adds the file to an error of the trace. Errors while it is read name it already. */
  public TraceException named(TraceException error) {
    return isRead ? error.in(path.toString()) : error;
  }
}
