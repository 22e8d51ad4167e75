package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.MappingSpec;
import io.github.tracecast.platform.PlatformCatalogue;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code platforms new} drafts machines of the requested size. */
class NewMachineTest {
  @TempDir
  private Path folder;

  static Stream<String> topologies() {
    return PlatformCatalogue.topologies().stream();
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void aDraftedMachineHasTheNodesAndLinksThatWereAskedFor(String topology) {
    for (int size : List.of(1, 7, 100, 1000, 5000)) {
      String file = folder.resolve(size + ".yaml").toString();
      String out = Cli.run(
              "platforms",
              "new",
              file,
              "--topology",
              topology + ":nodes=" + size + ":cores=48:bandwidth=100Gbps:latency=1us")
          .expectOut();
      Machine machine =
          Machine.fit(PlatformCatalogue.load(file, Map.of()), 1, new MappingSpec.Default());

      assertThat(out)
          .startsWith(file + "\n")
          .contains("bisection", size == 1 ? "0.00 GB/s" : "12.50 GB/s");
      assertThat(machine.nodes()).isGreaterThanOrEqualTo(size);
      assertThat(machine.platform().node().physicalCores()).isEqualTo(48);
    }
  }

  @Test
  void editorsFindTheSchemaFromTheFirstLine() throws IOException {
    Path older = Files.writeString(folder.resolve("tracecast.schema.json"), "{}");
    Path file = folder.resolve("ours.yaml");
    Cli.run("platforms", "new", file.toString(), "--topology", "star").expectOut();

    String first = Files.readAllLines(file).getFirst();
    assertThat(first).startsWith("# yaml-language-server: $schema=");
    assertThat(file.resolveSibling(first.substring(first.indexOf('=') + 1)))
        .isEqualTo(older)
        .content()
        .isEqualTo(PlatformCatalogue.jsonSchema() + "\n");
  }

  @ParameterizedTest
  @CsvSource({"dragonfly, 4", "dragonfly-plus, 4", "hyperx, 2", "fat-tree, 3"})
  void aNodeHasAsManyInterfacesAsAskedFor(String topology, int rails) {
    String file = folder.resolve("rails.yaml").toString();
    Cli.run("platforms", "new", file, "--topology", topology + ":nodes=300:rails=" + rails)
        .expectOut();
    Machine machine =
        Machine.fit(PlatformCatalogue.load(file, Map.of()), 1, new MappingSpec.Default());

    assertThat(machine.routes().rails()).isEqualTo(rails);
    assertThat(machine.nodes()).isGreaterThanOrEqualTo(300);
  }

  @Test
  void everyFigureHasACommentAndASource() throws IOException {
    Path file = folder.resolve("ours.yaml");
    Cli.run("platforms", "new", file.toString(), "--topology", "torus").expectOut();

    List<String> lines = Files.readAllLines(file);
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).startsWith("  ") && !lines.get(i).startsWith("  #")) {
        assertThat(lines.get(i)).contains("source: \"");
        assertThat(lines.get(i - 1)).startsWith("  # ");
      }
    }
    assertThat(lines).contains("name: \"ours\"", "  # split_ties: \"no\"");
  }

  @Test
  void whatExistsIsNotReplaced() throws IOException {
    Path file = Files.writeString(folder.resolve("ours.yaml"), "mine");
    Cli.Result refused = Cli.run("platforms", "new", file.toString(), "--topology", "star");

    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.err())
        .contains(
            "FILE: found " + file + ", which exists already; expected the name of a new file");
    assertThat(file).hasContent("mine");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--topology ring | topology: found ring; expected one of torus, cabinets, star,",
        "--topology graph | topology: found graph; expected another topology, because a graph needs a file beside the machine file",
        "--topology torus:rails=2 | rails: found 2; expected 1, because nodes of a torus have one interface",
        "--topology star:nodes=many | --topology nodes: found many; expected a whole number of at most 8 digits",
        "--topology star:nodes=0 | nodes: found 0; expected a number from 1 to 16777216",
        "--topology star:bandwidth=100 | bandwidth: found 100; expected",
        "--topology star:rails=99 | rails: found 99; expected",
        "--topology star:cores=0 | node.cores: found 0; expected"
      })
  void whatCannotBeIsRefusedByItsName(String options, String message) {
    Path file = folder.resolve("none.yaml");
    Cli.Result refused = Cli.run(("platforms new " + file + " " + options).split(" "));

    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.err()).contains(message);
    assertThat(file).doesNotExist();
  }

  @Test
  @ResourceLock(Resources.SYSTEM_PROPERTIES)
  void withoutATopologyItAsks() throws IOException {
    Path file = folder.resolve("asked.yaml");
    Cli.Result asked = answering("hyperx\n\n24\n400Gbps\n3us\n2\n", file);

    assertThat(asked.expectOut())
        .contains("Nodes [64]: ", "Cores of a node [64]: ", "Time of a small message");
    assertThat(Files.readString(file))
        .contains("value: \"hyperx\"", "value: \"24\"", "value: \"400Gbps\"", "a fifth of 3us");
    assertThat(answering("star\n", folder.resolve("ended.yaml")).err())
        .contains("standard input: found its end; expected an answer to \"Nodes\"");
  }

  private static Cli.Result answering(String answers, Path file) {
    InputStream before = System.in;
    System.setIn(new ByteArrayInputStream(answers.getBytes(StandardCharsets.UTF_8)));
    try {
      return Cli.run("platforms", "new", file.toString());
    } finally {
      System.setIn(before);
    }
  }
}
