package io.github.tracecast.imports.internal.recording;

import io.github.tracecast.trace.TraceException;
import io.github.tracecast.trace.recorder.RecorderConstants;
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
 * Reads the records of one rank's log in order. A log consists of a head, two tails, and records.
 * The epoch in the head determines which tail is valid. The head also has the number of committed
 * bytes. Bytes beyond that number are not read, because the process may have died while it wrote
 * them.
 *
 * <p>The recorder's {@code shared.h} defines the fields of the head.
 *
 * <p>The tail has the events that were not folded yet. If the recorder stopped folding, these
 * events are among the records instead. If the recorder logged each call, the records also have all
 * calls. An event may represent several calls.
 */
final class LogReader extends LogBytes {
  private static final String MAGIC = RecorderConstants.text("TC_LOG_MAGIC");
  private static final int PAGE = RecorderConstants.integer("TC_PAGE");
  private static final int TAIL = RecorderConstants.integer("TC_TAIL");
  static final int HEAD = PAGE + 2 * TAIL;
  private static final int REASON = RecorderConstants.integer("TC_REASON");
  private static final int COMMITTED_AT = RecorderConstants.integer("TC_AT_COMMITTED");
  private static final int RANK_AT = RecorderConstants.integer("TC_AT_RANK");
  private static final int SIZE_AT = RecorderConstants.integer("TC_AT_SIZE");
  private static final int FINISHED_AT = RecorderConstants.integer("TC_AT_FINISHED");
  private static final int STOPPED_AT = RecorderConstants.integer("TC_AT_STOPPED");
  private static final int TURN_AT = RecorderConstants.integer("TC_AT_TURN");
  private static final int INSTRUCTIONS_AT = RecorderConstants.integer("TC_AT_INSTRUCTIONS");
  private static final int NANOS_AT = RecorderConstants.integer("TC_AT_NS");

  private final Path file;
  private final ByteBuffer head;

  static LogReader of(Path file) throws IOException {
    InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 16);
    byte[] bytes = in.readNBytes(HEAD);
    ByteBuffer head = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    if (bytes.length < HEAD
        || !MAGIC.equals(new String(bytes, 0, MAGIC.length(), StandardCharsets.ISO_8859_1))) {
      in.close();
      throw TraceException.inFile(
          file.toString(), "a log of another recorder version", "a file that begins with " + MAGIC);
    }
    long committed = head.getLong(COMMITTED_AT);
    if (committed < 0 || committed > Files.size(file) - HEAD) {
      in.close();
      throw TraceException.inFile(
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
    return head.getInt(RANK_AT);
  }

  int size() {
    return head.getInt(SIZE_AT);
  }

  /** Whether the rank reached the end of MPI_Finalize. */
  boolean finished() {
    return head.getInt(FINISHED_AT) != 0;
  }

  /** Returns why recording stopped early; empty if it lasted until the end of the program. */
  String stopped() {
    String reason = new String(head.array(), STOPPED_AT, REASON, StandardCharsets.UTF_8);
    return reason.substring(0, Math.max(0, reason.indexOf('\0')));
  }

  private long selectedTail() {
    return head.getLong(TURN_AT);
  }

  /** Returns the number of counted instructions; 0 if computation was measured in time. */
  long instructions() {
    return head.getLong(INSTRUCTIONS_AT);
  }

  /** Returns the processor time of the counted instructions in nanoseconds. */
  long instructionNanos() {
    return head.getLong(NANOS_AT);
  }

  /** Returns how often the folded program was written. */
  long epoch() {
    return selectedTail() >>> 32;
  }

  /**
   * Whether the recorder stopped folding, so that later events are among the records instead of the
   * tail.
   */
  boolean foldingEnded() {
    return (selectedTail() >>> 31 & 1) != 0;
  }

  /** Returns a reader of the tail, which has events, matches and communicators. */
  LogBytes tail() {
    long length = selectedTail() & Integer.MAX_VALUE;
    if (length > TAIL) {
      throw TraceException.inFile(
          file.toString(), "a tail of " + length + " bytes", "0 to " + TAIL);
    }
    int from = PAGE + (int) (epoch() % 2) * TAIL;
    return new LogBytes(
        file.toString(), new ByteArrayInputStream(head.array(), from, (int) length), from, length);
  }

  /** Returns the file with the folded program. */
  Path folded() {
    return file.resolveSibling("rank." + rank() + ".folded." + epoch() % 2);
  }
}
