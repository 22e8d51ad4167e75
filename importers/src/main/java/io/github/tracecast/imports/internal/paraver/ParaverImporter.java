package io.github.tracecast.imports.internal.paraver;

import io.github.tracecast.compress.CompressOptions;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.TraceException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;

/**
 * Converts a Paraver trace to a comprehensive trace.
 *
 * <p>A task's calls are its events of MPI types, in order. The times between calls, before the
 * first call and after the last call are computation. The trace has both ends of each message, so
 * no receive has a wildcard. A send or receive without a message uses MPI_PROC_NULL. Sizes are in
 * bytes.
 */
public final class ParaverImporter {
  /** Opens the records of a trace again. */
  @FunctionalInterface
  public interface Again {
    InputStream open() throws IOException;
  }

  private ParaverImporter() {}

  /** Whether a file with these first bytes is a Paraver trace. */
  public static boolean recognises(String head) {
    return head.startsWith(PrvHeader.MAGIC);
  }

  /**
   * Reads a whole trace. The file is read a second time if its records are far out of order, or if
   * tasks create communicators by different calls.
   *
   * @param in the uncompressed records of the trace; stays open
   * @param again opens these records again
   * @param path the path of the trace, beside the {@code .pcf} file with the names of the calls
   * @throws TraceException if the trace does not have the form that Extrae writes
   */
  public static Trace read(InputStream in, Again again, Path path, CompressOptions options)
      throws IOException {
    return read(in, again, path, options, BlockSizes.USUAL);
  }

  static Trace read(
      InputStream in, Again again, Path path, CompressOptions options, BlockSizes blocks)
      throws IOException {
    EventNames names = EventNames.read(EventNames.namesFile(path));
    PrvPass pass = new PrvPass(in, path, names, options, FileFacts.ASSUMED, blocks);
    pass.run();
    if (!pass.holds()) {
      try (InputStream second = again.open()) {
        pass = new PrvPass(second, path, names, options, pass.facts(), blocks);
        pass.run();
      }
      if (!pass.holds()) {
        throw TraceException.inFile(
            path.toString(),
            "other records when the file was read again",
            "a file that does not change during the import");
      }
    }
    return pass.trace();
  }
}
