package io.github.tracecast.imports.internal.dumpi;

import io.github.tracecast.trace.TraceException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads big-endian numbers from a part of a file, with their offsets for error messages. Takes 64
 * KiB. Not thread-safe.
 */
final class DumpiBytes implements AutoCloseable {
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private final InputStream in;
  private final String file;
  private final byte[] buffer = new byte[1 << 16];
  private int position;
  private int limit;

  /** Offset in the file of the buffer's first octet. */
  private long base;

  /** Offset of the end of the part. */
  private final long end;

  /**
   * @param in at {@code from}
   * @param end offset behind the part's last octet
   */
  DumpiBytes(InputStream in, String file, long from, long end) {
    this.in = in;
    this.file = file;
    this.base = from;
    this.end = end;
  }

  /** Returns the offset of the next byte. */
  long offset() {
    return base + position;
  }

  /** Octets that are left in the part. */
  long left() {
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
            base, "the end of the data", octets + " octets more: the file is cut or damaged");
      }
      limit += read;
    }
  }

  int octet() throws IOException {
    need(1);
    return buffer[position++] & 0xff;
  }

  int u16() throws IOException {
    need(2);
    int value = (buffer[position] & 0xff) << 8 | buffer[position + 1] & 0xff;
    position += 2;
    return value;
  }

  int i32() throws IOException {
    need(4);
    int value = (int) INT.get(buffer, position);
    position += 4;
    return value;
  }

  long i64() throws IOException {
    need(8);
    long value = (long) LONG.get(buffer, position);
    position += 8;
    return value;
  }

  /** Reads a number of items. A negative number counts as 0, as in the format's own tools. */
  int count(int octetsEach) throws IOException {
    long at = offset();
    int count = Math.max(0, i32());
    if ((long) count * octetsEach > left()) {
      throw fault(
          at,
          "a list of " + count + " items",
          "at most " + left() / octetsEach + ", as the file goes on");
    }
    return count;
  }

  void skip(long octets) throws IOException {
    if (octets > left()) {
      throw fault(
          offset(), octets + " octets to skip", "at most " + left() + ", as the file goes on");
    }
    long more = octets;
    while (more > limit - position) {
      more -= limit - position;
      position = limit;
      need(1);
    }
    position += (int) more;
  }

  /** A text behind its 16-bit length. */
  String shortText() throws IOException {
    return text(u16());
  }

  private String text(int length) throws IOException {
    if (length > left()) {
      throw fault(offset(), "a text of " + length + " octets", "at most " + left());
    }
    byte[] text = new byte[length];
    for (int done = 0; done < length; ) {
      need(1);
      int some = Math.min(length - done, limit - position);
      System.arraycopy(buffer, position, text, done, some);
      position += some;
      done += some;
    }
    int terminator = 0;
    while (terminator < length && text[terminator] != 0) {
      terminator++;
    }
    return new String(Arrays.copyOf(text, terminator), StandardCharsets.UTF_8);
  }

  /** Returns the error about the data at an offset. */
  TraceException fault(long offset, String found, String expected) {
    return TraceException.inFile(place(offset), found, expected);
  }

  /** Names an offset for people. */
  String place(long offset) {
    return file + ": offset " + offset;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
