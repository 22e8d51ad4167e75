package io.github.tracecast.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Machines with other values are made from files that were read once. */
class ReadMachineTest {
  @TempDir
  private Path folder;

  @Test
  void theFilesAreReadOnce() throws IOException {
    Path base =
        Files.writeString(folder.resolve("base.yaml"), "extends: cluster\nnode.cores: 40\n");
    Path file = Files.writeString(folder.resolve("mine.yaml"), "extends: base.yaml\n");
    Function<Map<String, String>, Platform> machine = PlatformCatalogue.read(file.toString());
    Files.delete(base);
    Files.delete(file);

    assertThat(machine.apply(Map.of()).node().physicalCores()).isEqualTo(40);
    assertThat(machine.apply(Map.of("node.cores", "48")).node().physicalCores()).isEqualTo(48);
    assertThat(machine.apply(Map.of()).node().physicalCores()).isEqualTo(40);
  }

  @Test
  void aMachineIsThatOfTheCatalogueWithTheSameValues() {
    Function<Map<String, String>, Platform> machine = PlatformCatalogue.read("bluegene-l");
    for (Map<String, String> figures : List.of(
        Map.<String, String>of(),
        Map.of("network.link_bandwidth", "350MBps"),
        Map.of("network.hop_latency", "1us", "node.mode", "virtual-node"))) {
      assertThat(machine.apply(figures)).isEqualTo(PlatformCatalogue.load("bluegene-l", figures));
    }
  }

  @Test
  void aRefusedValueLeavesTheFileUsable() {
    Function<Map<String, String>, Platform> machine = PlatformCatalogue.read("cluster");
    assertThatThrownBy(() -> machine.apply(Map.of("node.cores", "many")))
        .isInstanceOf(PlatformException.class)
        .hasMessageContaining("`set node.cores`: found many");
    assertThat(machine.apply(Map.of())).isEqualTo(PlatformCatalogue.load("cluster", Map.of()));
  }
}
