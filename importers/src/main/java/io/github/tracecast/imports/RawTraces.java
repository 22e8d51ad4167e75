package io.github.tracecast.imports;

import io.github.tracecast.compress.CompressOptions;
import io.github.tracecast.imports.internal.PlainInput;
import io.github.tracecast.imports.internal.listing.ListingImporter;
import io.github.tracecast.imports.internal.paraver.ParaverImporter;
import io.github.tracecast.imports.internal.tit.TitImporter;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.TraceException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongConsumer;

/** Reads raw traces, which hold each single event, and compresses them. What they are, is told by content. */
public final class RawTraces {
  private static final int HEAD = 4096;
  private static final String RAW =
      "a raw trace: what tracecast expand --all writes, one of Paraver (.prv) or of SimGrid (time-independent), plain or gzipped";

  private RawTraces() {}

  /**
   * Reads and compresses the trace of one run: the listing that {@code tracecast expand --all} writes, a {@code .prv} file of
   * Paraver, beside which is its {@code .pcf}, or SimGrid's time-independent format, as one file, as a file for each rank, or as an index, a folder or a tar archive of these; gzipped or not.
   *
   * @param paths at least one
   * @param progress told now and then how many lines were read
   * @throws TraceException where they cannot be read, or are no proper raw trace: one line that says where and what
   */
  public static Trace compress(List<Path> paths, CompressOptions options, LongConsumer progress) {
    Path first = paths.getFirst();
    if (paths.size() > 1 || !Files.isRegularFile(first)) {
      return TitImporter.read(paths, options, progress);
    }
    try (InputStream raw = new BufferedInputStream(Files.newInputStream(first), 1 << 16);
        InputStream in = PlainInput.of(raw)) {
      in.mark(HEAD);
      byte[] head = in.readNBytes(HEAD);
      in.reset();
      if (ParaverImporter.recognises(head)) {
        return ParaverImporter.read(in, first, options, progress);
      }
      if (ListingImporter.recognises(head)) {
        return ListingImporter.read(in, first.toString(), options, progress);
      }
      if (!TitImporter.recognises(head)) {
        throw new TraceException(
            first + ": found " + LooksLike.describe(head) + "; expected " + RAW);
      }
    } catch (NoSuchFileException e) {
      throw new TraceException(first + ": no such file", e);
    } catch (IOException e) {
      throw PlainInput.unreadable(first.toString(), e);
    }
    return TitImporter.read(paths, options, progress);
  }
}
