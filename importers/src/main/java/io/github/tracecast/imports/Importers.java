package io.github.tracecast.imports;

import io.github.tracecast.compress.CompressOptions;
import io.github.tracecast.imports.internal.PlainInput;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.TraceException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/** Reads a trace of any {@linkplain TraceFormat supported format}, gzipped or not. The format is detected by content; names do not matter. */
public final class Importers {
  private Importers() {}

  /**
   * Reads a trace. A folder stands for the trace in it. A raw trace is compressed with the default options.
   *
   * @throws TraceException if the file cannot be read, is of no supported format, or is damaged: one line that says where and what
   */
  public static Trace read(Path path) {
    try (TraceSource source =
        TraceSource.open(List.of(path), CompressOptions.DEFAULT, lines -> {})) {
      return source.format().read(source);
    } catch (NoSuchFileException e) {
      throw new TraceException(path + ": no such file", e);
    } catch (IOException e) {
      throw PlainInput.unreadable(path.toString(), e);
    }
  }
}
