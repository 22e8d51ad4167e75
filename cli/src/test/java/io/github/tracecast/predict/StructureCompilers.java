package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.record.RecorderLibrary;
import io.github.tracecast.record.structure.StructurePlugin;
import io.github.tracecast.trace.text.UsageException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/** Helpers for tests with a clang of this machine. */
final class StructureCompilers {
  private StructureCompilers() {}

  /** Skips the test where the machine has no clang, or not the headers of its LLVM. */
  static StructurePlugin plugin() {
    try {
      return StructurePlugin.of(null, new RecorderLibrary(line -> {}));
    } catch (UsageException e) {
      Assumptions.abort("SKIPPED: " + e.getMessage());
      throw e;
    }
  }

  /** Compiles files with the plugin, without linking. */
  static void run(Path folder, Path compiler, StructurePlugin plugin, String... files)
      throws Exception {
    List<String> command =
        new ArrayList<>(List.of(compiler.toString(), "-O1", "-c", plugin.flags()));
    command.addAll(List.of(files));
    assertThat(new ProcessBuilder(command)
            .directory(folder.toFile())
            .inheritIO()
            .start()
            .waitFor())
        .isZero();
  }
}
