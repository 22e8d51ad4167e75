package io.github.tracecast.benchmarks;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The folder of real traces, as in the tests: the value of TRACECAST_SHARED_TRACES, otherwise the
 * nearest shared/traces beside this folder or one of its parents.
 */
final class SharedTraces {
  private SharedTraces() {}

  static Path folder() {
    String named = System.getenv("TRACECAST_SHARED_TRACES");
    if (named != null) {
      return Path.of(named);
    }
    for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
      if (Files.isDirectory(at.resolve("shared/traces"))) {
        return at.resolve("shared/traces");
      }
    }
    throw new IllegalStateException(
        "found no shared/traces; expected TRACECAST_SHARED_TRACES to name the folder of real traces");
  }
}
