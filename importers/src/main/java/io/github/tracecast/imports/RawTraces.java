package io.github.tracecast.imports;

import io.github.tracecast.compress.CompressOptions;
import io.github.tracecast.imports.internal.PlainInput;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.TraceException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongConsumer;

/** Reads raw traces, which hold each single event, and compresses them. The format is detected by content. */
public final class RawTraces {
  private RawTraces() {}

  /**
   * Reads and compresses the trace of one run: one file, or, where the {@linkplain TraceFormat format} has them, a file for each
   * rank, an index, a folder or a tar archive; gzipped or not.
   *
   * @param paths at least one
   * @param progress told now and then how many lines were read
   * @throws TraceException where they cannot be read, or are no proper raw trace: one line that says where and what
   */
  public static Trace compress(List<Path> paths, CompressOptions options, LongConsumer progress) {
    try (TraceSource source = TraceSource.open(paths, options, progress)) {
      return source.format().compress(source);
    } catch (NoSuchFileException e) {
      throw new TraceException(paths.getFirst() + ": no such file", e);
    } catch (IOException e) {
      throw PlainInput.unreadable(paths.getFirst().toString(), e);
    }
  }
}
