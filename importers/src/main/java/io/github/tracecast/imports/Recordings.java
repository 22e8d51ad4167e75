package io.github.tracecast.imports;

import io.github.tracecast.compress.CompressOptions;
import io.github.tracecast.imports.internal.recording.RecordingImporter;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.TraceException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.LongConsumer;

/** Reads the logs that the recorder wrote while a program ran, and compresses them. */
public final class Recordings {
  private Recordings() {}

  /** Whether a folder has what any rank recorded. */
  public static boolean isRecording(Path folder) throws IOException {
    return RecordingImporter.isRecording(folder);
  }

  /**
   * Reads and compresses the logs of one run. What is missing is said in the trace's notes, in lines that begin with {@code partial:}.
   *
   * @param folder where the recorder wrote a log for each rank
   * @param progress told now and then how many events were read
   * @throws TraceException where there is no log, or one is damaged: one line that says where and what
   */
  public static Trace compress(Path folder, CompressOptions options, LongConsumer progress) {
    return RecordingImporter.of(folder).compress(options, progress);
  }
}
