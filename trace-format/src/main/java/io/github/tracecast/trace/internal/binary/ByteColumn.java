package io.github.tracecast.trace.internal.binary;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A growing column of bytes. */
final class ByteColumn {
  private byte[] bytes = new byte[32];
  private int size;

  int size() {
    return size;
  }

  void copyTo(byte[] target, int offset) {
    System.arraycopy(bytes, 0, target, offset, size);
  }

  ByteColumn octet(int value) {
    if (size == bytes.length) {
      bytes = Arrays.copyOf(bytes, 2 * size);
    }
    bytes[size++] = (byte) value;
    return this;
  }

  /** Seven bits a byte, the lowest first, the top bit set where more follow. Negative numbers take ten bytes. */
  ByteColumn varint(long value) {
    long rest = value;
    while ((rest & ~0x7fL) != 0) {
      octet((int) (rest & 0x7f | 0x80));
      rest >>>= 7;
    }
    return octet((int) rest);
  }

  /** Small numbers of either sign in few bytes: 0, -1, 1, -2 ... become 0, 1, 2, 3 ... */
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

  /** Exactly this double: as an integer, hundredths or millionths where that gives it back to the last bit, else in eight bytes. */
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
