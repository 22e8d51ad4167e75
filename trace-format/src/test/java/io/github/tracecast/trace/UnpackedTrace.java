package io.github.tracecast.trace;

import io.github.tracecast.trace.internal.binary.UsualText;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/** A binary trace with its tables inflated, so that tests can change them as a hostile or faulty writer would. */
final class UnpackedTrace {
  static final int TABLES = 13;

  private static final int HEAD = 13;
  private static final int CHECKSUM = 4;

  private final byte[] binary;
  private final List<byte[]> tables = new ArrayList<>();

  UnpackedTrace(byte[] binary) {
    this.binary = binary;
    byte[] all = inflated();
    for (int at = 0; at < all.length; ) {
      int length = 0;
      for (int shift = 0, octet = 0x80; octet >= 0x80; shift += 7) {
        octet = all[at++] & 0xff;
        length |= (octet & 0x7f) << shift;
      }
      tables.add(Arrays.copyOfRange(all, at, at + length));
      at += length;
    }
  }

  /** A table without its length. The first one has the number 1. A change of it is a change of this trace. */
  byte[] table(int number) {
    return tables.get(number - 1);
  }

  byte[] deflated() {
    return Arrays.copyOfRange(binary, HEAD, binary.length - CHECKSUM);
  }

  /** The inflated bytes. */
  byte[] inflated() {
    byte[] inflated = new byte[1 << 20];
    try (Inflater inflater = new Inflater(true)) {
      inflater.setDictionary(UsualText.bytes());
      inflater.setInput(deflated());
      return Arrays.copyOf(inflated, inflater.inflate(inflated));
    } catch (DataFormatException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The file with its current tables. */
  byte[] packed() {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] table : tables) {
      int rest = table.length;
      for (; rest > 0x7f; rest >>>= 7) {
        all.write(rest & 0x7f | 0x80);
      }
      all.write(rest);
      all.writeBytes(table);
    }
    return withInflated(all.toByteArray());
  }

  /** The file with these inflated bytes. */
  byte[] withInflated(byte[] inflated) {
    byte[] deflated = new byte[2 * inflated.length + 64];
    try (Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true)) {
      deflater.setInput(inflated);
      deflater.finish();
      return withDeflated(Arrays.copyOf(deflated, deflater.deflate(deflated)));
    }
  }

  /** The file with these deflated bytes. Length and checksum are right. */
  byte[] withDeflated(byte[] deflated) {
    int length = HEAD + deflated.length;
    ByteBuffer file = ByteBuffer.allocate(length + CHECKSUM)
        .put(binary, 0, HEAD - Integer.BYTES)
        .putInt(deflated.length)
        .put(deflated);
    CRC32C crc = new CRC32C();
    crc.update(file.array(), 0, length);
    return file.putInt((int) crc.getValue()).array();
  }
}
