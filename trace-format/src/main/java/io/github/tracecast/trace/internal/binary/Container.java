package io.github.tracecast.trace.internal.binary;

import io.github.tracecast.trace.TraceException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.zip.CRC32C;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * The outer form of a binary trace: magic, version, length, deflated tables, checksum. The
 * constructor checks the checksum before anything is decoded. The tables are read one after the
 * other, in the order of {@link SectionId}.
 */
final class Container implements AutoCloseable {
  static final byte[] MAGIC = {(byte) 0x89, 'C', 'T', 'R', '\r', '\n', 0x1a, '\n'};

  /** The newest version that is read. Its files have newer forms of sequences or values. */
  static final int RULES = 13;

  /** The version of files with {@link OrderedTimes} and without newer forms. */
  static final int ORDERED_TIMES = 12;

  /**
   * The version of files without ordered times and without newer forms of sequences. It has more
   * kinds of terms than {@link #OLDEST}.
   */
  static final int VERSION = 11;

  /** The oldest version that is read. */
  static final int OLDEST = 10;

  /** The number of bytes of the magic and the version. */
  static final int HEAD = MAGIC.length + 1;

  static final int CHECKSUM = 4;

  /**
   * The largest number of bytes of the deflated tables. The tables must fit into one array together
   * with the rest of the file.
   */
  static final int MOST_DEFLATED = Integer.MAX_VALUE - 64;

  /** The largest number of bytes of an inflated table. */
  static final int MOST_RAW = Integer.MAX_VALUE - 8;

  /** The size to which the inflated tables of any file may grow. */
  private static final long SMALL = 1L << 28;

  /**
   * The largest number of inflated bytes for each deflated byte, if the tables are larger.
   * (Deflated zeros can reach 1032.)
   */
  private static final long MOST_PER_BYTE = 64;

  private static final long MOST_PER_BYTE_EVER = 1032;

  private final byte[] bytes;
  private final String file;
  private final Inflater inflater = new Inflater(true);

  /** The start of each table in the inflated bytes. */
  private final long[] starts = new long[SectionId.values().length];

  /** The largest number of inflated bytes that all tables may have together. */
  private final long mostInflated;

  private long inflated;

  Container(byte[] bytes, String file) {
    this.bytes = bytes;
    this.file = file;
    checkHead();
    need(HEAD, Integer.BYTES, "the length of the tables");
    long length = ByteBuffer.wrap(bytes).getInt(HEAD) & 0xffffffffL;
    int from = HEAD + Integer.BYTES;
    need(from, length + CHECKSUM, "the " + length + " bytes of the tables and the checksum");
    if (from + length + CHECKSUM != bytes.length) {
      throw TraceException.atByte(
          file,
          HEAD,
          "a length of " + length + " bytes in a file of " + bytes.length + " bytes",
          "a length of " + (bytes.length - CHECKSUM - from) + " bytes");
    }
    checkChecksum();
    this.mostInflated =
        Math.min(length * MOST_PER_BYTE_EVER, Math.max(SMALL, length * MOST_PER_BYTE));
    inflater.setDictionary(UsualText.bytes());
    inflater.setInput(bytes, from, (int) length);
  }

  private void checkHead() {
    int end = Math.min(MAGIC.length, bytes.length);
    if (Arrays.mismatch(bytes, 0, end, MAGIC, 0, end) >= 0) {
      throw TraceException.atByte(
          file,
          0,
          HexFormat.of().formatHex(bytes, 0, end),
          HexFormat.of().formatHex(MAGIC) + ", with which binary traces begin");
    }
    need(0, HEAD, "the magic number and version of a binary trace");
    int version = version();
    if (version < OLDEST || version > RULES) {
      throw TraceException.atByte(
          file,
          MAGIC.length,
          "format version " + version,
          OLDEST + " to " + RULES
              + (version < OLDEST
                  ? "; record or import the trace again"
                  : "; a newer Tracecast reads it"));
    }
  }

  private void checkChecksum() {
    int to = bytes.length - CHECKSUM;
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, to);
    int expected = (int) crc.getValue();
    int found = ByteBuffer.wrap(bytes).getInt(to);
    if (found != expected) {
      throw TraceException.atByte(
          file,
          to,
          "checksum " + HexFormat.of().toHexDigits(found) + " of the whole file",
          HexFormat.of().toHexDigits(expected)
              + "; copy the damaged file again, or record the run again");
    }
  }

  private void need(int at, long count, String what) {
    if (count > bytes.length - at) {
      throw TraceException.atByte(
          file,
          bytes.length,
          "the end of the file",
          what + " from byte " + at + "; copy the incomplete file again, or record the run again");
    }
  }

  int version() {
    return bytes[MAGIC.length] & 0xff;
  }

  /**
   * Returns the place of a table for error messages: the file, and the inflated byte at which the
   * table begins.
   */
  String place(SectionId id) {
    return file + ": inflated byte " + starts[id.ordinal()];
  }

  /** Reads the next table, which must have this id. */
  TableReader next(SectionId id) {
    starts[id.ordinal()] = inflated;
    String place = place(id) + ": section " + id.text();
    if (version() < id.since()) {
      return new TableReader(new byte[0], place, id.columns());
    }
    byte[] raw = inflate(length(id, place), place);
    return new TableReader(raw, place, id.columns());
  }

  /** Reads the length of a table. */
  private int length(SectionId id, String place) {
    long length = 0;
    byte[] octet = {(byte) 0x80};
    for (int shift = 0; octet[0] < 0; shift += 7) {
      octet = inflate(1, place);
      length |= (octet[0] & 0x7fL) << shift;
      if (shift > 28) {
        break;
      }
    }
    long left = Math.min(MOST_RAW, mostInflated - inflated);
    if (length > left) {
      throw TraceException.at(place, length + " bytes of " + id.text(), "at most " + left);
    }
    return (int) length;
  }

  /**
   * Inflates a number of bytes. The array grows with the actual output, so that a wrong length
   * takes no memory.
   */
  private byte[] inflate(int length, String place) {
    byte[] out = new byte[(int) Math.min(length, 8L * inflater.getRemaining() + 64)];
    int size = 0;
    while (size < length) {
      if (size == out.length) {
        out = Arrays.copyOf(out, (int) Math.min(length, 2L * out.length + 1));
      }
      int more = inflate(out, size, place);
      if (more == 0) {
        throw TraceException.at(
            place, "the end of the deflated tables after " + size + " bytes", length + " bytes");
      }
      size += more;
    }
    inflated += length;
    return out;
  }

  private int inflate(byte[] into, int from, String place) {
    try {
      return inflater.inflate(into, from, into.length - from);
    } catch (DataFormatException e) {
      throw new TraceException(
          TraceException.at(
                  place,
                  "bytes that cannot be decompressed (" + e.getMessage() + ")",
                  "deflated tables")
              .getMessage(),
          e);
    }
  }

  /** Checks, after all tables were read, that no bytes are left. */
  void expectEnd() {
    String place = file + ": inflated byte " + inflated;
    int more = inflate(new byte[1], 0, place);
    if (more > 0 || !inflater.finished() || inflater.getRemaining() > 0) {
      throw TraceException.at(place, "data after the last table", "the end of the deflated tables");
    }
  }

  @Override
  public void close() {
    inflater.end();
  }
}
