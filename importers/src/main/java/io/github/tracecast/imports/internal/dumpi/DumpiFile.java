package io.github.tracecast.imports.internal.dumpi;

import io.github.tracecast.imports.internal.PlainInput;
import io.github.tracecast.trace.TraceException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * One rank's file. The constructor reads the data that follow the records. {@link #body} returns a
 * reader of the records. A gzipped file is unpacked twice, because the data at its end are needed
 * first. Immutable except for its readers.
 */
final class DumpiFile {
  /** The bytes with which a file, and the index in it, begin. */
  static final long MAGIC = 0xFFAADD4455_4D5049L;

  private static final long FOOTER_MAGIC = 0xF007FEE7L;
  private static final int LONGEST_INDEX = 64;
  private static final int SHORTEST_INDEX = 40;
  private static final int KEPT = 1 << 20;
  private static final int MOST_LABELS = 1 << 16;

  private final Path path;
  private final String name;
  private final long size;
  private final int[] version = new int[3];
  private final long body;
  private final long bodyEnd;
  private final int[] calledCounts = new int[DumpiCalls.COUNTERS];
  private final int[] ignored = new int[DumpiCalls.COUNTERS];
  private boolean footer;
  private int[] typeSizes = {};
  private final Map<Long, String> functions = new HashMap<>();

  /** @throws TraceException if the file is incomplete or not in this format */
  DumpiFile(Path path, String name) throws IOException {
    this.path = path;
    this.name = name;
    Tail tail = Tail.of(path, name);
    this.size = tail.size;
    long[] index = index(tail);
    this.body = index[4];
    long header = index[3];
    if (body < 8 || header < body + 8 || header > size) {
      throw TraceException.inFile(
          name,
          "records from offset " + body + " to " + header + " in the index",
          "offsets within the file, which has " + size + " bytes");
    }
    this.bodyEnd = header;
    readHeader(tail, header);
    readFooter(tail, index[5]);
    readSizes(tail, index[0]);
    readFunctions(tail, index[1]);
  }

  /** The last bytes of a file. A gzipped file must be unpacked to reach them. */
  private record Tail(String name, byte[] bytes, long from, long size) {
    static Tail of(Path path, String name) throws IOException {
      if (!PlainInput.isGzip(path)) {
        long size = Files.size(path);
        int kept = (int) Math.min(KEPT, size);
        try (InputStream in = PlainInput.open(path)) {
          in.skipNBytes(size - kept);
          return new Tail(name, in.readNBytes(kept), size - kept, size);
        }
      }
      try (InputStream in = PlainInput.content(path)) {
        byte[] ring = new byte[2 * KEPT];
        int used = 0;
        long size = 0;
        while (true) {
          if (used == ring.length) {
            System.arraycopy(ring, KEPT, ring, 0, KEPT);
            used = KEPT;
          }
          int read = in.read(ring, used, ring.length - used);
          if (read < 0) {
            return new Tail(name, Arrays.copyOf(ring, used), size - used, size);
          }
          used += read;
          size += read;
        }
      }
    }

    /** Returns a reader that starts at an offset. */
    DumpiBytes at(long offset, String what) {
      if (offset < from || offset > size) {
        throw TraceException.inFile(
            name,
            what + " at offset " + offset,
            "an offset from " + from + " to " + size + ", after the records");
      }
      int start = (int) (offset - from);
      return new DumpiBytes(
          new ByteArrayInputStream(bytes, start, bytes.length - start), name, offset, size);
    }
  }

  /**
   * Returns the seven offsets in the index: sizes, addresses, counters, header, body, footer, key
   * values. The offset is 0 for a part that the file's version lacks.
   */
  private long[] index(Tail tail) {
    ByteBuffer bytes = ByteBuffer.wrap(tail.bytes);
    for (int length = LONGEST_INDEX; length >= SHORTEST_INDEX; length -= 8) {
      int start = bytes.limit() - length;
      if (start >= 0 && bytes.getLong(start) == MAGIC) {
        long[] index = new long[7];
        int offsets = length / 8 - 1;
        for (int i = 0; i < offsets; i++) {
          index[index.length - offsets + i] = bytes.getLong(start + 8 * (i + 1));
        }
        return index;
      }
    }
    throw TraceException.inFile(
        name,
        "no index at the end of the file",
        "an index; the recording was stopped before MPI_Finalize, or the file is incomplete");
  }

  private void readHeader(Tail tail, long offset) throws IOException {
    DumpiBytes in = tail.at(offset, "the header");
    for (int i = 0; i < version.length; i++) {
      version[i] = in.octet();
    }
  }

  private void readFooter(Tail tail, long offset) throws IOException {
    if (offset == 0) {
      return;
    }
    footer = true;
    DumpiBytes in = tail.at(offset, "the footer");
    long magic = in.i64();
    if (magic != FOOTER_MAGIC) {
      throw in.fault(offset, "no footer", "the bytes 00 00 00 00 f0 07 fe e7");
    }
    in.read(calledCounts);
    in.read(ignored);
  }

  private void readSizes(Tail tail, long offset) throws IOException {
    if (offset != 0) {
      DumpiBytes in = tail.at(offset, "the sizes of datatypes");
      typeSizes = new int[in.count(4)];
      in.read(typeSizes);
    }
  }

  private void readFunctions(Tail tail, long offset) throws IOException {
    if (offset != 0) {
      DumpiBytes in = tail.at(offset, "the names of functions");
      int count = in.count(10);
      for (int i = 0; i < Math.min(count, MOST_LABELS); i++) {
        functions.put(in.i64(), in.shortText());
      }
    }
  }

  /** Returns a reader of the records that starts at the first record. */
  DumpiBytes body() throws IOException {
    InputStream in = PlainInput.content(path);
    try {
      in.skipNBytes(body);
      return new DumpiBytes(in, name, body, bodyEnd);
    } catch (IOException e) {
      in.close();
      throw e;
    }
  }

  /** Returns the name of the file for error messages. */
  String name() {
    return name;
  }

  /** Whether a version of DUMPI at least this new wrote the file. */
  boolean isAtLeast(int major, int minor, int patch) {
    int[] other = {major, minor, patch};
    return Arrays.compare(version, other) >= 0;
  }

  /** Whether the file has counts of calls. */
  boolean hasFooter() {
    return footer;
  }

  /** Returns how often the program called a function. */
  int called(int function) {
    return calledCounts[function];
  }

  /** Returns how many of the calls of a function were not recorded. */
  int ignored(int function) {
    return ignored[function];
  }

  /** Returns the size in bytes of the datatype with a number; 0 if it is unknown. */
  int typeSize(int type) {
    return type < typeSizes.length ? Math.max(0, typeSizes[type]) : 0;
  }

  String functionName(long address) {
    return functions.getOrDefault(address, "0x" + Long.toHexString(address));
  }
}
