package io.github.tracecast.imports;

import io.github.tracecast.compress.CompressOptions;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.TraceException;
import io.github.tracecast.trace.system.ReadingProgress;
import java.nio.file.Path;
import java.util.List;

/**
 * Reads a trace of any {@linkplain TraceFormat supported format}, gzipped or not. The format is
 * detected from the content, not from the file's name.
 */
public final class Importers {
  private Importers() {}

  /**
   * Reads a trace from a file or a folder. A raw trace is compressed with the default options.
   *
   * @throws TraceException if the file cannot be read, has no supported format, or is damaged; the
   *     message is one line with the place and the fault
   */
  public static Trace read(Path path) {
    return read(path, done -> {});
  }

  /**
   * Reads a trace from a file or a folder, as {@link #read(Path)} does.
   *
   * @param progress receives how much has been read
   */
  public static Trace read(Path path, ReadingProgress progress) {
    return read(path, CompressOptions.DEFAULT, progress);
  }

  /**
   * Reads a trace from a file or a folder, as {@link #read(Path)} does.
   *
   * @param options options for the compression of a raw trace
   * @param progress receives how much has been read
   */
  public static Trace read(Path path, CompressOptions options, ReadingProgress progress) {
    return TraceSource.read(
        List.of(path), options, progress, source -> source.format().read(source));
  }
}
