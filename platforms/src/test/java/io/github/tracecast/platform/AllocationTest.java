package io.github.tracecast.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Names of nodes lead to the places that the machines' own maps give. */
class AllocationTest {
  /** The published allocations, which are in the folder of the real traces and not part of the project. */
  private static final Path FACTS = Stream.of(
          System.getenv().getOrDefault("TRACECAST_SHARED_TRACES", "../../shared/traces"),
          "../shared/traces")
      .map(traces -> Path.of(traces).resolveSibling("facts/machines-of-today"))
      .filter(Files::isDirectory)
      .findFirst()
      .orElse(Path.of("../../shared/facts/machines-of-today"));

  @TempDir
  Path folder;

  private int[] nodes(String machine, int ranks, String text) throws IOException {
    Path file = Files.writeString(folder.resolve("nodes"), text);
    return nodesOf(machine, ranks, "nodes:" + file);
  }

  private static int[] nodesOf(String machine, int ranks, String mapping) {
    Machine fitted =
        Machine.fit(PlatformCatalogue.load(machine, Map.of()), ranks, MappingSpec.parse(mapping));
    return IntStream.range(0, ranks).map(fitted::nodeOf).toArray();
  }

  @Test
  void lumisTwoNamesOfANodeMeanOnePlace() throws IOException {
    // group 1 is cabinet 1101; chassis 4, blade 2, board 1 is the place 4 * 16 + 2 * 2 + 1 of 128
    assertThat(nodes("lumi-g", 2, "x1101c4s2b1n0\n")).containsExactly(128 + 69, 128 + 69);
    assertThat(nodes("lumi-g", 2, "nid005193\n")).containsExactly(128 + 69, 128 + 69);
  }

  @Test
  void lumisLastGroupHasTwoNodesMore() throws IOException {
    assertThat(nodesOf("lumi-g", 4, "nodes:nid[007851,007852,007976,007977]"))
        .containsExactly(22 * 128 + 123, 23 * 128, 23 * 128 + 124, 23 * 128 + 125);
  }

  @Test
  void slurmListsHostfilesAndTablesTellTheSame() throws IOException {
    int[] expected = {0, 0, 1, 1, 3, 3};
    assertThat(nodesOf("lumi-g", 6, "nodes:nid[005000-005001,005003]")).containsExactly(expected);
    assertThat(nodes("lumi-g", 6, "nid[005000-005001,005003] # a comment\n"))
        .containsExactly(expected);
    assertThat(nodes("lumi-g", 6, "nid005000 slots=2\nnid005001:2\nnid005003 slots = 2\n"))
        .containsExactly(expected);
    assertThat(
            nodes("lumi-g", 6, "nid005000\nnid005000\nnid005001\nnid005001\nnid005003\nnid005003"))
        .containsExactly(expected);
    assertThat(
            nodes(
                "lumi-g",
                6,
                "rank,node\n5,nid005003\n0,nid005000\n1,nid005000\n2,nid005001\n3,nid005001\n4,nid005003\n"))
        .containsExactly(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "nid006000 nid00x | :1: found node nid00x; expected a node of lumi-g, which has 3072 places; see its node_names",
        "x1106c0s0b0n0 | :1: found node x1106c0s0b0n0; expected a node of lumi-g",
        "nid[005000-005001 | :1: found nid[005000-005001; expected a closing ] for each [",
        "nid[0-999999999999] | :1: found more than 16777216 nodes; expected fewer",
        "nid[0-999999999999][5-1] | :1: found more than 16777216 nodes; expected fewer",
        "nid[0-3][5-1] | :1: found the range 5-1; expected the smaller number first, as in 1-5",
        "nid[0-3,7-4] | :1: found the range 7-4; expected the smaller number first, as in 4-7",
        "nid[0-4095]x[0-4096] | :1: found more than 16777216 nodes; expected fewer",
        "nid[0-1,,2] | :1: found [] in brackets; expected numbers, ranges or names between the brackets",
        "nid[0-[1-2]] | :1: found [0-[1-2] in brackets; expected numbers, ranges or names between the brackets",
        "'' | : found no node; expected a list of nodes"
      })
  void aListThatIsWrongNamesTheLine(String text, String message) {
    assertThatThrownBy(() -> nodes("lumi-g", 2, text))
        .isInstanceOf(PlatformException.class)
        .hasMessageContaining(message);
  }

  @Test
  void aTableWithoutARankIsRefused() {
    assertThatThrownBy(() -> nodes("lumi-g", 2, "rank,node\n0,nid005000\n0,nid005001\n"))
        .hasMessageContaining(":3: found a second node of rank 0; expected one node for each rank");
    assertThatThrownBy(() -> nodes("lumi-g", 3, "rank,node\n0,nid005000\n1,nid005001\n"))
        .hasMessageContaining("found no node of rank 2");
  }

