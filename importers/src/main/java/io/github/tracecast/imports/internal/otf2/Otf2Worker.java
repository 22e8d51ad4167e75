package io.github.tracecast.imports.internal.otf2;

import io.github.tracecast.compress.CompressOptions;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.TraceException;
import io.github.tracecast.trace.codec.Encoding;
import io.github.tracecast.trace.codec.TraceFiles;
import io.github.tracecast.trace.system.ParentProcess;
import java.nio.file.Path;
import java.util.List;

/**
 * The main class of the process that {@link Otf2Process} starts. It reads an archive and writes a
 * trace. The process ends when the process that started it ends.
 */
final class Otf2Worker {
  /** The prefix of a line with the number of events read. */
  static final String PROGRESS = "tracecast-progress ";

  /** The prefix of the line with the error about the archive. */
  static final String REFUSAL = "tracecast-refusal ";

  /** Replaces a line break within an error. */
  static final char NEW_LINE = '\u0001';

  private static final int REFUSED = 2;
  private static final long REPORT = 1 << 20;

  private static long reported;

  private Otf2Worker() {}

  static List<String> arguments(Path anchor, Path result, CompressOptions options) {
    return List.of(
        anchor.toString(),
        result.toString(),
        Integer.toString(options.window()),
        options.deltas().name(),
        Integer.toString(options.buckets()),
        options.detail().name(),
        Integer.toString(options.requestRing()),
        options.completions().name(),
        options.tree().name(),
        Integer.toString(options.threads()));
  }

  public static void main(String[] args) {
    ParentProcess.follow();
    CompressOptions options = new CompressOptions(
        Integer.parseInt(args[2]),
        CompressOptions.Deltas.valueOf(args[3]),
        Integer.parseInt(args[4]),
        CompressOptions.DeltaDetail.valueOf(args[5]),
        Integer.parseInt(args[6]),
        false,
        CompressOptions.Completions.valueOf(args[7]),
        CompressOptions.Matches.EXACT,
        CompressOptions.RadixTree.valueOf(args[8]),
        Integer.parseInt(args[9]));
    try {
      Trace trace = Otf2Importer.read(Path.of(args[0]), options, Otf2Worker::report);
      TraceFiles.write(trace, Path.of(args[1]), Encoding.BINARY);
    } catch (TraceException e) {
      System.out.println(REFUSAL + e.getMessage().replace('\n', NEW_LINE));
      System.exit(REFUSED);
    }
    System.exit(0);
  }

  private static void report(long events) {
    if (events - reported >= REPORT) {
      reported = events;
      System.out.println(PROGRESS + events);
    }
  }
}
