package io.github.tracecast.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlacementTest {
  @TempDir
  Path folder;

  private static List<String> places(Machine machine) {
    List<String> places = new ArrayList<>();
    for (int rank = 0; rank < machine.ranks(); rank++) {
      places.add(machine.nodeName(machine.nodeOf(rank)) + "." + machine.coreOf(rank));
    }
    return places;
  }

  private static void assertEachRankHasAPlaceOfItsOwn(String what, Machine machine) {
    BitSet taken = new BitSet();
    for (int rank = 0; rank < machine.ranks(); rank++) {
      assertThat(machine.nodeOf(rank)).as(what).isBetween(0, machine.nodes() - 1);
      assertThat(machine.coreOf(rank)).as(what).isBetween(0, machine.ranksPerNode() - 1);
      taken.set(machine.nodeOf(rank) * machine.ranksPerNode() + machine.coreOf(rank));
    }
    assertThat(taken.cardinality()).as(what).isEqualTo(machine.ranks());
  }

  @Test
  void theFirstLetterOfAPermutationVariesFastest() {
    assertThat(places(Machines.torus("2x2x1", "mesh", 2, "xyzt")))
        .containsExactly(
            "(0,0,0).0",
            "(1,0,0).0",
            "(0,1,0).0",
            "(1,1,0).0",
            "(0,0,0).1",
            "(1,0,0).1",
            "(0,1,0).1",
            "(1,1,0).1");
    assertThat(places(Machines.torus("2x2x1", "mesh", 2, "TXYZ")))
        .containsExactly(
            "(0,0,0).0",
            "(0,0,0).1",
            "(1,0,0).0",
            "(1,0,0).1",
            "(0,1,0).0",
            "(0,1,0).1",
            "(1,1,0).0",
            "(1,1,0).1");
    assertThat(places(Machines.torus("2x1x2", "mesh", 1, "zyxt")))
        .containsExactly("(0,0,0).0", "(0,0,1).0", "(1,0,0).0", "(1,0,1).0");
  }

  @Test
  void everyPermutationOfRandomShapesIsABijection() {
    for (int size = 1; size <= 80; size++) {
      Random random = new Random(size);
      int dimensions = 1 + random.nextInt(Math.min(6, 1 + size / 10));
      int[] shape = new int[dimensions];
      List<String> letters = new ArrayList<>(List.of("t"));
      for (int d = 0; d < dimensions; d++) {
        shape[d] = 1 + random.nextInt(4);
        letters.add(String.valueOf(Grids.letter(d, dimensions)));
      }
      Collections.shuffle(letters, random);
      String mapping = String.join("", letters);
      String what = size + ": " + Grids.text(shape) + " " + mapping;

      assertEachRankHasAPlaceOfItsOwn(
          what, Machines.torus(Grids.text(shape), "mesh", 1 + random.nextInt(4), mapping));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "graphene, blocked", "graphene, round-robin", "graphene, random:7", "graphene, tx",
        "graphene, xt",
    "cluster, blocked", "cluster, round-robin", "cluster, random", "cluster, xt",
        "bluegene-l, random:3",
    "bluegene-l, blocked", "bluegene-l, round-robin", "fat-tree, random:-5"
  })
  void everyMappingGivesEachRankAPlaceOfItsOwn(String name, String mapping) {
    Machine machine =
        Machine.fit(PlatformCatalogue.load(name, Map.of()), 100, MappingSpec.parse(mapping));

    assertEachRankHasAPlaceOfItsOwn(name + " " + mapping, machine);
  }

  @Test
  void blockedFillsANodeAndRoundRobinDealsOut() {
    Platform platform = PlatformCatalogue.load("graphene", Map.of("node.ranks_per_node", "2"));

    assertThat(places(Machine.fit(platform, 4, new MappingSpec.Default())))
        .containsExactly("(0).0", "(0).1", "(1).0", "(1).1");
    assertThat(places(Machine.fit(platform, 3, MappingSpec.parse("round-robin"))))
        .containsExactly("(0).0", "(1).0", "(2).0");
  }

  @Test
  void aSeedGivesTheSamePlacesEveryTime() {
    Platform platform = PlatformCatalogue.load("bluegene-l", Map.of());
    Machine first = Machine.fit(platform, 8, MappingSpec.parse("random:42"));

    assertThat(places(first))
        .isEqualTo(places(Machine.fit(platform, 8, new MappingSpec.Random(42))));
    assertThat(places(first))
        .isNotEqualTo(places(Machine.fit(platform, 8, new MappingSpec.Random(43))));
    assertThat(places(Machine.fit(platform, 8, MappingSpec.parse("random"))))
        .isEqualTo(places(Machine.fit(platform, 8, new MappingSpec.Random(1))));
  }

  private Machine fromFile(int ranks, String... lines) throws IOException {
    Path file = folder.resolve("map");
    Files.write(file, List.of(lines));
    Platform platform = PlatformCatalogue.load(
        "bluegene-l", Map.of("node.mode", "virtual-node", "network.shape", "4x3x2"));
    return Machine.fit(platform, ranks, MappingSpec.parse("file:" + file));
  }

  @Test
  void aFileNamesNodesOrCoordinatesWithOrWithoutTheCore() throws IOException {
    Machine machine = fromFile(
        5, "# rank 0 first", "3 2 1", "3 2 1 1", "", "0", "4 1  # node, core", "4", "9 9 9");

    assertThat(places(machine))
        .containsExactly("(3,2,1).0", "(3,2,1).1", "(0,0,0).0", "(0,1,0).1", "(0,1,0).0");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1;x            | :2: found x; expected whole numbers of at least 0",
        "1;24           | :2: found node 24; expected 0 to 23",
        "1;0 3 1        | :2: found coordinate 3 along y; expected 0 to 2 on this 4x3x2",
        "1;1 2          | :2: found core 2; expected 0 to 1",
        "1;0 0 0 0 0    | :2: found 5 numbers; expected a node number or 3 coordinates, optionally followed by a core",
        "1 0;1 0        | :2: found a place that an earlier rank already uses",
        "1;1;1          | :3: found a place that an earlier rank already uses; expected at most 2 ranks per node",
        "1;,            | :2: found no number; expected whole numbers",
        "1;-1           | :2: found -1; expected whole numbers",
        "1;99999999999  | :2: found 99999999999; expected whole numbers",
        "1              | :2: found the end of the file after 1 rank; expected one line for each of 3 ranks"
      })
  void aBadLineOfAFileIsRefusedWithItsNumber(String lines, String message) {
    assertThatThrownBy(() -> fromFile(3, lines.strip().split(";")))
        .isInstanceOf(PlatformException.class)
        .hasMessageContaining(folder.resolve("map") + message);
  }

  @Test
  void aMissingFileIsRefused() {
    Platform platform = PlatformCatalogue.load("graphene", Map.of());

    assertThatThrownBy(() -> Machine.fit(platform, 2, MappingSpec.parse("file:/no/such/map")))
        .isInstanceOf(PlatformException.class)
        .hasMessageContaining("found no file /no/such/map");
  }

  @Test
  void aDeviceIsRefusedBeforeItIsRead() {
    Platform platform = PlatformCatalogue.load("graphene", Map.of());

    assertThatThrownBy(() -> Machine.fit(platform, 2, MappingSpec.parse("file:/dev/zero")))
        .isInstanceOf(PlatformException.class)
        .hasMessage(
            "mapping: found /dev/zero, which is not a file; expected a file with one line per rank");
  }

  @ParameterizedTest
  @CsvSource({"xxyz", "zigzag", "random:x", "file:", "t", "xyzw"})
  void anUnknownMappingIsRefusedWithTheLegalOnes(String text) {
    assertThatThrownBy(() -> MappingSpec.parse(text))
        .isInstanceOf(PlatformException.class)
        .hasMessageStartingWith("mapping: found")
        .hasMessageContaining("random:");
  }

  @Test
  void thePermutationWithoutItsCoreFillsTheNodesFirst() {
    Platform twoOnEach = PlatformCatalogue.load("bluegene-l", Map.of("node.mode", "virtual-node"));
    Machine named = Machine.fit(twoOnEach, 64, MappingSpec.parse("zyxt"));
    Machine brief = Machine.fit(twoOnEach, 64, MappingSpec.parse("zyx"));

    for (int rank = 0; rank < 64; rank++) {
      assertThat(brief.nodeOf(rank)).isEqualTo(named.nodeOf(rank));
      assertThat(brief.coreOf(rank)).isEqualTo(named.coreOf(rank));
    }
  }

  @Test
  void aPermutationOfOtherLettersThanTheMachinesIsRefused() {
    Platform torus = PlatformCatalogue.load("bluegene-l", Map.of());
    Platform flat = PlatformCatalogue.load("graphene", Map.of());

    assertThatThrownBy(() -> Machine.fit(torus, 2, MappingSpec.parse("xyt")))
        .hasMessageStartingWith(
            "mapping: found xyt, but this machine has the dimensions x, y, z; expected a permutation of xyzt (t for the cores of a node), or blocked");
    assertThatThrownBy(() -> Machine.fit(flat, 2, MappingSpec.parse("xyzt")))
        .hasMessageStartingWith(
            "mapping: found xyzt, but this machine has only the dimension x; expected a permutation of xt (t for the cores of a node), or blocked");
  }
}
