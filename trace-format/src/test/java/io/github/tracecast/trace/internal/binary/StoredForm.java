package io.github.tracecast.trace.internal.binary;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Gives tests a binary trace whose tables lie in the file as they are. */
public final class StoredForm {
  private StoredForm() {}

  /** Returns the same trace with every section stored, with right checksums. */
  public static byte[] of(byte[] binary) {
    Container container = new Container(binary, "a test");
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(Arrays.copyOf(binary, Container.MAGIC.length + 2));
    for (SectionId id : SectionId.values()) {
      if (container.has(id)) {
        byte[] raw = container.raw(id);
        byte[] section = ByteBuffer.allocate(Container.SECTION_HEADER + raw.length)
            .put((byte) id.number())
            .put((byte) Container.STORED)
            .putInt(raw.length)
            .putInt(raw.length)
            .put(raw)
            .array();
        out.writeBytes(section);
        out.writeBytes(checksum(section));
      }
    }
    byte[] end =
        ByteBuffer.allocate(9).putLong(1, out.size() + Container.FOOTER).array();
    out.writeBytes(end);
    out.writeBytes(checksum(out.toByteArray()));
    return out.toByteArray();
  }

  private static byte[] checksum(byte[] bytes) {
    return ByteBuffer.allocate(Container.CHECKSUM)
        .putInt(Container.checksum(bytes, 0, bytes.length))
        .array();
  }
}
