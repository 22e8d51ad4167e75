package io.github.tracecast.predict.record;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds programs as a shell does. */
public final class Commands {
  private Commands() {}

  /** Returns the folders that are searched for a program, in order. */
  static List<Path> searched() {
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("/usr/bin:/bin");
    return Stream.of(path.split(":")).map(Path::of).toList();
  }

  /** Returns the path at which the shell would find a program. */
  public static Optional<Path> onPath(String name) {
    if (name.contains("/")) {
      return Optional.of(Path.of(name).toAbsolutePath()).filter(Commands::runs);
    }
    return searched().stream()
        .map(folder -> folder.resolve(name).toAbsolutePath())
        .filter(Commands::runs)
        .findFirst();
  }

  private static boolean runs(Path file) {
    return Files.isExecutable(file) && !Files.isDirectory(file);
  }

  /** @param file to delete if it is there; may be null */
  static void deleteQuietly(Path file) {
    try {
      if (file != null) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      return; // a remaining temporary file does no harm
    }
  }
}
