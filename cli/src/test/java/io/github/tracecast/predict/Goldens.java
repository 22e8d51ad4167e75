package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Whole outputs, kept as files. {@code -Dtracecast.goldens=write} writes them anew; look at the
 * difference before keeping it.
 */
final class Goldens {
  private static final Path FOLDER = Path.of("src/test/resources/io/github/tracecast/predict");

  private Goldens() {}

  /** Joins a command that continues in the next line, as a shell does. */
  static String joined(String output) {
    return output.replaceAll(" \\\\\n +", " ");
  }

  /** Compares an output without the lines on the cost of the run, and without the test's folders. */
  static void check(String name, String output, Path folder) throws IOException {
    String stable = joined(output)
        .replace(folder + "/", "")
        .replaceAll("(?m)^Replayed in .*$(\n  .*)?", "Replayed in ...")
        .replaceAll(
            "(\"(wall_seconds|events_per_second|messages_per_second|peak_memory_bytes)\" : )[^,\n]+",
            "$1...");
    Path file = FOLDER.resolve(name);
    if ("write".equals(System.getProperty("tracecast.goldens"))) {
      Files.createDirectories(FOLDER);
      Files.writeString(file, stable);
    }
    assertThat(stable).isEqualTo(Files.readString(file));
  }
}
