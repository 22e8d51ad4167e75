package io.github.tracecast.trace.internal.binary;

import io.github.tracecast.trace.TraceException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.zip.CRC32C;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** The outer form of a binary trace: magic, versions, checked sections, footer. Opening checks every checksum before anything is decoded. */
final class Container {
  static final byte[] MAGIC = {(byte) 0x89, 'C', 'T', 'R', '\r', '\n', 0x1a, '\n'};

  /** The version of the format. No other one is read. */
  static final int VERSION = 9;

  static final int STORED = 0;
  static final int DEFLATED = 1;

  /** Magic and version. */
  static final int HEAD = MAGIC.length + 1;

  /** Id, method, raw length, length in the file. */
  static final int SECTION_HEADER = 10;

  static final int CHECKSUM = 4;

  /** Id 0, length of the file, checksum. */
  static final int FOOTER = 13;

  /** The most bytes of an inflated section. */
  static final int MOST_RAW = Integer.MAX_VALUE - 8;

  /** Any deflated section may grow to this size. */
  private static final long SMALL = 1L << 28;

  /** Larger sections may grow by this factor at most. (Deflated zeros can reach 1032.) */
  private static final long MOST_PER_BYTE = 64;

  private static final long MOST_PER_BYTE_EVER = 1032;

  private final byte[] bytes;
  private final ByteBuffer buffer;
  private final String file;
  private final int[] sectionStarts = new int[SectionId.values().length];

  Container(byte[] bytes, String file) {
    this.bytes = bytes;
    this.buffer = ByteBuffer.wrap(bytes);
    this.file = file;
    int at = checkHead();
    for (SectionId id : SectionId.values()) {
      if (follows(id, at)) {
        sectionStarts[id.ordinal()] = at;
        at = checkSection(id, at);
      }
    }
    checkFooter(at);
  }

  /** Whether the file has the section. */
  boolean has(SectionId id) {
    return sectionStarts[id.ordinal()] > 0;
  }

  /** Whether the section is expected there. The last two may be missing. */
  private boolean follows(SectionId id, int at) {
    return switch (id) {
      case PROVENANCE ->
        at >= bytes.length || bytes[at] != 0 && bytes[at] != SectionId.FAMILIES.number();
      case FAMILIES -> at >= bytes.length || bytes[at] != 0;
      default -> true;
    };
  }

  private int checkHead() {
    int end = Math.min(MAGIC.length, bytes.length);
    if (Arrays.mismatch(bytes, 0, end, MAGIC, 0, end) >= 0) {
      throw TraceException.atByte(
          file,
          0,
          HexFormat.of().formatHex(bytes, 0, end),
          HexFormat.of().formatHex(MAGIC) + ", with which binary traces begin");
    }
    need(0, HEAD, "the head of a binary trace");
    int version = bytes[MAGIC.length] & 0xff;
    if (version != VERSION) {
      throw TraceException.atByte(
          file,
          MAGIC.length,
          "format version " + version,
          VERSION
              + (version < VERSION
                  ? "; record or import the trace again"
                  : "; a newer Tracecast reads it"));
    }
    return HEAD;
  }

  /** Checks a section and returns the start of the next. */
  private int checkSection(SectionId id, int at) {
    need(at, SECTION_HEADER, "the header of section " + id.text());
    int found = bytes[at] & 0xff;
    if (found != id.number()) {
      throw TraceException.atByte(
          file, at, "section number " + found, id.number() + " (" + id.text() + ")");
    }
    int method = bytes[at + 1];
    if (method != STORED && method != DEFLATED) {
      throw TraceException.atByte(
          file,
          at + 1,
          "compression method " + method,
          STORED + " (stored) or " + DEFLATED + " (deflated)");
    }
    long raw = buffer.getInt(at + 2) & 0xffffffffL;
    long stored = buffer.getInt(at + 6) & 0xffffffffL;
    need(
        at + SECTION_HEADER,
        stored + CHECKSUM,
        "the " + stored + " bytes of section " + id.text() + " and its checksum");
    int end = at + SECTION_HEADER + (int) stored;
    checkChecksum(at, end, "section " + id.text());
    long most = Math.min(
        stored * MOST_PER_BYTE_EVER, Math.min(MOST_RAW, Math.max(SMALL, stored * MOST_PER_BYTE)));
    if (method == STORED ? raw != stored : raw > most) {
      throw TraceException.atByte(
          file,
          at + 2,
          raw + " bytes out of " + stored + " in section " + id.text(),
          method == STORED ? "the same number" : "at most " + most);
    }
    return end + CHECKSUM;
  }

