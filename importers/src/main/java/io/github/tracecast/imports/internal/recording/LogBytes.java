package io.github.tracecast.imports.internal.recording;

import io.github.tracecast.trace.TraceException;
import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/**
 * Reads bytes that the recorder wrote, in order. A number is stored in groups of seven bits, lowest
 * first, one in each byte. The highest bit of a byte is set if another byte follows. Signed numbers
 * use the zigzag code. Texts begin with their length. Floating-point numbers are little-endian.
 */
class LogBytes implements Closeable {
  private final String name;
  private final InputStream in;
  private final long from;
  private final long length;
  private long position;

  /**
   * @param name the name of the file for error messages
   * @param from the offset of the first byte in the file
   * @param length the number of bytes that may be read
   */
  LogBytes(String name, InputStream in, long from, long length) {
    this.name = name;
    this.in = in;
    this.from = from;
    this.length = length;
  }

  /** Creates a reader of all bytes of a file or of a part of it. */
  LogBytes(String name, byte[] bytes) {
    this(name, new ByteArrayInputStream(bytes), 0, bytes.length);
  }

  /** Whether any bytes are left. */
  final boolean more() {
    return position < length;
  }

  /** Returns the number of bytes read so far. */
  final long position() {
    return position;
  }

  final int octet() throws IOException {
    int octet = position++ < length ? in.read() : -1;
    if (octet < 0) {
      throw fault("the end of the log", "the rest of a record");
    }
    return octet;
  }

  final byte[] bytes(int count) throws IOException {
    byte[] bytes = in.readNBytes((int) Math.min(count, length - position));
    position += count;
    if (bytes.length < count) {
      throw fault("the end of the log", "the rest of a record");
    }
    return bytes;
  }

  final long number() throws IOException {
    long number = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      int octet = octet();
      number |= (long) (octet & 0x7f) << shift;
      if (octet < 0x80) {
        return number;
      }
    }
    throw fault("a number with more than ten bytes", "at most ten");
  }

  final long signed() throws IOException {
    long zigzag = number();
    return zigzag >>> 1 ^ -(zigzag & 1);
  }

  final double real() throws IOException {
    long bits = 0;
    for (int i = 0; i < Double.BYTES; i++) {
      bits |= (long) octet() << Byte.SIZE * i;
    }
    return Double.longBitsToDouble(bits);
  }

  /** Reads a number from 0 up to, but not including, a limit. */
  final int index(String what, long limit) throws IOException {
    return (int) amount(what, limit);
  }

  /** Reads a number from 0 up to, but not including, a limit. */
  final long amount(String what, long limit) throws IOException {
    long number = number();
    if (number < 0 || number >= limit) {
      throw fault(
          what + " " + number,
          limit == 0 ? "no " + what + ", because none is defined" : "0 to " + (limit - 1));
    }
    return number;
  }

  /**
   * Reads the number of items that follow. It is limited by the bytes left, because each item takes
   * at least one byte.
   */
  final int count(String what) throws IOException {
    return index(what, Math.min(Integer.MAX_VALUE, length - position + 1));
  }

  final String text() throws IOException {
    byte[] bytes = new byte[count("bytes of a text:")];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) octet();
      if (bytes[i] == 0) {
        throw fault("a zero within a text", "none");
      }
    }
    return new String(bytes, StandardCharsets.UTF_8);
  }

  final TraceException fault(String found, String expected) {
    return TraceException.inFile(name + ": byte " + (from + position), found, expected);
  }

  @Override
  public final void close() throws IOException {
    in.close();
  }
}
