package io.github.tracecast.predict.fit;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.platform.Platform;
import io.github.tracecast.platform.PlatformCatalogue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FittedFileTest {
  private static final String START = """
      name: mine
      node: {cores: 1, speed: 1Gf, instruction_rate: 1Gips, memory_bandwidth: none, memory_latency: 0s}
      network:
        topology: star
        link_bandwidth: {value: 3GBps, source: "assumption: half"}
        link_latency: 500ns
      mpi:
        # a comment
        send_overhead: 200ns
        receive_overhead: 200ns
        eager_limit: 8KiB
      """;

  @TempDir
  private Path folder;

  private Platform fitted(Path start, Path target) throws IOException {
    String text = FittedFile.text(
        start.toString(),
        Map.of("network.link_latency", "700ns", "mpi.send_overhead", "300ns", "mpi.gap", "1us"),
        Map.of(
            "network.link_latency", "fitted \\ \"here\"",
            "mpi.send_overhead", "fitted",
            "mpi.gap", "fitted"),
        target);
    Files.writeString(target, text);
    return PlatformCatalogue.load(target.toString(), Map.of());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "network: {topology: star, link_latency: 500ns, link_bandwidth: {value: 3GBps, source: \"assumption: half\"}}\n",
        "network.link_latency: 500ns\n",
        "network.link_latency: {value: 500ns, source: \"assumption: as\"}\nmpi: {send_overhead: 1us}\n",
        "network:\n    link_latency: 500ns\nmpi:\n      send_overhead: 1us\n",
        "\"network\":\n  \"link_latency\": 500ns\n",
        "network:\n  link_latency:\n    value: 500ns\n    source: >\n      several\n      lines\n",
        "network: # a comment\n  link_latency: 500ns # another\nmpi.send_overhead: 1us\n",
        "---\nnetwork:\n  link_latency: 500ns\n...\n",
        "{network: {link_latency: 500ns}, extends: start.yaml}\n",
        "? network\n: link_latency: 500ns\n",
        "network:\r\n  link_latency: 500ns\r\n",
        ""
      })
  void aStartFileOfAnyStyleGivesAFileWithTheFittedFigures(String style) throws IOException {
    Files.writeString(folder.resolve("start.yaml"), START);
    String base = style.contains("extends") ? "" : "extends: start.yaml\n";
    Path own = Files.writeString(
        folder.resolve("own.yaml"),
        style.startsWith("---") ? "---\n" + base + style.substring(4) : base + style);

    Platform fitted = fitted(own, folder.resolve("fitted.yaml"));

    Map<String, String> expected =
        new java.util.TreeMap<>(PlatformCatalogue.load(own.toString(), Map.of()).figures());
    expected.put("network.link_latency", "700ns");
    expected.put("mpi.send_overhead", "300ns");
    expected.put("mpi.gap", "1us");
    assertThat(fitted.figures()).isEqualTo(expected);
    assertThat(fitted.provenance()).containsEntry("mpi.gap", "fitted");
  }

  @Test
  void aFileOfAnotherFolderIsWholeByItself() throws IOException {
    Files.writeString(folder.resolve("start.yaml"), START);
    Path own =
        Files.writeString(folder.resolve("own.yaml"), "extends: start.yaml\nnode.cores: 2\n");
    Path other = Files.createDirectory(folder.resolve("other"));

    assertThat(fitted(own, other.resolve("fitted.yaml")).figures())
        .containsEntry("node.cores", "2")
        .containsEntry("mpi.gap", "1us");
  }

  @Test
  void commentsOfTheStartFileStay() throws IOException {
    Path start = Files.writeString(folder.resolve("start.yaml"), START);

    fitted(start, folder.resolve("fitted.yaml"));

    assertThat(folder.resolve("fitted.yaml")).content().contains("# a comment");
  }
}
