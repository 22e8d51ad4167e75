package io.github.tracecast.imports.internal.recording;

import io.github.tracecast.trace.TraceException;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The records of one rank's log, one after the other. A log is a head of 4 KiB (magic {@code TRCREC03}; little-endian: committed bytes of
 * records, 8; rank, size of the world, whether the rank came to the end of MPI_Finalize, whether each event is logged, 4 each; why
 * recording stopped, 512, ended by a zero; bytes of the tail, 31 bits, whether folding ended, one, and the epoch, 32; instructions counted, and the nanoseconds that they
 * took, 8 each), two tails of
 * 64 KiB, of which that of the epoch counts, and records. What lies beyond the committed bytes was being written when the process died, and is not read.
 *
 * <p>The tail has the events after those that were folded. Where folding ended, these are among the records instead.
 */
final class LogReader extends LogBytes {
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
  static final int SHAPE = 11;
  static final int LIST = 12;
  static final int CHUNK = 13;
  static final int SEALED = 14;
  static final int COUNTER = 15;

  private static final int PAGE = 1 << 12;
  private static final int TAIL = 1 << 16;
  static final int HEAD = PAGE + 2 * TAIL;
  private static final String MAGIC = "TRCREC03";
  private static final int REASON_AT = 32;
  private static final int REASON = 512;
  private static final int TURN_AT = REASON_AT + REASON;
  private static final int INSTRUCTIONS_AT = TURN_AT + Long.BYTES;

  private final Path file;
  private final ByteBuffer head;

  /** Opens a log. */
  static LogReader of(Path file) throws IOException {
    InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 16);
    byte[] bytes = in.readNBytes(HEAD);
    ByteBuffer head = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    if (bytes.length < HEAD
        || !MAGIC.equals(new String(bytes, 0, 8, StandardCharsets.ISO_8859_1))) {
      in.close();
      throw TraceException.at(
          file.toString(), "a log of another recorder version", "a file that begins with " + MAGIC);
    }
    long committed = head.getLong(8);
    if (committed < 0 || committed > Files.size(file) - HEAD) {
      in.close();
      throw TraceException.at(
          file.toString(), committed + " bytes of records", "at most the size of the file");
    }
    return new LogReader(file, in, head, committed);
  }

  private LogReader(Path file, InputStream in, ByteBuffer head, long committed) {
    super(file.toString(), in, HEAD, committed);
    this.file = file;
    this.head = head;
  }

  int rank() {
    return head.getInt(16);
  }

  int size() {
    return head.getInt(20);
  }

  /** Whether the rank came to the end of MPI_Finalize. */
  boolean finished() {
    return head.getInt(24) != 0;
  }

  /** Why recording stopped before the program did; empty where it did not. */
  String stopped() {
    String reason = new String(head.array(), REASON_AT, REASON, StandardCharsets.UTF_8);
    return reason.substring(0, Math.max(0, reason.indexOf('\0')));
  }

  private long turn() {
    return head.getLong(TURN_AT);
  }

  /** Instructions that were counted; 0 where computation is in time. */
  long instructions() {
    return head.getLong(INSTRUCTIONS_AT);
  }

  /** How long the processor took for them, in nanoseconds. */
  long instructionNanos() {
    return head.getLong(INSTRUCTIONS_AT + Long.BYTES);
  }

  /** How often what was folded was written; 0 for never. */
  long epoch() {
    return turn() >>> 32;
  }

  /** Whether events after those that were folded are among the records, not in the tail. */
  boolean foldingEnded() {
    return (turn() >>> 31 & 1) != 0;
  }

  /** The tail: events, matches and communicators. */
  LogBytes tail() {
    long length = turn() & Integer.MAX_VALUE;
    if (length > TAIL) {
      throw TraceException.at(file.toString(), "a tail of " + length + " bytes", "0 to " + TAIL);
    }
    int from = PAGE + (int) (epoch() % 2) * TAIL;
    return new LogBytes(
        file.toString(), new ByteArrayInputStream(head.array(), from, (int) length), from, length);
  }

  /** The file that has what was folded. */
  Path folded() {
    return file.resolveSibling("rank." + rank() + ".folded." + epoch() % 2);
  }
}
