package io.github.tracecast.trace.internal.binary;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;

/** A table in its deflated form, as in a file. */
final class DeflatedTable {
  /** From this many bytes on, the best compression saves one per cent and costs too much time. */
  private static final int LARGE = 1 << 22;

  private static final int BLOCK = 1 << 16;

  private final List<byte[]> blocks = new ArrayList<>();
  private int used = BLOCK;

  private DeflatedTable() {}

  /** @param raw bytes of the table */
  static DeflatedTable of(TableWriter table, int raw) throws IOException {
    DeflatedTable deflated = new DeflatedTable();
    int level = raw < LARGE ? Deflater.BEST_COMPRESSION : Deflater.DEFAULT_COMPRESSION;
    try (Deflater deflater = new Deflater(level);
        OutputStream out = new DeflaterOutputStream(deflated.end(), deflater, 8192)) {
      table.writeTo(out);
    }
    return deflated;
  }

  /** Appends to the blocks. */
  private OutputStream end() {
    return new OutputStream() {
      @Override
      public void write(int value) {
        write(new byte[] {(byte) value}, 0, 1);
      }

      @Override
      public void write(byte[] bytes, int offset, int length) {
        for (int at = offset; at < offset + length; ) {
          if (used == BLOCK) {
            blocks.add(new byte[BLOCK]);
            used = 0;
          }
          int some = Math.min(BLOCK - used, offset + length - at);
          System.arraycopy(bytes, at, blocks.getLast(), used, some);
          at += some;
          used += some;
        }
      }
    };
  }

  int size() {
    return Math.toIntExact((blocks.size() - 1L) * BLOCK + used);
  }

  void writeTo(OutputStream out) throws IOException {
    for (byte[] block : blocks.subList(0, blocks.size() - 1)) {
      out.write(block);
    }
    out.write(blocks.getLast(), 0, used);
  }
}