  @Test
  void aLineOfTheMachinesTableMayHaveSeveralNodes() throws IOException {
    Files.writeString(folder.resolve("names.csv"), "node,place\nn[08-10] x,4\ny,2\n");
    Path machine = Files.writeString(
        folder.resolve("m.yaml"), "extends: fat-tree\nnode_names: {table: names.csv}\n");
    assertThat(nodes(machine.toString(), 5, "n08\nn09\nn10\nx\ny\n"))
        .containsExactly(4, 5, 6, 7, 2);

    Files.writeString(folder.resolve("names.csv"), "node,place\ny,2\nn[3-1],4\n");
    assertThatThrownBy(() -> nodes(machine.toString(), 1, "y\n"))
        .hasMessageContaining(":3: found the range 3-1; expected the smaller number first");
  }

  @Test
  void leonardosTableHasTheNodesOf19Cells() throws IOException {
    // cell 1: the leaf switches 10100, 10102 and 10104, in this order
    assertThat(nodes("leonardo", 4, "lrdn0001\nlrdn0013\nlrdn0015\nlrdn0009\n"))
        .containsExactly(0, 8, 10, 20);
    assertThat(nodesOf("leonardo", 3420, "nodes:lrdn[0001-3420]")).doesNotHaveDuplicates();
  }

  /** Leonardo's own map: nodes of one leaf switch, and of one cell, are together; all others are not. */
  @Test
  void theRanksOfPublishedRunsAreWhereTheMachinesMapsSay() throws IOException {
    Assumptions.assumeTrue(
        Files.isDirectory(FACTS), "SKIPPED: the published allocations are not on this machine");
    Map<String, String[]> leonardo = new HashMap<>();
    for (String line : Files.readAllLines(FACTS.resolve("leonardo-nodes.csv"))) {
      leonardo.put(line.split(",")[0], line.split(","));
    }
    Map<String, List<String[]>> runs = new HashMap<>();
    for (String line : Files.readAllLines(FACTS.resolve("allocations.csv"))) {
      String[] cells = line.split(",", -1);
      runs.computeIfAbsent(cells[0] + "," + cells[1], run -> new java.util.ArrayList<>())
          .add(cells);
    }
    runs.remove("machine,run");
    int ranks = 0;
    for (Map.Entry<String, List<String[]>> run : runs.entrySet()) {
      String machine = run.getKey().split(",")[0];
      StringBuilder table = new StringBuilder("rank,node\n");
      run.getValue().forEach(cells -> table.append(cells[3] + "," + cells[4] + "\n"));
      int[] places = nodes(machine, run.getValue().size(), table.toString());
      Set<Integer> distinct = new HashSet<>();
      for (String[] cells : run.getValue()) {
        int place = places[Integer.parseInt(cells[3])];
        distinct.add(place);
        if (machine.equals("lumi-g")) {
          int[] name = java.util.Arrays.stream(cells[5].split("[a-z]"))
              .filter(part -> !part.isEmpty())
              .mapToInt(Integer::parseInt)
              .toArray();
          int group = (name[0] / 100 - 11) * 6 + name[0] % 100;
          assertThat(place).isEqualTo(group * 128 + name[1] * 16 + name[2] * 2 + name[3]);
        } else if (machine.equals("leonardo")) {
          String[] map = leonardo.get(cells[4].replaceFirst("\\..*", ""));
          assertThat(place / 180).as(cells[4]).isEqualTo(Integer.parseInt(map[2]) - 1);
        }
        ranks++;
      }
      assertThat(distinct).hasSize(run.getValue().size());
      if (machine.equals("leonardo")) {
        for (String[] a : run.getValue()) {
          for (String[] b : run.getValue()) {
            String mine = leonardo.get(a[4].replaceFirst("\\..*", ""))[3];
            String other = leonardo.get(b[4].replaceFirst("\\..*", ""))[3];
            assertThat(places[Integer.parseInt(a[3])] / 10 == places[Integer.parseInt(b[3])] / 10)
                .isEqualTo(mine.equals(other));
          }
        }
      }
    }
    assertThat(ranks).isEqualTo(816);
  }

  @Test
  void aListOfManyNamesInBracketsOrOneOfManyBracketsIsReadInOnePass() throws IOException {
    String ranges = IntStream.range(0, 9_408)
        .mapToObj(i -> String.format("%06d", 5000 + i % 100))
        .collect(Collectors.joining(","));

    assertThat(nodes("lumi-g", 100, "nid[" + ranges + "]\n")).startsWith(0, 1, 2, 3);
    assertThatThrownBy(() -> nodes("lumi-g", 2, "n" + "[0-1]".repeat(20_000) + "\n"))
        .hasMessageContaining(":1: found more than 16777216 nodes");
    assertThatThrownBy(() -> nodes("lumi-g", 2, "n" + "[0]".repeat(20_000) + "\n"))
        .hasMessageContaining(":1: found a name of more than 255 characters");
    assertThatThrownBy(() -> nodes("lumi-g", 2, "n0" + " ".repeat(200_000) + "slots 1\n"))
        .hasMessageContaining(":1: found node n0");
  }
}
