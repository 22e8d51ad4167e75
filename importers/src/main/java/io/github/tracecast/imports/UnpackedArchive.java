package io.github.tracecast.imports;

import io.github.tracecast.imports.internal.PlainInput;
import io.github.tracecast.imports.internal.TarEntries;
import io.github.tracecast.trace.TraceException;
import io.github.tracecast.trace.system.ScratchFolder;
import io.github.tracecast.trace.system.TemporaryFiles;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * A tar archive of a trace, unpacked into a temporary folder that {@link #close} deletes.
 * Time-independent traces are not unpacked, because their reader reads the archive itself.
 *
 * @param archive the file as the user named it
 * @param scratch the temporary folder with its files
 * @param anchor the file that shows the format
 */
record UnpackedArchive(Path archive, ScratchFolder scratch, Path anchor) implements AutoCloseable {
  private static final int BUFFER = 1 << 16;

  /** The prefix of the extra files that macOS adds to archives. */
  private static final String APPLE_DOUBLE = "._";

  /** The largest unpacked size in bytes. A small archive can expand to terabytes. */
  private static final long MOST_BYTES = 64L << 30;

  private static final int MOST_FILES = 1_000_000;

  /**
   * Unpacks an archive, unless it holds a time-independent trace. The archive is read twice. The
   * first pass checks the number and the size of its files; the second pass writes them.
   *
   * @throws TraceException if the archive holds no trace, or more files or bytes than the limits
   */
  static Optional<UnpackedArchive> of(Path archive) throws IOException {
    String anchor;
    try (InputStream content = PlainInput.content(archive)) {
      SequencedMap<TraceFormat, String> traces = traces(archive, content);
      if (isStreamed(traces)) {
        return Optional.empty();
      }
      anchor = TraceSource.strictest(traces).orElseThrow();
    }
    ScratchFolder scratch = new ScratchFolder("unpacked");
    boolean done = false;
    try (InputStream content = PlainInput.content(archive)) {
      TarEntries entries = new TarEntries(content, archive.toString());
      for (String name = next(entries); name != null; name = next(entries)) {
        scratch.write(pathInFolder(scratch.path(), name, archive), entries.content());
      }
      done = true;
      return Optional.of(
          new UnpackedArchive(archive, scratch, pathInFolder(scratch.path(), anchor, archive)));
    } finally {
      if (!done) {
        scratch.close();
      }
    }
  }

  /** Returns the first file of each format, in the order of the archive. */
  private static SequencedMap<TraceFormat, String> traces(Path archive, InputStream content)
      throws IOException {
    long most = mostBytes();
    long bytes = 0;
    int files = 0;
    SequencedMap<TraceFormat, String> traces = new LinkedHashMap<>();
    TarEntries entries = new TarEntries(content, archive.toString());
    for (String name = next(entries); name != null; name = next(entries)) {
      pathInFolder(Path.of("/"), name, archive);
      bytes += entries.size();
      files++;
      Optional<TraceFormat> format =
          TraceFormat.of(TraceSource.peek(new BufferedInputStream(entries.content(), BUFFER)));
      format.ifPresent(found -> traces.putIfAbsent(found, entries.name()));
      if (isStreamed(traces)) {
        return traces;
      }
      if (bytes > most || files > MOST_FILES) {
        throw TraceException.inFile(
            archive.toString(),
            "at least " + files + (files == 1 ? " file" : " files") + " with " + bytes
                + " bytes in total",
            "at most " + MOST_FILES + " files and " + most
                + " bytes (64 GiB, or a tenth of the free disk space if this is less); unpack the archive"
                + " yourself and name its folder");
      }
    }
    if (traces.isEmpty()) {
      throw TraceException.inFile(
          archive.toString(),
          "no trace among the " + files + (files == 1 ? " file" : " files") + " of this archive",
          "a trace in one of these formats: " + TraceFormat.supportedLabels());
    }
    return traces;
  }

  /** Whether the archive begins with a time-independent trace, whose reader reads archives itself. */
  private static boolean isStreamed(SequencedMap<TraceFormat, String> traces) {
    return !traces.isEmpty() && traces.firstEntry().getKey() == TraceFormat.TIME_INDEPENDENT;
  }

  private static long mostBytes() {
    Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
    return Math.min(MOST_BYTES, TemporaryFiles.freeBytes(temporary) / 10);
  }

  /** Returns the name of the next file that is not an extra file of macOS; null at the end. */
  private static @Nullable String next(TarEntries entries) throws IOException {
    String name = entries.next();
    while (name != null && name.substring(name.lastIndexOf('/') + 1).startsWith(APPLE_DOUBLE)) {
      name = entries.next();
    }
    return name;
  }

  private static Path pathInFolder(Path folder, String name, Path archive) {
    Path file = folder.resolve(name.replaceFirst("^/+", "")).normalize();
    if (!file.startsWith(folder) || file.equals(folder)) {
      throw TraceException.inFile(
          archive.toString(),
          "a file " + name + " in the archive",
          "only paths inside the folder into which the archive is unpacked");
    }
    return file;
  }

  /** Replaces the temporary folder in an error by the name of the archive. */
  TraceException withNameOfArchive(TraceException complaint) {
    return new TraceException(
        complaint
            .getMessage()
            .replace(scratch.path() + "/", archive + ":")
            .replace(scratch.path().toString(), archive.toString()),
        complaint);
  }

  @Override
  public void close() throws IOException {
    scratch.close();
  }
}
