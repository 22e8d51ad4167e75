package io.github.tracecast.trace.internal.binary;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/**
 * A growing column of bytes. Full blocks are kept deflated, so that a long column takes little more
 * space in memory than in the file.
 */
final class ByteColumn {
  private static final int BLOCK = 1 << 16;

  private byte[] bytes = new byte[32];
  private int used;
  private final List<byte[]> full = new ArrayList<>();

  long size() {
    return (long) full.size() * BLOCK + used;
  }

  void writeTo(OutputStream out) throws IOException {
    byte[] block = new byte[full.isEmpty() ? 0 : BLOCK];
    try (Inflater inflater = new Inflater()) {
      for (byte[] one : full) {
        inflater.reset();
        inflater.setInput(one);
        int at = 0;
        while (at < BLOCK) {
          at += inflater.inflate(block, at, BLOCK - at);
        }
        out.write(block);
      }
    } catch (DataFormatException e) {
      throw new AssertionError(e);
    }
    out.write(bytes, 0, used);
  }

  ByteColumn octet(int value) {
    if (used == bytes.length) {
      grow();
    }
    bytes[used++] = (byte) value;
    return this;
  }

  private void grow() {
    if (used < BLOCK) {
      bytes = Arrays.copyOf(bytes, 2 * used);
      return;
    }
    try (Deflater deflater = new Deflater(Deflater.BEST_SPEED)) {
      deflater.setInput(bytes);
      deflater.finish();
      byte[] packed = new byte[BLOCK + BLOCK / 8];
      int size = 0;
      while (!deflater.finished()) {
        size += deflater.deflate(packed, size, packed.length - size);
      }
      full.add(Arrays.copyOf(packed, size));
    }
    used = 0;
  }

  /**
   * Appends a number with seven bits in each byte, lowest bits first. The top bit of a byte is set
   * if another byte follows. Negative numbers take ten bytes.
   */
  ByteColumn varint(long value) {
    long rest = value;
    while ((rest & ~0x7fL) != 0) {
      octet((int) (rest & 0x7f | 0x80));
      rest >>>= 7;
    }
    return octet((int) rest);
  }

  /**
   * Appends a number in the zigzag code, which takes few bytes for small numbers of either sign: 0,
   * -1, 1, -2 ... become 0, 1, 2, 3 ...
   */
  ByteColumn zigzag(long value) {
    return varint(value << 1 ^ value >> 63);
  }

  ByteColumn text(String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    varint(utf8.length);
    for (byte b : utf8) {
      octet(b);
    }
    return this;
  }

  /**
   * Appends a double exactly. If a whole number of ones, hundredths or millionths gives the same
   * double to the last bit, writes this number. Otherwise writes the eight bytes of the double.
   */
  ByteColumn real(double value) {
    for (int tag = 0; tag < Reals.SCALES.length; tag++) {
      double scaled = Math.rint(value * Reals.SCALES[tag]);
      if (Math.abs(scaled) < Reals.LIMIT
          && Double.doubleToRawLongBits((long) scaled / Reals.SCALES[tag])
              == Double.doubleToRawLongBits(value)) {
        long number = (long) scaled;
        return varint((number << 1 ^ number >> 63) << 2 | tag);
      }
    }
    octet(Reals.RAW);
    long bits = Double.doubleToRawLongBits(value);
    for (int shift = 56; shift >= 0; shift -= 8) {
      octet((int) (bits >>> shift));
    }
    return this;
  }
}
