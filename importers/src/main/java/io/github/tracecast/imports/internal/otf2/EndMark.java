package io.github.tracecast.imports.internal.otf2;

import io.github.tracecast.imports.internal.PlainInput;
import io.github.tracecast.trace.TraceException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Checks that a file with definitions or events is complete. The library does not detect that a
 * file is shorter than one of its chunks. It continues to read memory that may contain the records
 * of another rank.
 */
final class EndMark {
  /** Two records of the library, which mark the end of the file and the end of the buffer. */
  private static final byte[] MARK = {2, 1};

  /** A byte that some tools append when they copy a file. */
  private static final byte LINE_BREAK = '\n';

  private EndMark() {}

  /**
   * Ignores missing files, which the library reports.
   *
   * @throws TraceException if the file does not end with the mark
   */
  static void require(String file) {
    Path path = Path.of(file);
    if (!Files.isRegularFile(path)) {
      return;
    }
    byte[] last = lastBytes(path);
    int end =
        last.length > 0 && last[last.length - 1] == LINE_BREAK ? last.length - 1 : last.length;
    int start = Math.max(0, end - MARK.length);
    if (!Arrays.equals(last, start, end, MARK, 0, MARK.length)) {
      throw TraceException.inFile(
          file,
          "the end of the file within its records",
          "a complete archive; copy the archive again");
    }
  }

  private static byte[] lastBytes(Path path) {
    try (FileChannel channel = FileChannel.open(path)) {
      long size = channel.size();
      ByteBuffer last = ByteBuffer.allocate((int) Math.min(size, MARK.length + 1));
      long at = size - last.capacity();
      while (last.hasRemaining() && channel.read(last, at + last.position()) >= 0) {}
      return Arrays.copyOf(last.array(), last.position());
    } catch (IOException e) {
      throw PlainInput.unreadable(path.toString(), e);
    }
  }
}
