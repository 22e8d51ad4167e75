package io.github.tracecast.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A machine file of a stranger names files of its own folder alone, and no error shows what they hold. */
class NamedFilesTest {
  private static final String SECRET = "s3cret";

  @TempDir
  private Path folder;

  private Path machines;

  @BeforeEach
  void aSecretFile() throws IOException {
    machines = Files.createDirectory(folder.resolve("machines"));
    for (Path at : new Path[] {folder, machines}) {
      Files.writeString(at.resolve("secret"), SECRET + ",a,b,c\n" + SECRET + ": x\n");
      Files.writeString(at.resolve("secret.yaml"), SECRET + "\n");
    }
    Files.createSymbolicLink(machines.resolve("link"), folder.resolve("secret"));
    Files.createSymbolicLink(machines.resolve("link.yaml"), folder.resolve("secret.yaml"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "extends: cluster\nnetwork: {topology: graph, edges: %s}\n",
        "extends: fat-tree\nnode_names: {table: %s}\n",
        "extends: %s\n",
        "extends: %s.yaml\n"
      })
  void otherFilesAreRefusedWithoutTheirContent(String text) throws IOException {
    for (String name : new String[] {
      folder.resolve("secret").toString(), "../secret", "link", "/etc/passwd", "secret", "/dev/zero"
    }) {
      Path machine = Files.writeString(machines.resolve("m.yaml"), text.formatted(name));

      assertThatThrownBy(() -> PlatformCatalogue.load(machine.toString(), Map.of()))
          .as(name)
          .isInstanceOf(PlatformException.class)
          .satisfies(refused ->
              assertThat(refused.getMessage()).doesNotContain(SECRET + ",", SECRET + ":", "root:"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"cables.csv", "below/cables.csv", "./below/../cables.csv"})
  void filesOfTheFolderAndBelowAreRead(String name) throws IOException {
    Files.createDirectory(machines.resolve("below"));
    for (String file : new String[] {"cables.csv", "below/cables.csv"}) {
      Files.writeString(
          machines.resolve(file), "from,to,bandwidth,latency\n0,s,1GBps,1us\n1,s,1GBps,1us\n");
    }
    Path machine = Files.writeString(
        machines.resolve("m.yaml"),
        "extends: cluster\nnode.cores: 1\nnode.ranks_per_node: 1\nnetwork: {topology: graph, edges: "
            + name + "}\n");

    assertThat(PlatformCatalogue.load(machine.toString(), Map.of()).figures())
        .containsEntry("network.edges", name);
  }
}
