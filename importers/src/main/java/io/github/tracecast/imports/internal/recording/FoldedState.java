package io.github.tracecast.imports.internal.recording;

import io.github.tracecast.imports.internal.recording.LogDefinitions.Comm;
import io.github.tracecast.trace.TraceException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * The folded program of a rank as it was last written. The file has, in this order: the position in
 * the log; the number of folded events; the number of requests that these events made; the
 * communicators; the number of calls and loops; and the calls and loops. Communicators are written
 * as runs of equal steps, field by field: id, count, root, parent, number, makers, local rank,
 * size, size of the first group.
 */
final class FoldedState {
  /** The largest number of communicators of a rank. */
  private static final int MOST_COMMUNICATORS = 1 << 24;

  private final @Nullable Path file;

  /** The offset in the log after its last valid record. */
  private final long position;

  private final long requests;
  private final int entries;

  /** The offset of the first call or loop. */
  private final long from;

  /** Creates the state of a rank without folded events. */
  FoldedState() {
    file = null;
    position = 0;
    requests = 0;
    entries = 0;
    from = 0;
  }

  /** @param into receives the communicators by id */
  FoldedState(Path file, int ranks, SortedMap<Integer, Comm> into) throws IOException {
    this.file = file;
    try (LogBytes log = open(file)) {
      position = log.number();
      log.number();
      requests = log.number();
      readCommunicators(log, ranks, into);
      entries = log.count("entries:");
      from = log.position();
    }
  }

  static void readCommunicators(LogBytes log, int ranks, SortedMap<Integer, Comm> into)
      throws IOException {
    for (int left = log.count("runs of communicators:"); left > 0; left--) {
      int id = log.index("communicator", MOST_COMMUNICATORS);
      int count = log.index("communicators:", MOST_COMMUNICATORS - id);
      int root = log.index("rank", ranks);
      int parent = log.index("communicator", id);
      int number = log.index("number of a communicator:", Integer.MAX_VALUE - count);
      long makers = log.number();
      int localRank = log.index("rank", ranks);
      int size = log.index("size", ranks + 1L);
      int first = log.index("size", ranks);
      for (int i = 0; i < count; i++) {
        into.put(id + i, new Comm(root, parent, number + i, makers, localRank, size, first));
      }
    }
  }

  private static LogBytes open(Path file) throws IOException {
    try {
      return new LogBytes(
          file.toString(),
          new BufferedInputStream(Files.newInputStream(file), 1 << 16),
          0,
          Files.size(file));
    } catch (NoSuchFileException e) {
      throw TraceException.inFile(
          file.toString(), "no such file", "the file with the folded calls of the rank");
    }
  }

  /** Returns the length of the valid records of the log, in bytes. */
  long position() {
    return position;
  }

  /** Returns the number of requests that folded events made. */
  long requests() {
    return requests;
  }

  int entries() {
    return entries;
  }

  /** Returns a reader of the calls and loops. There must be at least one. */
  LogBytes openEntries() throws IOException {
    LogBytes log = open(Objects.requireNonNull(file));
    while (log.position() < from) {
      log.octet();
    }
    return log;
  }
}
