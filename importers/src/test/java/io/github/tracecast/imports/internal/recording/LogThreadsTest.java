package io.github.tracecast.imports.internal.recording;

import io.github.tracecast.imports.ThreadsContract;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

class LogThreadsTest extends ThreadsContract {
  private static final long FOLDING_ENDED = 1L << 31;

  @Override
  protected Path write(Path into, Set<Integer> damaged) throws IOException {
    for (int rank = 0; rank < RANKS; rank++) {
      ByteArrayOutputStream records = LogsTest.definitions();
      records.writeBytes(new byte[] {1, 0, 0, 0, 100, 0, 0}); // MPI_Init
      for (int step = 0; step < steps(rank); step++) {
        byte tag = (byte) (2 + 2 * (step % 3));
        byte nanos = (byte) (5 + rank);
        records.writeBytes(new byte[] {1, 1, 0, nanos, 7, 0, 1, 2, 2, 2, 3, tag, 4, 6, 5, 2, 0});
        records.writeBytes(new byte[] {1, 2, 0, 1, 9, 0, 6, 4, 0}); // MPI_Wait
      }
      // MPI_Finalize, or a call that the log does not define
      records.writeBytes(new byte[] {1, (byte) (damaged.contains(rank) ? 9 : 3), 0, 1, 9, 0, 0});
      Files.write(into.resolve("rank." + rank + ".log"), log(rank, records));
    }
    return into.resolve("rank.0.log");
  }

  /** A log whose events are among its records. */
  private static byte[] log(int rank, ByteArrayOutputStream records) {
    ByteBuffer log = ByteBuffer.allocate(LogReader.HEAD + records.size());
    log.order(ByteOrder.LITTLE_ENDIAN)
        .put("TRCREC07".getBytes(StandardCharsets.US_ASCII))
        .putLong(records.size())
        .putInt(rank)
        .putInt(RANKS)
        .putInt(1) // finished
        .putLong(32 + 512, FOLDING_ENDED)
        .put(LogReader.HEAD, records.toByteArray());
    return log.array();
  }
}
