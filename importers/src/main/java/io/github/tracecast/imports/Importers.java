package io.github.tracecast.imports;

import io.github.tracecast.compress.CompressOptions;
import io.github.tracecast.imports.internal.PlainInput;
import io.github.tracecast.imports.internal.listing.ListingImporter;
import io.github.tracecast.imports.internal.paraver.ParaverImporter;
import io.github.tracecast.imports.internal.scalatrace.ScalaTraceImporter;
import io.github.tracecast.imports.internal.tit.TitImporter;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.TraceException;
import io.github.tracecast.trace.TraceFiles;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipException;

/** Reads a trace of any known format, gzipped or not. What it is, is told by content; names and endings do not matter. */
public final class Importers {
  private static final String KNOWN =
      "a trace of Tracecast (text or binary), of ScalaTrace 2 (text), of SimGrid (time-independent) or of Paraver (.prv), plain or gzipped";
  private static final int HEAD = 4096;
  private static final int LARGEST = 1 << 30;

  private Importers() {}

  /**
   * Reads a trace. A folder stands for the file {@code 0} in it, which is where ScalaTrace 2 puts its trace, or for the files of a
   * raw trace, which is {@linkplain RawTraces compressed} with the default options.
   *
   * @throws TraceException if the file cannot be read, is of no known format, or is damaged: one line that says where and what
   */
  public static Trace read(Path path) {
    Path file = Files.isDirectory(path) ? path.resolve("0") : path;
    if (Files.isDirectory(path) && !Files.isRegularFile(file)) {
      return compress(path);
    }
    try (InputStream in =
        PlainInput.withoutMark(new BufferedInputStream(Files.newInputStream(file), 1 << 16))) {
      byte[] head = peek(in);
      if (TraceFiles.isTrace(head)) {
        return TraceFiles.read(file);
      }
      if (!isGzip(head)) {
        return read(in, head, file);
      }
      try (InputStream plain = PlainInput.of(in)) {
        return read(plain, peek(plain), file);
      }
    } catch (NoSuchFileException e) {
      throw new TraceException(file + ": no such file", e);
    } catch (EOFException | ZipException e) {
      throw new TraceException(file + ": found damaged gzip data; expected " + KNOWN, e);
    } catch (IOException e) {
      throw new TraceException(file + ": cannot be read: " + e.getMessage(), e);
    }
  }

  private static Trace read(InputStream in, byte[] head, Path file) throws IOException {
    if (TraceFiles.isTrace(head)) {
      byte[] bytes = in.readNBytes(LARGEST + 1);
      if (bytes.length > LARGEST) {
        throw new TraceException(file + ": found more than " + LARGEST
            + " bytes once decompressed; expected a smaller trace, or an uncompressed one");
      }
      return TraceFiles.read(bytes, file.toString());
    }
    if (TitImporter.recognises(head)
        || ListingImporter.recognises(head)
        || ParaverImporter.recognises(head)) {
      return compress(file);
    }
    if (ScalaTraceImporter.recognises(head)) {
      return ScalaTraceImporter.read(in, file.toString());
    }
    throw new TraceException(file + ": found " + LooksLike.describe(head) + "; expected " + KNOWN);
  }

  private static Trace compress(Path path) {
    return RawTraces.compress(List.of(path), CompressOptions.DEFAULT, lines -> {});
  }

  private static byte[] peek(InputStream in) throws IOException {
    in.mark(HEAD);
    byte[] head = in.readNBytes(HEAD);
    in.reset();
    return head;
  }

  private static boolean isGzip(byte[] head) {
    return head.length >= 2 && head[0] == 0x1f && head[1] == (byte) 0x8b;
  }
}
