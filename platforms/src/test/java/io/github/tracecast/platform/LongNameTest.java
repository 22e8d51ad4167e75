package io.github.tracecast.platform;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LongNameTest {
  @TempDir
  Path folder;

  @Test
  void aVeryLongNameOfAMachineIsCutForEveryOutput() throws Exception {
    Path file = folder.resolve("machine.yaml");
    Files.writeString(file, "name: " + "ü".repeat(99_000) + "\nextends: cluster\n");

    assertThat(PlatformCatalogue.load(file.toString(), Map.of()).name())
        .isEqualTo("ü".repeat(80) + "...");
  }
}
