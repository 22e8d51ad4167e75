package io.github.tracecast.imports.internal.goal;

import io.github.tracecast.compress.CompressOptions;
import io.github.tracecast.compress.Compressor;
import io.github.tracecast.imports.internal.PlainInput;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.TraceException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongConsumer;

/** Converts a GOAL schedule in text or binary form to MPI calls, rank by rank. */
public final class GoalImporter {
  private static final String FIRST_WORD = "num_ranks";

  private GoalImporter() {}

  /** Whether a file with these first bytes is a GOAL schedule. */
  public static boolean recognises(String head) {
    return isBinary(head) || isText(head);
  }

  private static boolean isBinary(String head) {
    if (head.length() < 14) {
      return false;
    }
    byte[] bytes = head.getBytes(StandardCharsets.ISO_8859_1);
    long magic = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong();
    return magic == GoalBinary.MAGIC || magic == GoalBinary.USED_UP;
  }

  private static boolean isText(String text) {
    int at = 0;
    while (at < text.length()) {
      if (text.startsWith("//", at)) {
        at = text.indexOf('\n', at);
      } else if (text.startsWith("/*", at)) {
        int end = text.indexOf("*/", at + 2);
        at = end < 0 ? -1 : end + 2;
      } else if (Character.isWhitespace(text.charAt(at))) {
        at++;
      } else {
        return text.startsWith(FIRST_WORD, at);
      }
      if (at < 0) {
        return false;
      }
    }
    return false;
  }

  /**
   * Reads a schedule.
   *
   * @param in the schedule, which reports its bytes itself if one thread reads it
   * @param head the first bytes of the schedule
   * @param progress receives the number of bytes that several threads have read
   * @throws TraceException if the text is not a schedule, or if an MPI process cannot execute the
   *     schedule
   */
  public static Trace read(
      InputStream in, String head, Path path, CompressOptions options, LongConsumer progress)
      throws IOException {
    int threads = PlainInput.isGzip(path) ? 1 : options.threads();
    GoalSchedule schedule = isBinary(head)
        ? new GoalBinary(in, path, threads, progress)
        : new GoalText(in, path, threads, progress);
    Compressor compressor = new Compressor(schedule.ranks(), options);
    schedule.read(compressor);
    return compressor.trace(
        "GOAL: " + path.getFileName(),
        List.of(
            "a GOAL schedule has no collectives, communicators or call sites; tags replace call sites"));
  }
}
