package io.github.tracecast.trace.internal.binary;

import io.github.tracecast.trace.TraceException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;

/**
 * Reads one column of a table. Every count is checked against the number of bytes that are left.
 */
final class ColumnReader {
  private final byte[] bytes;
  private final int from;
  private final int to;
  private final String place;
  private int at;

  ColumnReader(byte[] bytes, int from, int to, String place) {
    this.bytes = bytes;
    this.from = from;
    this.to = to;
    this.place = place;
    this.at = from;
  }

  int left() {
    return to - at;
  }

  /** Returns the position in the section, not in the column. */
  int position() {
    return at;
  }

  int octet() {
    if (at == to) {
      throw fail("its end", "more rows");
    }
    return bytes[at++] & 0xff;
  }

  long varint() {
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      int octet = octet();
      value |= (long) (octet & 0x7f) << shift;
      if (octet < 0x80) {
        return value;
      }
    }
    throw fail("a number of more than 64 bits", "at most ten bytes per number");
  }

  long zigzag() {
    long value = varint();
    return value >>> 1 ^ -(value & 1);
  }

  /**
   * Reads the number of items that follow. It is limited by the bytes left, because each item takes
   * at least one byte.
   */
  int count(int bytesLeft, String things) {
    return index(bytesLeft + 1L, "number of " + things);
  }

  /** Reads a number from 0 to {@code limit} - 1. */
  int index(long limit, String what) {
    long value = varint();
    if (value < 0 || value >= limit) {
      throw fail(
          what + " " + Long.toUnsignedString(value),
          limit == 0
              ? "no " + what + ", because the trace defines none"
              : "at most " + (limit - 1));
    }
    return (int) value;
  }

  int number(String what) {
    return index(Integer.MAX_VALUE + 1L, what);
  }

  int signed(String what) {
    long value = zigzag();
    if (value != (int) value) {
      throw fail(what + " " + value, "a number of 32 bits");
    }
    return (int) value;
  }

  String text() {
    int length = count(left() - 1, "bytes");
    if (length > left()) {
      throw fail(
          "a text of " + length + " bytes", "at most the " + left() + " bytes that are left");
    }
    try {
      String text = StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(bytes, at, length))
          .toString();
      at += length;
      return text;
    } catch (CharacterCodingException e) {
      throw new TraceException(fail("bytes that are not UTF-8", "UTF-8 text").getMessage(), e);
    }
  }

  double real() {
    long packed = varint();
    int tag = (int) (packed & 3);
    if (tag != Reals.RAW) {
      long zigzag = packed >>> 2;
      return (zigzag >>> 1 ^ -(zigzag & 1)) / Reals.SCALES[tag];
    }
    long bits = 0;
    for (int i = 0; i < 8; i++) {
      bits = bits << 8 | octet();
    }
    return Double.longBitsToDouble(bits);
  }

  TraceException fail(String found, String expected) {
    return TraceException.inFile(place(), found, expected);
  }

  /** Creates an object, and adds the place in the file to an error of the trace model. */
  <T> T placed(Supplier<T> made) {
    try {
      return made.get();
    } catch (TraceException e) {
      throw e.in(place());
    }
  }

  /** Acts, and adds the place in the file to an error of the trace model. */
  void placed(Runnable action) {
    try {
      action.run();
    } catch (TraceException e) {
      throw e.in(place());
    }
  }

  private String place() {
    return place + ", offset " + (at - from);
  }
}
