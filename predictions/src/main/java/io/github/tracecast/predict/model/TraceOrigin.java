package io.github.tracecast.predict.model;

import io.github.tracecast.decompress.PreparedTrace;
import java.nio.file.Path;
import java.util.ArrayList;
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
    return PreparedTrace.read(file.toString(), reading.read(file, progress), words());
  }

  /** Returns the arguments with which a command in another process reads this trace. */
  public List<String> words() {
    List<String> words = new ArrayList<>(List.of(file.toString()));
    words.addAll(reading.options());
    return words;
  }
}
