package io.github.tracecast.trace.internal.binary;

import java.io.ByteArrayOutputStream;

/**
 * The modelled form of a table: each bit takes as much space as it is unlikely (arithmetic coding),
 * as the {@link BytePredictor} sees it. Tables of numbers and of like names become a fifth to a third smaller
 * than deflated.
 *
 * <p>An interval of 32-bit numbers is divided in proportion to the likelihoods of 0 and 1, and the
 * part of the bit that came is kept. Leading bytes that both ends share are written.
 */
final class ModelledTable {
  /** A reader refuses larger tables: they would take too long. */
  static final int MOST_RAW = 1 << 20;

  private ModelledTable() {}

  /**
   * Returns a table in this form.
   *
   * @param columns lengths of the parts that it consists of: its lengths, and each column
   */
  static byte[] encoded(byte[] table, int[] columns) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    BytePredictor predictor = new BytePredictor(table.length);
    int low = 0;
    int high = -1;
    int at = 0;
    for (int column = 0; column < columns.length; column++) {
      predictor.column(column);
      for (int end = at + columns[column]; at < end; at++) {
        for (int shift = 7; shift >= 0; shift--) {
          int bit = table[at] >> shift & 1;
          int middle = middle(low, high, predictor.prediction());
          if (bit == 1) {
            high = middle;
          } else {
            low = middle + 1;
          }
          predictor.learn(bit);
          while ((low ^ high) >>> 24 == 0) {
            out.write(high >>> 24);
            low <<= 8;
            high = high << 8 | 0xff;
          }
        }
      }
    }
    finish(low, high, out);
    return out.toByteArray();
  }

  /** Writes the fewest bytes that lie in the interval whatever follows; a reader takes zeros after the end. */
  private static void finish(int low, int high, ByteArrayOutputStream out) {
    for (int bytes = 0; bytes <= Integer.BYTES; bytes++) {
      int rest = bytes == Integer.BYTES ? 0 : -1 >>> 8 * bytes;
      int value = bytes == 0 ? 0 : (int) ((low & 0xffffffffL) + (rest & 0xffffffffL)) & ~rest;
      if (Integer.compareUnsigned(value, low) >= 0 && Integer.compareUnsigned(value, high) <= 0) {
        for (int i = 0; i < bytes; i++) {
          out.write(value >>> 24 - 8 * i);
        }
        return;
      }
    }
  }

  private static int middle(int low, int high, int prediction) {
    long range = (high & 0xffffffffL) - (low & 0xffffffffL);
    return (int) ((low & 0xffffffffL) + (range * prediction >>> 16));
  }

  /** Reads the parts of a table one after the other. */
  static final class Decoder {
    private final BytePredictor predictor;
    private final byte[] from;
    private final int end;
    private int at;
    private int low = 0;
    private int high = -1;
    private int code;

    /** @param raw bytes of the table */
    Decoder(byte[] from, int at, int end, int raw) {
      this.predictor = new BytePredictor(raw);
      this.from = from;
      this.at = at;
      this.end = end;
      for (int i = 0; i < Integer.BYTES; i++) {
        code = code << 8 | next();
      }
    }

    private int next() {
      int value = at < end ? from[at] & 0xff : 0;
      at++;
      return value;
    }

    /**
     * Reads a table: the number of rows, the length of each column, then the columns.
     *
     * @return false if they do not have the length of the table
     */
    boolean table(byte[] table, int columns) {
      int[] lengths = new int[columns];
      int filled = 0;
      predictor.column(0);
      for (int i = -1; i < columns; i++) {
        long number = 0;
        int octet = 0x80;
        for (int shift = 0; octet >= 0x80; shift += 7) {
          if (filled == table.length || shift > 28) {
            return false;
          }
          octet = octet();
          table[filled++] = (byte) octet;
          number |= (long) (octet & 0x7f) << shift;
        }
        if (number > table.length) {
          return false;
        }
        if (i >= 0) {
          lengths[i] = (int) number;
        }
      }
      for (int i = 0; i < columns; i++) {
        if (lengths[i] > table.length - filled) {
          return false;
        }
        predictor.column(i + 1);
        for (int end = filled + lengths[i]; filled < end; filled++) {
          table[filled] = (byte) octet();
        }
      }
      return filled == table.length;
    }

    private int octet() {
      int octet = 1;
      while (octet < 256) {
        int middle = middle(low, high, predictor.prediction());
        int bit = Integer.compareUnsigned(code, middle) <= 0 ? 1 : 0;
        if (bit == 1) {
          high = middle;
        } else {
          low = middle + 1;
        }
        predictor.learn(bit);
        while ((low ^ high) >>> 24 == 0) {
          low <<= 8;
          high = high << 8 | 0xff;
          code = code << 8 | next();
        }
        octet = octet << 1 | bit;
      }
      return octet & 0xff;
    }

    /** Whether all bytes have been read, and none is missing by more than the zeros after the end. */
    boolean complete() {
      return at >= end && at <= end + Integer.BYTES;
    }
  }
}
