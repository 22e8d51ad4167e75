package io.github.tracecast.imports.internal;

import io.github.tracecast.trace.TraceException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Reads numbers from a part of a file, and keeps the offset of each number for error messages.
 * Buffers 64 KiB. Not thread-safe.
 */
public class FileBytes implements AutoCloseable {
  private final InputStream in;
  private final String file;
  private final byte[] buffer = new byte[1 << 16];
  private final ByteBuffer numbers;
  private int position;
  private int limit;

  /** The offset of the buffer's first octet in the file. */
  private long base;

  /** The offset after the last octet of the part. */
  private final long end;

  /**
   * @param in the file's bytes from {@code from} on
   * @param end the offset after the last octet of the part; Long.MAX_VALUE if unknown
   */
  public FileBytes(InputStream in, String file, ByteOrder order, long from, long end) {
    this.in = in;
    this.file = file;
    this.numbers = ByteBuffer.wrap(buffer).order(order);
    this.base = from;
    this.end = end;
  }

  /** Returns the offset of the next octet. */
  public final long offset() {
    return base + position;
  }

  /** Returns the number of octets in the part that were not read yet. */
  public final long octetsLeft() {
    return end - offset();
  }

  private void need(int octets) throws IOException {
    if (limit - position < octets) {
      refill(octets);
    }
  }

  private void refill(int octets) throws IOException {
    System.arraycopy(buffer, position, buffer, 0, limit - position);
    base += position;
    limit -= position;
    position = 0;
    while (limit < octets) {
      int wanted = (int) Math.min(buffer.length - limit, end - base - limit);
      int read = wanted <= 0 ? -1 : in.read(buffer, limit, wanted);
      if (read < 0) {
        throw fault(
            base, "the end of the data", octets + " bytes more; the file is incomplete or damaged");
      }
      limit += read;
    }
  }

  public final int octet() throws IOException {
    need(1);
    return buffer[position++] & 0xff;
  }

  public final int u16() throws IOException {
    need(2);
    int value = Short.toUnsignedInt(numbers.getShort(position));
    position += 2;
    return value;
  }

  public final int i32() throws IOException {
    need(4);
    int value = numbers.getInt(position);
    position += 4;
    return value;
  }

  public final long i64() throws IOException {
    need(8);
    long value = numbers.getLong(position);
    position += 8;
    return value;
  }

  public final void skip(long octets) throws IOException {
    if (octets > octetsLeft()) {
      throw fault(
          offset(),
          octets + " bytes to skip",
          "at most the " + octetsLeft() + " bytes that are left");
    }
    long more = octets;
    while (more > limit - position) {
      more -= limit - position;
      position = limit;
      need(1);
    }
    position += (int) more;
  }

  /** Reads a number of octets. */
  protected final byte[] octets(int length) throws IOException {
    byte[] octets = new byte[length];
    for (int done = 0; done < length; ) {
      need(1);
      int some = Math.min(length - done, limit - position);
      System.arraycopy(buffer, position, octets, done, some);
      position += some;
      done += some;
    }
    return octets;
  }

  /** Returns the error about the data at an offset. */
  public final TraceException fault(long offset, String found, String expected) {
    return TraceException.inFile(place(offset), found, expected);
  }

  /** Returns the file and an offset as text, for error messages. */
  public final String place(long offset) {
    return file + ": offset " + offset;
  }

  @Override
  public final void close() throws IOException {
    in.close();
  }
}
