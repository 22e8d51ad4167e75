package io.github.tracecast.trace.system;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Deletes temporary files and folders of processes that were killed before they could delete them.
 * The name of each file or folder begins with {@code tracecast-MARK-PID-}. The mark identifies the
 * boot of the system and its process namespace, because containers and machines that share a folder
 * number their processes separately.
 */
final class AbandonedFiles {
  private static final String PREFIX = "tracecast-";
  private static final String SEPARATOR = "-";
  private static final String OWNER = "unix:uid";

  private static final Path SELF = Path.of("/proc/self");

  private AbandonedFiles() {}

  /** Returns the beginning of the names of this process' files. */
  static String prefix() {
    return PREFIX
        + mark().map(mark -> mark + SEPARATOR).orElse("")
        + ProcessHandle.current().pid()
        + SEPARATOR;
  }

  /**
   * Deletes the files in a folder that killed processes of this user left. A file that cannot be
   * deleted stays.
   */
  static void delete(Path folder) {
    mark().ifPresent(mark -> {
      try (Stream<Path> inside = Files.list(folder)) {
        inside.filter(file -> isAbandoned(file, PREFIX + mark + SEPARATOR)).forEach(file -> {
          try {
            deleteAll(file);
          } catch (IOException e) {
            // the next run will try again
          }
        });
      } catch (IOException | UncheckedIOException e) {
        // no temporary files can be in a folder that cannot be read
      }
    });
  }

  private static boolean isAbandoned(Path file, String prefix) {
    String name = file.getFileName().toString();
    int end = name.indexOf(SEPARATOR, prefix.length());
    if (!name.startsWith(prefix) || end < 0) {
      return false;
    }
    try {
      long process = Long.parseLong(name, prefix.length(), end, 10);
      return ProcessHandle.of(process).isEmpty()
          && Files.getAttribute(file, OWNER, LinkOption.NOFOLLOW_LINKS)
              .equals(Files.getAttribute(SELF, OWNER));
    } catch (NumberFormatException | IOException e) {
      return false;
    }
  }

  /** Deletes a file or a folder. Links in it are deleted, not followed. */
  static void deleteAll(Path file) throws IOException {
    List<Path> all;
    try (Stream<Path> inside = Files.walk(file)) {
      all = inside.sorted(Comparator.reverseOrder()).toList();
    } catch (UncheckedIOException e) { // another process deletes the folder at the same time
      throw e.getCause();
    }
    for (Path one : all) {
      Files.deleteIfExists(one);
    }
  }

  /** Returns a hash of boot and process namespace; empty if the system does not show them. */
  private static Optional<String> mark() {
    try {
      String system = Files.readString(Path.of("/proc/sys/kernel/random/boot_id"))
          + Files.readSymbolicLink(SELF.resolve("ns/pid"));
      return Optional.of(Integer.toHexString(system.hashCode()));
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
