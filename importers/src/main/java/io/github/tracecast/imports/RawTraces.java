package io.github.tracecast.imports;

import io.github.tracecast.compress.CompressOptions;
import io.github.tracecast.imports.internal.tit.TitImporter;
import io.github.tracecast.trace.Trace;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongConsumer;

/** Reads raw traces, which hold each single event, and compresses them. What they are, is told by content. */
public final class RawTraces {
  private RawTraces() {}

  /**
   * Reads and compresses the trace of one run: SimGrid's time-independent format, as one file, as a file for each rank, or as an index,
   * a folder or a tar archive of these, gzipped or not.
   *
   * @param paths at least one
   * @param progress told now and then how many lines were read
   * @throws io.github.tracecast.trace.TraceException where they cannot be read, or are no proper raw trace: one line that says where
   *     and what
   */
  public static Trace compress(List<Path> paths, CompressOptions options, LongConsumer progress) {
    return TitImporter.read(paths, options, progress);
  }
}
