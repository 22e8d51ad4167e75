package io.github.tracecast.record;

import io.github.tracecast.trace.text.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds the programs in the user's commands as a shell does. */
public final class Commands {
  private Commands() {}

  /** Returns the folders that are searched for a program, in order. */
  static List<Path> searched() {
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("/usr/bin:/bin");
    return Stream.of(path.split(":")).map(Path::of).toList();
  }

  /** Returns the path of a program as the shell would find it on the PATH. */
  public static Optional<Path> onPath(String name) {
    if (name.contains("/")) {
      return Optional.of(Path.of(name).toAbsolutePath()).filter(Commands::runs);
    }
    return searched().stream()
        .map(folder -> folder.resolve(name).toAbsolutePath())
        .filter(Commands::runs)
        .findFirst();
  }

  /**
   * Refuses a command line of Tracecast that names no command to run.
   *
   * @param command the words after {@code --}; null if there are none
   * @param missing the beginning of the error, with the name of the missing thing
   * @param example an example of the command
   */
  public static void require(List<String> command, String missing, String example) {
    if (command == null || command.isEmpty()) {
      throw new UsageException(missing + "; expected one after --, such as: -- " + example);
    }
  }

  /**
   * Sets HOME if it is missing (containers, batch jobs), because Open MPI 5 does not start without
   * it.
   */
  static void setHome(ProcessBuilder compiler) {
    compiler.environment().putIfAbsent("HOME", System.getProperty("java.io.tmpdir"));
  }

  private static boolean runs(Path file) {
    return Files.isExecutable(file) && !Files.isDirectory(file);
  }

  /** @param file the file to delete if it exists; may be null */
  static void deleteQuietly(@Nullable Path file) {
    try {
      if (file != null) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      return; // a remaining temporary file does no harm
    }
  }
}
