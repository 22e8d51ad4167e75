package io.github.tracecast.predict.cli.options;

import io.github.tracecast.decompress.PreparedTrace;
import io.github.tracecast.predict.Tracecast;
import io.github.tracecast.predict.cli.serve.Session;
import io.github.tracecast.predict.model.TraceWarnings;
import io.github.tracecast.trace.TraceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The parameter of a command that reads one trace. */
public final class TraceFile {
  @Parameters(
      paramLabel = "TRACE",
      description = "A trace of Tracecast, or of any other format that import reads.")
  private Path path;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  private boolean isRead;

  public Path path() {
    return path;
  }

  /** Reads the trace, see {@link Tracecast#read}. */
  public PreparedTrace read() {
    PreparedTrace trace = Session.current()
        .map(session -> session.trace(path, () -> Tracecast.read(path)))
        .orElseGet(() -> Tracecast.read(path));
    isRead = true;
    ErrorLines.know(command, path, TraceWarnings.of(trace));
    return trace;
  }

  /** Returns the size of the file. For a folder it is the size of all its files. */
  public long bytes() throws IOException {
    if (!Files.isDirectory(path)) {
      return Files.size(path);
    }
    try (Stream<Path> inside = Files.list(path)) {
      return inside
          .filter(Files::isRegularFile)
          .mapToLong(one -> one.toFile().length())
          .sum();
    }
  }

  /** Adds the name of the file to an error in the trace. Errors of the reader name the file already. */
  public TraceException named(TraceException error) {
    return isRead ? error.in(path.toString()) : error;
  }
}
