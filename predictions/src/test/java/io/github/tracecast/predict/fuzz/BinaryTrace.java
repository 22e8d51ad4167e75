package io.github.tracecast.predict.fuzz;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import java.util.zip.CRC32C;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** Damages the sections of a binary trace behind their checksums: decompressed, changed, stored with right lengths and checksums. */
final class BinaryTrace {
  private static final int HEAD = 9;
  private static final int SECTION_HEADER = 10;
  private static final int CHECKSUM = 4;

  private BinaryTrace() {}

  private record Section(byte id, byte[] raw) {}

  /** Changes one section, or two. */
  static byte[] damaged(byte[] whole, RandomGenerator random, UnaryOperator<byte[]> change) {
    List<Section> sections = sections(whole);
    for (int times = 1 + random.nextInt(2); times > 0; times--) {
      int one = random.nextInt(sections.size());
      Section section = sections.get(one);
      sections.set(one, new Section(section.id, change.apply(section.raw)));
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(whole, 0, HEAD);
    for (Section section : sections) {
      int length = section.raw.length;
      out.writeBytes(ByteBuffer.allocate(SECTION_HEADER)
          .put(section.id)
          .put((byte) 0)
          .putInt(length)
          .putInt(length)
          .array());
      out.writeBytes(section.raw);
      byte[] soFar = out.toByteArray();
      out.writeBytes(
          checksum(soFar, soFar.length - length - SECTION_HEADER, length + SECTION_HEADER));
    }
    out.writeBytes(
        ByteBuffer.allocate(9).put((byte) 0).putLong(out.size() + 9L + CHECKSUM).array());
    out.writeBytes(checksum(out.toByteArray(), 0, out.size()));
    return out.toByteArray();
  }

  private static byte[] checksum(byte[] bytes, int from, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, from, length);
    return ByteBuffer.allocate(CHECKSUM).putInt((int) crc.getValue()).array();
  }

  private static List<Section> sections(byte[] whole) {
    List<Section> sections = new ArrayList<>();
    ByteBuffer buffer = ByteBuffer.wrap(whole);
    for (int at = HEAD; whole[at] != 0; ) {
      byte[] raw = new byte[buffer.getInt(at + 2)];
      int stored = buffer.getInt(at + 6);
      if (whole[at + 1] == 0) {
        buffer.get(at + SECTION_HEADER, raw);
      } else {
        inflate(whole, at + SECTION_HEADER, stored, raw);
      }
      sections.add(new Section(whole[at], raw));
      at += SECTION_HEADER + stored + CHECKSUM;
    }
    return sections;
  }

  private static void inflate(byte[] from, int at, int length, byte[] into) {
    try (Inflater inflater = new Inflater()) {
      inflater.setInput(from, at, length);
      inflater.inflate(into);
    } catch (DataFormatException e) {
      throw new IllegalStateException(e);
    }
  }
}
