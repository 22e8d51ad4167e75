package io.github.tracecast.predict.model;

import io.github.tracecast.decompress.PreparedTrace;
import io.github.tracecast.trace.system.ReadingProgress;
import java.nio.file.Path;
import java.util.List;

/** The file of a trace, and how it is read. */
public record TraceOrigin(Path file, TraceReading reading) {
  /**
   * Reads the trace.
   *
   * @param progress receives how much has been read
   * @throws io.github.tracecast.trace.TraceException if the file is not a trace
   */
  public PreparedTrace read(ReadingProgress progress) {
    String name = file.toString();
    return PreparedTrace.read(name, reading.read(file, progress), List.of(name));
  }
}
