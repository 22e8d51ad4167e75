package io.github.tracecast.imports.internal.allprof;

import io.github.tracecast.compress.EventSink;
import io.github.tracecast.imports.internal.TextLines;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The properties that all ranks of a run share.
 *
 * @param size number of ranks of MPI_COMM_WORLD
 * @param handles the handles of the MPI library in traces of liballprof 2; empty for liballprof 1,
 *     which does not write handles
 */
record AllprofRun(int size, Optional<MpiHandles> handles) {

  /** Derives the properties of a run from the lines of one rank. */
  static AllprofRun of(Path file, int files) throws IOException {
    boolean second = false;
    Optional<MpiHandles> handles = Optional.empty();
    try (TextLines lines = TextLines.open(file, StandardCharsets.ISO_8859_1)) {
      AllprofLine line = new AllprofLine(lines);
      while (line.read()) {
        int size = line.communicatorSize();
        if (size > 0) {
          return new AllprofRun(size, Optional.empty());
        }
        String roles = AllprofCalls.laterRoles(line.call());
        int communicator = roles == null ? -1 : roles.indexOf('c');
        boolean named = communicator >= 0 && communicator < line.arguments();
        second |= line.hasAddress() || named && !line.hasParts(communicator);
        if (second && named && handles.isEmpty()) {
          handles = Optional.of(MpiHandles.of(line.part(communicator, 0)));
        }
        if (handles.isPresent()
            && line.call().equals("MPI_Comm_size")
            && line.part(0, 0) == handles.get().world) {
          return new AllprofRun(line.worldSize(), handles);
        }
      }
    }
    return new AllprofRun(
        files, second ? handles.or(() -> Optional.of(MpiHandles.OPEN_MPI)) : handles);
  }

  AllprofRank task(int rank, EventSink sink) {
    return handles
        .<AllprofRank>map(known -> new AllprofHandleTask(rank, size, known, sink))
        .orElseGet(() -> new AllprofTask(size, sink));
  }
}
