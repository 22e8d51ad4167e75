package io.github.tracecast.predict.model;

import io.github.tracecast.decompress.PreparedTrace;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongConsumer;

/** The file of a trace, and how it is read. */
public record TraceOrigin(Path file, TraceReading reading) {
  /**
   * Reads the trace.
   *
   * @param progress receives the number of lines, events or calls read from time to time
   * @throws io.github.tracecast.trace.TraceException if the file is not a trace
   */
  public PreparedTrace read(LongConsumer progress) {
    String name = file.toString();
    return PreparedTrace.read(name, reading.read(file, progress), List.of(name));
  }
}
