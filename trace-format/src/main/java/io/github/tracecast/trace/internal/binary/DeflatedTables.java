package io.github.tracecast.trace.internal.binary;

import io.github.tracecast.trace.TraceException;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;

/** The tables of a file in their deflated form. */
final class DeflatedTables {
  /**
   * Tables of at least this many bytes are deflated faster. The best compression would save one per
   * cent and take too much time.
   */
  private static final int LARGE = 1 << 22;

  private static final int BLOCK = 1 << 16;

  private final List<byte[]> blocks = new ArrayList<>();
  private int used = BLOCK;

  private DeflatedTables() {}

  /** Deflates the tables one after the other. */
  static DeflatedTables of(Map<SectionId, TableWriter> tables) throws IOException {
    DeflatedTables deflated = new DeflatedTables();
    long raw = tables.values().stream().mapToLong(TableWriter::size).sum();
    int level = raw < LARGE ? Deflater.BEST_COMPRESSION : Deflater.DEFAULT_COMPRESSION;
    try (Deflater deflater = new Deflater(level, true)) {
      deflater.setDictionary(UsualText.bytes());
      try (OutputStream out = new DeflaterOutputStream(deflated.end(), deflater, 8192, true)) {
        for (Map.Entry<SectionId, TableWriter> table : tables.entrySet()) {
          boolean apart =
              table.getKey() == SectionId.ORDERED_TIMES && table.getValue().size() > 0;
          if (apart) {
            out.flush(); // begins a new deflate block, which gets its own Huffman code
          }
          table.getValue().writeTo(out);
          if (apart) {
            out.flush();
          }
        }
      }
    }
    return deflated;
  }

  /** Returns a stream that appends bytes to the blocks. */
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

  /**
   * Returns the size of the deflated tables in bytes.
   *
   * @throws TraceException if the tables are larger than a file may be
   */
  int size() {
    long size = (blocks.size() - 1L) * BLOCK + used;
    if (size > Container.MOST_DEFLATED) {
      throw TraceException.at(
          "binary trace",
          "tables of " + size + " bytes",
          "at most " + Container.MOST_DEFLATED
              + "; write the trace as text, which has no such limit");
    }
    return (int) size;
  }

  void writeTo(OutputStream out) throws IOException {
    for (byte[] block : blocks.subList(0, blocks.size() - 1)) {
      out.write(block);
    }
    out.write(blocks.getLast(), 0, used);
  }
}
