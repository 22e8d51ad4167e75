package io.github.tracecast.imports.internal;

import io.github.tracecast.trace.TraceException;
import io.github.tracecast.trace.system.WholeFile;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongConsumer;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** Opens the plain text of raw traces. */
public final class PlainInput {
  private static final int BUFFER = 1 << 16;

  private PlainInput() {}

  /** Opens a file, decompressed if it is gzipped, and without a UTF-8 byte order mark. */
  public static InputStream content(Path file) throws IOException {
    return content(file, more -> {});
  }

  /**
   * Opens a file as {@link #content(Path)} does.
   *
   * @param report receives how many bytes of the file were read since its last call
   */
  public static InputStream content(Path file, LongConsumer report) throws IOException {
    InputStream in = open(file, report);
    try {
      return withoutMark(
          isGzip(in) ? new BufferedInputStream(new GZIPInputStream(in, BUFFER), BUFFER) : in);
    } catch (IOException e) {
      in.close();
      throw e;
    }
  }

  /**
   * Opens a file without decompressing it.
   *
   * @throws TraceException if it is a pipe or a device, which may never end
   */
  public static InputStream open(Path file) throws IOException {
    return open(file, more -> {});
  }

  private static InputStream open(Path file, LongConsumer report) throws IOException {
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      throw new TraceException(file + ": found a "
          + (Files.isDirectory(file) ? "folder" : "pipe or a device")
          + "; expected a file. Write the data to a file first");
    }
    return new BufferedInputStream(new CountedInput(Files.newInputStream(file), report), BUFFER);
  }

  /** Whether a file begins with the first bytes of gzip. */
  public static boolean isGzip(Path file) throws IOException {
    try (InputStream in = open(file)) {
      return isGzip(in);
    }
  }

  private static boolean isGzip(InputStream in) throws IOException {
    in.mark(2);
    boolean gzip = in.read() == 0x1f && in.read() == 0x8b;
    in.reset();
    return gzip;
  }

  /**
   * Returns the stream after the byte order mark, if the text has one. The stream must support
   * {@code mark}.
   */
  public static InputStream withoutMark(InputStream in) throws IOException {
    in.mark(3);
    if (in.read() != 0xef || in.read() != 0xbb || in.read() != 0xbf) {
      in.reset();
    }
    return in;
  }

  /** Returns the error for a file that cannot be read completely. */
  public static TraceException unreadable(String file, IOException e) {
    if (e instanceof EOFException || e instanceof ZipException) {
      return new TraceException(
          file + ": found damaged compressed data"
              + (e.getMessage() == null ? "" : " (" + e.getMessage() + ")")
              + "; expected a complete file. Copy the file again",
          e);
    }
    return new TraceException(file + ": cannot be read: " + WholeFile.reason(e), e);
  }
}
