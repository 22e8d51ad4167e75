package io.github.tracecast.predict.model;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
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
    return PreparedTrace.of(this, reading.read(file, progress));
  }

  /** Returns the size of the trace. For a folder it is the size of all its files. */
  public long bytes() throws IOException {
    if (!Files.isDirectory(file)) {
      return Files.size(file);
    }
    long sum = 0;
    try (DirectoryStream<Path> inside = Files.newDirectoryStream(file, Files::isRegularFile)) {
      for (Path one : inside) {
        sum += Files.size(one);
      }
    }
    return sum;
  }

  /** Returns the arguments with which a command in another process reads this trace. */
  public List<String> words() {
    List<String> words = new ArrayList<>(List.of(file.toString()));
    words.addAll(reading.options());
    return words;
  }
}