  private void checkFooter(int at) {
    need(at, FOOTER, "the footer");
    if (bytes[at] != 0) {
      throw TraceException.atByte(file, at, "section number " + (bytes[at] & 0xff), "0 (footer)");
    }
    long length = buffer.getLong(at + 1);
    if (length != bytes.length || at + FOOTER != bytes.length) {
      throw TraceException.atByte(
          file,
          at + 1,
          "a length of " + length + " bytes in a file of " + bytes.length,
          String.valueOf(at + FOOTER));
    }
    checkChecksum(0, bytes.length - CHECKSUM, "the whole file");
  }

  private void checkChecksum(int from, int to, String what) {
    int expected = checksum(bytes, from, to);
    int found = buffer.getInt(to);
    if (found != expected) {
      throw TraceException.atByte(
          file,
          to,
          "checksum " + HexFormat.of().toHexDigits(found) + " of " + what + " from byte " + from,
          HexFormat.of().toHexDigits(expected)
              + "; the file is damaged: copy it again or record it again");
    }
  }

  static int checksum(byte[] bytes, int from, int to) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, from, to - from);
    return (int) crc.getValue();
  }

  private void need(int at, long count, String what) {
    if (count > bytes.length - at) {
      throw TraceException.atByte(
          file,
          bytes.length,
          "the end of the file",
          what + " from byte " + at + "; the file is incomplete: copy it again or record it again");
    }
  }

  /** File and byte at which a section begins. */
  String place(SectionId id) {
    return file + ": byte " + sectionStarts[id.ordinal()];
  }

  TableReader table(SectionId id) {
    return new TableReader(raw(id), place(id) + ": section " + id.text(), id.columns());
  }

  private byte[] raw(SectionId id) {
    int at = sectionStarts[id.ordinal()];
    int raw = buffer.getInt(at + 2);
    int stored = buffer.getInt(at + 6);
    int from = at + SECTION_HEADER;
    if (bytes[at + 1] == STORED) {
      return Arrays.copyOfRange(bytes, from, from + stored);
    }
    try (Inflater inflater = new Inflater()) {
      inflater.setInput(bytes, from, stored);
      // grows with the real output, so a false length costs no memory
      byte[] out = new byte[(int) Math.min(raw, 8L * stored + 64)];
      int size = 0;
      while (!inflater.finished()) {
        if (size == out.length) {
          out = Arrays.copyOf(out, (int) Math.min(raw + 1L, 2L * out.length + 1));
        }
        int more = inflater.inflate(out, size, out.length - size);
        size += more;
        if (size > raw || more == 0 && (inflater.needsInput() || inflater.needsDictionary())) {
          break;
        }
      }
      if (size != raw || !inflater.finished() || inflater.getRemaining() > 0) {
        throw TraceException.atByte(
            file,
            from,
            "a deflated section " + id.text() + " of " + size + " bytes or more",
            raw + " bytes, as its header says");
      }
      return out.length == raw ? out : Arrays.copyOf(out, raw);
    } catch (DataFormatException e) {
      throw new TraceException(
          TraceException.atByte(
                  file,
                  from,
                  "bytes that cannot be decompressed (" + e.getMessage() + ")",
                  "section " + id.text() + " in zlib's form")
              .getMessage(),
          e);
    }
  }
}
