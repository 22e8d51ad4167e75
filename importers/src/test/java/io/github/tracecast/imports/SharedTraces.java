package io.github.tracecast.imports;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** Real traces, which are not part of the project: {@code TRACECAST_SHARED_TRACES}, or {@code shared/traces} beside a folder above this one. */
public final class SharedTraces {
  private SharedTraces() {}

  /** Returns the folder. Aborts the test with a message if there is none. */
  public static Path folder() {
    String named =
        System.getProperty("TRACECAST_SHARED_TRACES", System.getenv("TRACECAST_SHARED_TRACES"));
    if (named != null) {
      return Path.of(named);
    }
    for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
      Path beside = at.resolveSibling("shared").resolve("traces");
      if (Files.isDirectory(beside)) {
        return beside;
      }
    }
    return Assumptions.abort(
        "no real traces here: set TRACECAST_SHARED_TRACES to their folder to run this test");
  }

  static Path scalaTrace(String name) {
    return folder().resolve("scalatrace").resolve(name);
  }

  /** All ScalaTrace files. */
  static List<Path> scalaTraces() {
    try (Stream<Path> files = Files.walk(folder().resolve("scalatrace"))) {
      return files
          .filter(file -> file.getFileName().toString().contains("scalatrace"))
          .filter(Files::isRegularFile)
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
