package io.github.tracecast.imports;

import io.github.tracecast.compress.CompressOptions;
import io.github.tracecast.imports.internal.recording.RecordingImporter;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.TraceException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.LongConsumer;

/** Reads the logs that the recorder wrote during a run, and compresses them. */
public final class Recordings {
  private Recordings() {}

  /** Whether a folder holds the log of at least one rank. */
  public static boolean isRecording(Path folder) throws IOException {
    return RecordingImporter.isRecording(folder);
  }

  /** Whether compression with these options needs every single call of a recording. */
  public static boolean needsCalls(CompressOptions options) {
    return RecordingImporter.needsCalls(options);
  }

  /**
   * Reads and compresses the logs of one run. The trace's notes list missing parts in lines that
   * begin with {@code partial:}.
   *
   * @param folder the folder of the recorder's logs, one per rank
   * @param progress receives the number of events read from time to time
   * @throws TraceException if the folder has no log, or a log is damaged; the message is one line
   *     with the place and the fault
   */
  public static Trace compress(Path folder, CompressOptions options, LongConsumer progress) {
    return RecordingImporter.of(folder, options.threads()).compress(options, progress);
  }
}
