package io.github.tracecast.compress;

import java.util.ArrayList;
import java.util.List;

/**
 * A growing sequence of bytes. It is written at its end and can be read from any position. It
 * consists of blocks, so growing copies nothing. One thread writes; after that, any number of
 * threads may read.
 */
final class PackedBytes {
  private static final int BLOCK_BITS = 16;
  private static final int BLOCK = 1 << BLOCK_BITS;

  private final List<byte[]> blocks = new ArrayList<>();
  private byte[] last = {};
  private int used = BLOCK;

  long size() {
    return ((long) blocks.size() << BLOCK_BITS) - BLOCK + used;
  }

  private void octet(int value) {
    if (used == BLOCK) {
      last = new byte[BLOCK];
      blocks.add(last);
      used = 0;
    }
    last[used++] = (byte) value;
  }

  /**
   * Writes a number with seven bits in each byte, lowest bits first. The top bit of a byte is set
   * if another byte follows. Negative numbers take ten bytes.
   */
  void varint(long value) {
    long rest = value;
    while ((rest & ~0x7fL) != 0) {
      octet((int) (rest & 0x7f | 0x80));
      rest >>>= 7;
    }
    octet((int) rest);
  }

  /**
   * Writes a number of either sign. {@link TaskCompressor#ANY}, {@link TaskCompressor#NONE} and
   * numbers near 0 take one byte.
   */
  void number(long value) {
    varint((value << 1 ^ value >> 63) + 3);
  }

  void real(double value) {
    long bits = Double.doubleToRawLongBits(value);
    for (int shift = 56; shift >= 0; shift -= 8) {
      octet((int) (bits >>> shift));
    }
  }

  /** Reads bytes from a position on. Not thread-safe. */
  final class Reader {
    private long at;

    Reader(long at) {
      this.at = at;
    }

    private int octet() {
      byte value = blocks.get((int) (at >>> BLOCK_BITS))[(int) at & BLOCK - 1];
      at++;
      return value & 0xff;
    }

    long varint() {
      long value = 0;
      for (int shift = 0; ; shift += 7) {
        int octet = octet();
        value |= (octet & 0x7fL) << shift;
        if (octet < 0x80) {
          return value;
        }
      }
    }

    int smallVarint() {
      return (int) varint();
    }

    long number() {
      long folded = varint() - 3;
      return folded >>> 1 ^ -(folded & 1);
    }

    double real() {
      long bits = 0;
      for (int i = 0; i < 8; i++) {
        bits = bits << 8 | octet();
      }
      return Double.longBitsToDouble(bits);
    }
  }
}
