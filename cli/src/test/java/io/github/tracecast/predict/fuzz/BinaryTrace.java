package io.github.tracecast.predict.fuzz;

import io.github.tracecast.trace.internal.binary.UsualText;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import java.util.zip.CRC32C;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/** Damages the tables of a binary trace behind its checksum: inflated, changed, deflated with right lengths and checksum. */
final class BinaryTrace {
  private static final int HEAD = 9;
  private static final int LENGTH = 4;
  private static final int CHECKSUM = 4;

  private BinaryTrace() {}

  /** Changes one table, two tables, or the data that hold for all tables. */
  static byte[] damaged(byte[] whole, RandomGenerator random, UnaryOperator<byte[]> change) {
    byte[] inflated = inflated(whole);
    List<byte[]> tables = tables(inflated);
    for (int times = 1 + random.nextInt(2); times > 0; times--) {
      int one = random.nextInt(tables.size());
      tables.set(one, change.apply(tables.get(one)));
    }
    byte[] changed = random.nextInt(8) == 0 ? change.apply(inflated) : joined(tables);
    byte[] deflated = deflated(changed);
    int length = HEAD + LENGTH + deflated.length;
    ByteBuffer out = ByteBuffer.allocate(length + CHECKSUM)
        .put(whole, 0, HEAD)
        .putInt(deflated.length)
        .put(deflated);
    CRC32C crc = new CRC32C();
    crc.update(out.array(), 0, length);
    return out.putInt((int) crc.getValue()).array();
  }

  private static List<byte[]> tables(byte[] inflated) {
    List<byte[]> tables = new ArrayList<>();
    for (int at = 0; at < inflated.length; ) {
      int length = 0;
      for (int shift = 0, octet = 0x80; octet >= 0x80; shift += 7) {
        octet = inflated[at++] & 0xff;
        length |= (octet & 0x7f) << shift;
      }
      tables.add(Arrays.copyOfRange(inflated, at, at + length));
      at += length;
    }
    return tables;
  }

  /** Each table after its length. */
  private static byte[] joined(List<byte[]> tables) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (byte[] table : tables) {
      int rest = table.length;
      for (; rest > 0x7f; rest >>>= 7) {
        out.write(rest & 0x7f | 0x80);
      }
      out.write(rest);
      out.writeBytes(table);
    }
    return out.toByteArray();
  }

  private static byte[] deflated(byte[] inflated) {
    byte[] deflated = new byte[inflated.length + inflated.length / 8 + 64];
    try (Deflater deflater = new Deflater(Deflater.BEST_SPEED, true)) {
      deflater.setInput(inflated);
      deflater.finish();
      return Arrays.copyOf(deflated, deflater.deflate(deflated));
    }
  }

  private static byte[] inflated(byte[] whole) {
    byte[] inflated = new byte[1 << 22];
    try (Inflater inflater = new Inflater(true)) {
      inflater.setDictionary(UsualText.bytes());
      inflater.setInput(whole, HEAD + LENGTH, whole.length - HEAD - LENGTH - CHECKSUM);
      int length = inflater.inflate(inflated);
      if (!inflater.finished()) {
        throw new IllegalStateException("a trace for fuzzing of more than 4 MB");
      }
      return Arrays.copyOf(inflated, length);
    } catch (DataFormatException e) {
      throw new IllegalStateException(e);
    }
  }
}
