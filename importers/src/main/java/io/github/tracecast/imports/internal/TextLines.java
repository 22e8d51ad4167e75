package io.github.tracecast.imports.internal;

import io.github.tracecast.trace.TraceException;
import io.github.tracecast.trace.system.WholeFile;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.LongConsumer;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * Reads the lines of a stream one at a time, with their numbers. Memory is O(longest line), and a
 * line that is longer than the limit is an error. Not thread-safe.
 */
public final class TextLines implements AutoCloseable {
  private static final int LONGEST = 1 << 24;

  private final InputStream in;
  private final String file;
  private final Charset charset;
  private final byte[] buffer = new byte[1 << 16];
  private byte[] line = new byte[1 << 10];
  private int at;
  private int end;
  private int number;

  /** The offset of the buffer's first byte in the file. */
  private long base;

  /** @param file the name of the file in error messages */
  public TextLines(InputStream in, String file, Charset charset) {
    this(in, file, charset, 0, 0);
  }

  /**
   * @param in the file from the beginning of a line on
   * @param offset the offset of that line in the file
   * @param lines the number of lines before it
   */
  public TextLines(InputStream in, String file, Charset charset, long offset, int lines) {
    this.in = in;
    this.file = file;
    this.charset = charset;
    this.base = offset;
    this.number = lines;
  }

  /** Returns the offset of the next line in the file. */
  public long offset() {
    return base + at;
  }

  /**
   * Skips lines up to the next line that begins with a given character. Faults in skipped lines are
   * not detected.
   */
  public void skipTo(char first) {
    while (at < end || fill()) {
      if (buffer[at] == first) {
        return;
      }
      boolean ended = false;
      while (!ended && (at < end || fill())) {
        ended = buffer[at++] == '\n';
      }
      number += ended ? 1 : 0;
    }
  }

  /** Opens a file, which may be gzipped. */
  public static TextLines open(Path file, Charset charset) throws IOException {
    return open(file, charset, more -> {});
  }

  /** Opens a file, which may be gzipped, and reports its bytes as {@link PlainInput#content} does. */
  public static TextLines open(Path file, Charset charset, LongConsumer report) throws IOException {
    return new TextLines(PlainInput.content(file, report), file.toString(), charset);
  }

  @Override
  public void close() throws IOException {
    in.close();
  }

  /**
   * Returns the number, from 1, of the line that {@link #next} returned last; 0 before the first
   * line.
   */
  public int number() {
    return number;
  }

  /** Returns the place of the line that {@link #next} returned last. */
  public Place place() {
    return new Place(file, number);
  }

  /** Returns an error at the line that {@link #next} returned last. */
  public TraceException fault(String found, String expected) {
    return place().fault(found, expected);
  }

  /**
   * Returns the next line without its line end; null after the last line.
   *
   * @throws TraceException if the last line has no line end or the stream is truncated
   */
  public @Nullable String next() {
    int length = 0;
    while (true) {
      if (at == end && !fill()) {
        if (length == 0) {
          return null;
        }
        throw new Place(file, number + 1)
            .fault(
                "the end of the file in the middle of a line",
                "a complete line; the file is probably incomplete");
      }
      int from = at;
      while (at < end && buffer[at] != '\n') {
        at++;
      }
      length = append(from, length);
      if (at < end) {
        at++;
        number++;
        int kept = length > 0 && line[length - 1] == '\r' ? length - 1 : length;
        return new String(line, 0, kept, charset);
      }
    }
  }

  private int append(int from, int length) {
    int more = at - from;
    if (length + more > LONGEST) {
      throw new Place(file, number + 1)
          .fault("a line of more than " + LONGEST + " bytes", "shorter lines");
    }
    if (length + more > line.length) {
      line = Arrays.copyOf(line, Math.max(length + more, 2 * line.length));
    }
    System.arraycopy(buffer, from, line, length, more);
    return length + more;
  }

  private boolean fill() {
    try {
      base += end;
      at = 0;
      end = Math.max(0, in.read(buffer));
      return end > 0;
    } catch (EOFException | ZipException e) {
      throw new TraceException(
          file + ": found compressed data that ends early or is damaged after line " + number
              + "; expected a complete gzip file",
          e);
    } catch (IOException e) {
      throw new TraceException(file + ": cannot be read: " + WholeFile.reason(e), e);
    }
  }
}
