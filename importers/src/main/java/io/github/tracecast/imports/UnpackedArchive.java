package io.github.tracecast.imports;

import io.github.tracecast.imports.internal.TarEntries;
import io.github.tracecast.trace.TraceException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A tar archive of a trace, unpacked into a temporary folder that is deleted when this is closed. Time-independent traces stay packed:
 * their reader goes through the archive.
 *
 * @param archive the file as the user named it
 * @param folder the temporary folder with its files
 * @param anchor the file that shows the format
 */
record UnpackedArchive(Path archive, Path folder, Path anchor) implements AutoCloseable {
  private static final int BUFFER = 1 << 16;

  /** How the names of files begin that macOS puts beside the real ones. */
  private static final String APPLE_DOUBLE = "._";

  /**
   * Unpacks an archive, unless it holds a time-independent trace.
   *
   * @param content the archive, decompressed
   * @throws TraceException where it holds no trace
   */
  static Optional<UnpackedArchive> of(Path archive, InputStream content) throws IOException {
    Path folder = Files.createTempDirectory("tracecast-unpacked");
    boolean done = false;
    try {
      List<Path> files = new ArrayList<>();
      if (!unpack(new TarEntries(content, archive.toString()), archive, folder, files)) {
        return Optional.empty();
      }
      Path anchor = TraceSource.anchor(files)
          .orElseThrow(() -> TraceException.at(
              archive.toString(),
              "no trace among the " + files.size() + " files of this archive",
              "one of: " + TraceFormat.supportedLabels()));
      done = true;
      return Optional.of(new UnpackedArchive(archive, folder, anchor));
    } finally {
      if (!done) {
        delete(folder);
      }
    }
  }

  /** False where the first trace in the archive is a time-independent one. */
  private static boolean unpack(TarEntries entries, Path archive, Path folder, List<Path> files)
      throws IOException {
    boolean known = false;
    for (String name = entries.next(); name != null; name = entries.next()) {
      if (name.substring(name.lastIndexOf('/') + 1).startsWith(APPLE_DOUBLE)) {
        continue;
      }
      InputStream entry = new BufferedInputStream(entries.content(), BUFFER);
      Optional<TraceFormat> format = TraceFormat.of(TraceSource.peek(entry));
      if (!known && format.filter(TraceFormat.TIME_INDEPENDENT::equals).isPresent()) {
        return false;
      }
      known |= format.isPresent();
      Path file = inside(folder, name, archive);
      Files.createDirectories(file.getParent());
      Files.copy(entry, file, StandardCopyOption.REPLACE_EXISTING);
      files.add(file);
    }
    return true;
  }

  private static Path inside(Path folder, String name, Path archive) {
    Path file = folder.resolve(name.replaceFirst("^/+", "")).normalize();
    if (!file.startsWith(folder) || file.equals(folder)) {
      throw TraceException.at(
          archive.toString(), "a file " + name + " in the archive", "names below one folder");
    }
    return file;
  }

  /** Returns an error that names the archive instead of the temporary folder. */
  TraceException named(TraceException complaint) {
    return new TraceException(
        complaint
            .getMessage()
            .replace(folder + "/", archive + ":")
            .replace(folder.toString(), archive.toString()),
        complaint);
  }

  private static void delete(Path folder) throws IOException {
    List<Path> all;
    try (Stream<Path> inside = Files.walk(folder)) {
      all = inside.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path one : all) {
      Files.delete(one);
    }
  }

  @Override
  public void close() throws IOException {
    delete(folder);
  }
}
