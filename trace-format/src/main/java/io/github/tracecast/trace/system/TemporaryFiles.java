package io.github.tracecast.trace.system;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/**
 * Creates temporary files and folders in the folder of TMPDIR (by default /tmp), or in another
 * temporary folder of the system if that folder is full or read-only. Their names begin with the
 * program's name and the number of its process, so that a later run can delete the files of a
 * killed run.
 */
public final class TemporaryFiles {
  /** A folder in memory, which is used only for small files. */
  private static final Path MEMORY = Path.of("/dev/shm");

  private static final Path LARGE = Path.of("/var/tmp");

  /** The size of a test file. A full disk still accepts empty files. */
  private static final int PROBE_BYTES = 1 << 14;

  private static final String UNKNOWN = "it cannot be written";

  private TemporaryFiles() {}

  /** Makes a file or folder in a given folder. */
  @FunctionalInterface
  private interface Making {
    Path in(Path folder) throws IOException;
  }

  /**
   * Makes an empty file for little content.
   *
   * @throws FileSystemException if no folder accepts the file; the message names TMPDIR
   */
  public static Path file(String prefix, String suffix) throws IOException {
    return file(List.of(namedByUser(), LARGE, MEMORY), prefix, suffix);
  }

  /** Makes a file in the first of some folders that accepts it. */
  static Path file(List<Path> folders, String prefix, String suffix) throws IOException {
    return first(folders, folder -> {
      Path file = Files.createTempFile(folder, AbandonedFiles.prefix() + prefix, suffix);
      probe(file, file);
      Files.write(file, new byte[0]);
      return file;
    });
  }

  /**
   * Makes a file with some content, passes its path to a reader, and deletes the file.
   *
   * @throws UncheckedIOException if no folder accepts the file
   */
  public static void lend(String suffix, String content, Consumer<Path> reader) {
    try {
      Path file = file("", suffix);
      try {
        reader.accept(Files.writeString(file, content));
      } finally {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Makes a folder for content of any size. */
  public static Path folder(String prefix) throws IOException {
    return first(List.of(namedByUser(), LARGE), folder -> {
      Path made = Files.createTempDirectory(folder, AbandonedFiles.prefix() + prefix);
      Path probed = made.resolve("probe");
      probe(probed, made);
      Files.delete(probed);
      return made;
    });
  }

  /** Deletes the files and folders that killed runs left in the folders for temporary files. */
  public static void deleteAbandoned() {
    for (Path folder : List.of(namedByUser(), LARGE, MEMORY)) {
      AbandonedFiles.delete(folder);
    }
  }

  /** Whether a folder exists or can be made, and accepts new files with some content. */
  public static boolean takes(Path folder) {
    try {
      Files.createDirectories(folder);
      Path file = Files.createTempFile(folder, ".tracecast-", ".probe");
      probe(file, file);
      Files.delete(file);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Writes a test file, and deletes it and the folders that were made for it. */
  private static void probe(Path file, Path made) throws IOException {
    try {
      Files.write(file, new byte[PROBE_BYTES]);
    } catch (IOException e) {
      Files.deleteIfExists(file);
      Files.deleteIfExists(made);
      throw e;
    }
  }

  /**
   * Returns the folder that TMPDIR names. The launcher passes the path to the JVM as a property.
   */
  private static Path namedByUser() {
    return Path.of(System.getProperty("java.io.tmpdir"));
  }

  private static Path first(List<Path> folders, Making making) throws IOException {
    IOException why = null;
    for (Path folder : folders) {
      try {
        return making.in(folder);
      } catch (IOException e) {
        why = why == null ? e : why;
      }
    }
    throw new FileSystemException(
        folders.getFirst().toString(),
        null,
        "found a temporary folder that cannot be used ("
            + (why instanceof FileSystemException e && e.getReason() != null
                ? e.getReason()
                : UNKNOWN)
            + "); expected a folder with free space; name such a folder with the variable TMPDIR");
  }

  /**
   * Returns the free space of the disk of a folder in bytes; {@link Long#MAX_VALUE} if the system
   * does not provide it. Java's file stores need a mount table, which a container may lack.
   */
  public static long freeBytes(Path folder) {
    long total = folder.toFile().getTotalSpace();
    return total == 0 ? Long.MAX_VALUE : folder.toFile().getUsableSpace();
  }
}
