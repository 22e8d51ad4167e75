package io.github.tracecast.imports.internal.recording;

import io.github.tracecast.trace.TraceException;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The records of one rank's log, one after the other. A log is a head of 64 KiB (magic {@code TRCREC01}; little-endian: committed
 * bytes of records, 8; rank, size of the world, whether the rank came to the end of MPI_Finalize, 4 each; 4 unused; why recording stopped, 512, ended by a
 * zero), then records. Numbers in records have seven bits a byte, lowest first, the highest bit set where more follow; texts have
 * their length first. What lies beyond the committed bytes was being written when the process died, and is not read.
 */
final class LogReader implements Closeable {
  static final int EVENT = 1;
  static final int SITE = 2;
  static final int MODULE = 3;
  static final int DATATYPE = 4;
  static final int COMMUNICATOR = 5;
  static final int MATCH = 6;
  static final int NOTE = 7;
  static final int GROUP = 8;
  static final int CALLS = 9;
  static final int PARAMETERS = 10;

  private static final int HEAD = 1 << 16;
  private static final String MAGIC = "TRCREC01";
  private static final int REASON_AT = 32;
  private static final int REASON = 512;

  private final Path file;
  private final InputStream in;
  private final long committed;
  private final int rank;
  private final int size;
  private final boolean finished;
  private final String stopped;
  private long position;

  LogReader(Path file) throws IOException {
    this.file = file;
    this.in = new BufferedInputStream(Files.newInputStream(file), 1 << 16);
    byte[] bytes = in.readNBytes(HEAD);
    ByteBuffer head = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    if (bytes.length < HEAD
        || !MAGIC.equals(new String(bytes, 0, 8, StandardCharsets.ISO_8859_1))) {
      in.close();
      throw TraceException.at(
          file.toString(),
          "no log of this version of the recorder",
          "one that begins with " + MAGIC);
    }
    this.committed = head.getLong(8);
    this.rank = head.getInt(16);
    this.size = head.getInt(20);
    this.finished = head.getInt(24) != 0;
    String reason = new String(bytes, REASON_AT, REASON, StandardCharsets.UTF_8);
    this.stopped = reason.substring(0, Math.max(0, reason.indexOf('\0')));
    if (committed < 0 || committed > Files.size(file) - HEAD) {
      in.close();
      throw TraceException.at(
          file.toString(), committed + " bytes of records", "no more than the file has");
    }
  }

  int rank() {
    return rank;
  }

  int size() {
    return size;
  }

  /** Whether the rank came to the end of MPI_Finalize. */
  boolean finished() {
    return finished;
  }

  /** Why recording stopped before the program did; empty where it did not. */
  String stopped() {
    return stopped;
  }

  /** Whether records follow. */
  boolean more() {
    return position < committed;
  }

  int octet() throws IOException {
    int octet = position++ < committed ? in.read() : -1;
    if (octet < 0) {
      throw fault("the end of the log", "the rest of a record");
    }
    return octet;
  }

  long number() throws IOException {
    long number = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      int octet = octet();
      number |= (long) (octet & 0x7f) << shift;
      if (octet < 0x80) {
        return number;
      }
    }
    throw fault("a number of more than ten bytes", "at most ten");
  }

  /** A number from 0 to a limit, without it. */
  int index(String what, long limit) throws IOException {
    long number = number();
    if (number < 0 || number >= limit) {
      throw fault(what + " " + number, "0 to " + (limit - 1));
    }
    return (int) number;
  }

  /** A number of things that follow, each of at least a byte. */
  int count(String what) throws IOException {
    return index(what, Math.min(Integer.MAX_VALUE, committed - position + 1));
  }

  String text() throws IOException {
    byte[] bytes = new byte[count("bytes of a text:")];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) octet();
      if (bytes[i] == 0) {
        throw fault("a zero within a text", "none");
      }
    }
    return new String(bytes, StandardCharsets.UTF_8);
  }

  TraceException fault(String found, String expected) {
    return TraceException.at(file + ": byte " + (HEAD + position), found, expected);
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
