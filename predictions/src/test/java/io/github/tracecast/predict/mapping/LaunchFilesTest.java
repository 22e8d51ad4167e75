package io.github.tracecast.predict.mapping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tracecast.trace.text.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LaunchFilesTest {
  @TempDir
  Path folder;

  @Test
  void emptyLinesAreNoHostsAndCountAsLines() throws IOException {
    Path hosts = Files.writeString(folder.resolve("hosts"), "node1\n\n node2 \n");
    assertThat(LaunchFiles.read("--hosts", hosts).hosts()).containsExactly("node1", "node2");

    Files.writeString(hosts, "node1\n\nnode 2\n");
    assertThatThrownBy(() -> LaunchFiles.read("--hosts", hosts))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(hosts + ":3: found node 2");
  }
}
