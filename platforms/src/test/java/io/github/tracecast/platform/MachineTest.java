package io.github.tracecast.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tracecast.platform.collective.Operation;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MachineTest {

  @ParameterizedTest
  @CsvSource({
    "1, 4x4x2, false",
    "8, 4x4x2, false",
    "32, 4x4x2, false",
    "33, 4x4x8, false",
    "128, 4x4x8, false",
    "129, 8x8x8, true",
    "512, 8x8x8, true",
    "513, 16x8x8, true",
    "1024, 16x8x8, true",
    "1025, 24x8x8, true",
    "2048, 16x16x8, true",
    "4096, 16x16x16, true",
    "8192, 32x16x16, true",
    "32768, 32x32x32, true",
    "32769, 48x32x24, true",
    "65536, 64x32x32, true"
  })
  void blueGeneHandsOutTheSmallestBlockThatHoldsTheRanks(int ranks, String shape, boolean closed) {
    Machine machine = Machines.load("bluegene-l", ranks, Map.of());

    assertThat(Grids.text(machine.shape())).isEqualTo(shape);
    assertThat(machine.wraps())
        .containsExactly(closed, closed, closed && machine.shape()[2] > 2);
  }

  @ParameterizedTest
  @CsvSource({"5x5x5, 125", "2x1x1, 2", "1x1x1, 1", "64x32x32, 65536", "10x9x7, 600"})
  void anyShapeWithinTheMachineMayBeAskedFor(String shape, int ranks) {
    Machine machine = Machines.load("bluegene-l", ranks, Map.of("network.shape", shape));

    assertThat(Grids.text(machine.shape())).isEqualTo(shape);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1x1x1",
    "7, 7x1x1",
    "8, 2x2x2",
    "12, 3x2x2",
    "1000, 10x10x10",
    "2097152, 128x128x128"
  })
  void aTorusWithoutBlocksIsAsCubicAsTheRanksAllow(int ranks, String shape) {
    Machine machine = Machines.load(
        "bluegene-l",
        ranks,
        Map.of(
            "network.small_blocks",
            "none",
            "network.block",
            "1x1x1",
            "network.max_shape",
            "256x256x256"));

    assertThat(Grids.text(machine.shape())).isEqualTo(shape);
  }

  @Test
  void aSmallPartitionIsAMeshUnlessATorusIsAskedFor() {
    Map<String, String> torus = Map.of("network.shape", "4x4x4", "network.wrap", "torus");

    assertThat(Machines.load("bluegene-l", 64, Map.of("network.shape", "4x4x4")).wraps())
        .containsExactly(false, false, false);
    assertThat(Machines.load("bluegene-l", 64, torus).wraps()).containsExactly(true, true, true);
    assertThat(Machines.load("bluegene-l", 512, Map.of("network.wrap", "mesh")).wraps())
        .containsExactly(false, false, false);
  }

  @Test
  void virtualNodeModePutsTwoRanksOnANode() {
    Map<String, String> mode = Map.of("node.mode", "virtual-node");
    Machine machine = Machines.load("bluegene-l", 1024, mode);

    assertThat(machine.nodes()).isEqualTo(512);
    assertThat(machine.ranksPerNode()).isEqualTo(2);
    assertThat(machine.nodeOf(0)).isEqualTo(machine.nodeOf(512));
    assertThat(machine.coreOf(512)).isEqualTo(1);
  }

  @Test
  void aStarGrowsWithTheRun() {
    assertThat(Machines.load("cluster", 33, Map.of()).nodes()).isEqualTo(2);
    assertThat(Machines.load("cluster", 33, Map.of("network.nodes", "5")).nodes())
        .isEqualTo(5);
  }

  @Test
  void nodesHostMoreRanksWhereTheirCoresHaveRoomAndNobodySaidHowMany() {
    Machine machine = Machines.load("graphene", 256, Map.of());

    assertThat(machine.ranksPerNode()).isEqualTo(2);
    assertThat(machine.nodeOf(255)).isEqualTo(127);
    assertThat(machine.platform().figures()).containsEntry("node.ranks_per_node", "2");
    assertThatThrownBy(() -> Machines.load("graphene", 577, Map.of()))
        .hasMessageContaining("found 144 nodes with 1 rank each, which hold 144 ranks");
  }

  @Test
  void moreRanksThanFitAreRefusedWithTheKeyToChange() {
    assertThatThrownBy(() -> Machines.load("bluegene-l", 65_537, Map.of()))
        .isInstanceOf(PlatformException.class)
        .hasMessage(
            "bluegene-l: network.max_shape: found 65536 nodes with 1 rank each, which hold 65536 ranks;"
                + " expected room for 65537. Use fewer ranks, more nodes (`set network.max_shape=...`)"
                + " or more ranks per node (`set node.mode=...`)");
    assertThatThrownBy(() -> Machines.load("bluegene-l", 9, Map.of("network.shape", "2x2x2")))
        .hasMessageContaining(
            "network.shape: found 8 nodes with 1 rank each, which hold 8 ranks; expected room for 9");
    assertThatThrownBy(() -> Machines.load("graphene", 145, Map.of("node.ranks_per_node", "1")))
        .hasMessage(
            "graphene: network.hosts_per_cabinet: found 144 nodes with 1 rank each, which hold 144 ranks;"
                + " expected room for 145. Use fewer ranks, more nodes (`set network.hosts_per_cabinet=...`)"
                + " or more ranks per node (`set node.ranks_per_node=4`)");
    assertThatThrownBy(() -> Machines.load("cluster", 65, Map.of("network.nodes", "2")))
        .hasMessageContaining(
            "network.nodes: found 2 nodes with 32 ranks each, which hold 64 ranks");
    assertThatThrownBy(() -> Machines.load("fat-tree", 1_000_000, Map.of()))
        .hasMessageContaining("network.down: found 4860 nodes with 42 ranks each");
    assertThatThrownBy(() -> Machines.load("cluster", 0, Map.of()))
        .hasMessage("ranks: found 0; expected at least 1");
  }

  @Test
  void aMachineTooLargeForMemoryIsRefusedBeforeItIsBuilt() {
    assertThatThrownBy(() -> Machines.load("cluster", 1, Map.of("network.nodes", "16000000")))
        .isInstanceOf(PlatformException.class)
        .hasMessageContaining("ranks in total");
  }

  private static Machine withThreads(int ranks, int threads, Map<String, String> set) {
    Platform platform = PlatformCatalogue.load("cluster", set).withThreads(threads);
    return Machine.fit(platform, ranks, new MappingSpec.Default());
  }

  @ParameterizedTest
  @CsvSource({"1, 32, 2", "2, 16, 4", "8, 4, 16", "5, 6, 11", "32, 1, 64", "100, 1, 64"})
  void eachThreadOfARankHasACore(int threads, int ranksPerNode, int nodes) {
    Machine machine = withThreads(64, threads, Map.of());

    assertThat(machine.ranksPerNode()).isEqualTo(ranksPerNode);
    assertThat(machine.usedNodes()).isEqualTo(nodes);
  }

  @Test
  void theRanksOfANodeThatTheUserSetsAndFewerThanCoresStay() {
    assertThat(withThreads(64, 8, Map.of("node.ranks_per_node", "32")).usedNodes())
        .isEqualTo(2);
    assertThat(
            PlatformCatalogue.load("frontier", Map.of()).withThreads(7).node().cores())
        .isEqualTo(8);
  }

  @Test
  void algorithmsOfTwoLevelsFollowTheRanksOfANode() {
    Machine machine = withThreads(64, 8, Map.of("collectives.allreduce", "two-level"));

    assertThat(machine.platform().collectives().choose(Operation.ALLREDUCE, 8, 64, true))
        .isEqualTo("two-level:4");
  }
}
