package io.github.tracecast.imports;

import io.github.tracecast.compress.CompressOptions;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.TraceException;
import io.github.tracecast.trace.system.ReadingProgress;
import java.nio.file.Path;
import java.util.List;

/**
 * Reads raw traces, which contain each event separately, and compresses them. The format is
 * detected from the content.
 */
public final class RawTraces {
  private RawTraces() {}

  /**
   * Reads and compresses the trace of one run, gzipped or not. The trace is one file or, if the
   * {@linkplain TraceFormat format} allows it, one file per rank, an index, a folder or a tar
   * archive.
   *
   * @param paths at least one
   * @param progress receives how much has been read
   * @throws TraceException if the files cannot be read or are not a valid raw trace; the message is
   *     one line with the place and the fault
   */
  public static Trace compress(
      List<Path> paths, CompressOptions options, ReadingProgress progress) {
    return TraceSource.read(paths, options, progress, source -> source.format().compress(source));
  }
}
