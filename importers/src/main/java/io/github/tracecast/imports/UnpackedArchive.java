package io.github.tracecast.imports;

import io.github.tracecast.imports.internal.TarEntries;
import io.github.tracecast.trace.TraceException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A tar archive whose files a reader needs as files, unpacked into a temporary folder that goes when this is closed. Archives of other
 * formats stay packed.
 *
 * @param archive the file as the user named it
 * @param folder where its files are
 * @param anchor the one of them that tells the format
 */
record UnpackedArchive(Path archive, Path folder, Path anchor) implements AutoCloseable {
  private static final int BUFFER = 1 << 16;

  /** Parts of an OTF2 archive that may come before its anchor file. */
  private static final List<String> PARTS = List.of(".evt", ".def");

  /**
   * Unpacks an archive if it holds a trace of which the reader needs files.
   *
   * @param content the archive, decompressed; read to its end if it is unpacked, else to where the format shows
   */
  static Optional<UnpackedArchive> of(Path archive, InputStream content) throws IOException {
    TarEntries entries = new TarEntries(content, archive.toString());
    Path folder = null;
    Path anchor = null;
    boolean done = false;
    try {
      for (String name = entries.next(); name != null; name = entries.next()) {
        InputStream entry = new BufferedInputStream(entries.content(), BUFFER);
        entry.mark(TraceSource.HEAD);
        byte[] head = entry.readNBytes(TraceSource.HEAD);
        entry.reset();
        TraceFormat format = TraceFormat.of(head).orElse(null);
        boolean isAnchor = format == TraceFormat.OTF2;
        boolean isPart = Magic.at(head, 1, "B") && PARTS.stream().anyMatch(name::endsWith);
        if (folder == null && format != null && !isAnchor) {
          return Optional.empty();
        }
        if (isAnchor || isPart) {
          folder = folder == null ? Files.createTempDirectory("tracecast-unpacked") : folder;
          Path file = inside(folder, name, archive);
          Files.createDirectories(file.getParent());
          Files.copy(entry, file, StandardCopyOption.REPLACE_EXISTING);
          anchor = isAnchor && anchor == null ? file : anchor;
        }
      }
      if (folder != null && anchor == null) {
        throw TraceException.at(
            archive.toString(), "parts of an OTF2 archive", "its anchor file too, traces.otf2");
      }
      done = anchor != null;
      return done ? Optional.of(new UnpackedArchive(archive, folder, anchor)) : Optional.empty();
    } finally {
      if (!done) {
        delete(folder);
      }
    }
  }

  private static Path inside(Path folder, String name, Path archive) {
    Path file = folder.resolve(name.replaceFirst("^/+", "")).normalize();
    if (!file.startsWith(folder) || file.equals(folder)) {
      throw TraceException.at(
          archive.toString(), "a file " + name + " in the archive", "names below one folder");
    }
    return file;
  }

  /** A complaint in the user's words: about the archive, not about the temporary folder. */
  TraceException named(TraceException complaint) {
    return new TraceException(
        complaint.getMessage().replace(folder + "/", archive + ":"), complaint);
  }

  private static void delete(Path folder) throws IOException {
    if (folder == null) {
      return;
    }
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
