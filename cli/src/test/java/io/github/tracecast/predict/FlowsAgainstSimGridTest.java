package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Engine {@code flows} computes what engine {@code simgrid} does: each rank ends at the same time.
 * Whole picoseconds at each event differ from SimGrid's floating-point times.
 */
class FlowsAgainstSimGridTest {
  private static final double RATIO = 1e-8;

  /** Jobs that share links meet at more events, each with its rounding. */
  private static final double RATIO_OF_JOBS = 1e-6;

  private static final double MICROS_OF_ROUNDING = 20e-6;

  @TempDir
  private Path folder;

  @BeforeAll
  static void simGridIsThere() {
    SimGridChild.assumeInstalled();
  }

  @ParameterizedTest(name = "{0}: {1} ranks on {2}")
  @CsvSource({
    "1, 27, graphene",
    "2, 100, graphene --mapping round-robin",
    "3, 27, graphene --set mpi.cross_traffic=yes",
    "4, 32, bluegene-l",
    "5, 27, bluegene-l --set network.wrap=mesh --set network.shape=9x3x1",
    "6, 24, bluegene-l --set network.shape=4x3x2 --set mpi.cross_traffic=yes",
    "7, 32, bluegene-l --set node.mode=virtual-node --mapping txyz",
    "8, 20, cluster",
    "9, 20, cluster --set node.ranks_per_node=1 --set mpi.flight_overhead=2us",
    "10, 24, loggp-default",
    "11, 24, loggp-default --set mpi.in_turn_limit=8KiB",
    "12, 16, loggp-default --set network.backbone_bandwidth=200MBps --set network.backbone_latency=1us",
    "3, 27, loggp-default --set network.backbone_bandwidth=200MBps --set mpi.in_turn_limit=8KiB",
    "13, 40, fat-tree --set node.ranks_per_node=1",
    "14, 24, fat-tree --set node.ranks_per_node=1 --mapping random:2",
    "15, 24, ideal",
    "16, 32, bluegene-q --set node.ranks_per_node=1",
    "17, 24, fugaku --set node.ranks_per_node=1 --set network.interface_bandwidth=none --set network.sharing=by-latency --set network.split_ties=no --set network.shape=2x2x1x2x3x2 --set network.max_shape=none --set network.block=none --set network.wrap=mesh;mesh;mesh;mesh;torus;mesh",
    "18, 30, fat-tree --set node.ranks_per_node=1 --set network.down=4;3;3 --set network.up=1;2;2 --set network.parallel=1;1;2 --mapping random:3",
  })
  void randomProgramsEndAtTheSameTime(long seed, int ranks, String platform) {
    assertSame(RandomMessages.write(folder, seed, ranks, 4), platform, ranks);
  }

  @ParameterizedTest(name = "{0} of {1} ranks on {2}")
  @CsvSource({
    "alltoall --algorithm linear --bytes 10000, 27, bluegene-l",
    "alltoall --algorithm linear --bytes 10000, 45, graphene",
    "alltoall --algorithm pairwise --bytes 2000, 16, fat-tree --set node.ranks_per_node=1",
    "stencil --steps 3 --bytes 100000, 27, bluegene-l --set network.wrap=mesh --mapping random:1",
  })
  void patternsThatCrowdLinksEndAtTheSameTime(String pattern, int ranks, String platform) {
    String trace = Cli.generate(folder.resolve("p.ctrace"), pattern + " --ranks " + ranks);
    assertSame(trace, platform, ranks);
  }

  /** The dragonfly of SimGrid's zone. A local cable has twice the bandwidth of an interface, and a global cable three times. */
  @ParameterizedTest
  @CsvSource({"1, random", "2, random", "3, alltoall"})
  void aDragonflyIsThatOfSimGridsZone(long seed, String what) throws IOException {
    String trace = what.equals("random")
        ? RandomMessages.write(folder, seed, 40, 4)
        : Cli.generate(
            folder.resolve("p.ctrace"), "alltoall --algorithm linear --bytes 10000 --ranks 40");
    assertSame(trace, dragonfly(), 40);
  }

  private String dragonfly() throws IOException {
    return Files.writeString(folder.resolve("dragonfly.yaml"), """
        extends: cluster
        node: {cores: 1, ranks_per_node: 1}
        network: {topology: dragonfly, groups: 4, group_shape: 5, endpoints: 2, global_links: 1, arrangement: by-number,
          link_bandwidth: 1GBps, link_latency: 300ns, local_bandwidth: 2GBps, local_latency: 300ns, global_bandwidth: 3GBps, global_latency: 300ns}
        """).toString();
  }

  /** The upper levels of the tree have less bandwidth than its nodes. */
  @ParameterizedTest(name = "{1} beside {2} on a {0}")
  @CsvSource({
    "dragonfly, alltoall --algorithm linear --bytes 100000, ring --bytes 300000 --steps 20",
    "dragonfly, stencil --steps 4 --bytes 100000, alltoall --algorithm pairwise --bytes 50000",
    "tree, alltoall --algorithm linear --bytes 100000, ring --bytes 300000 --steps 20",
    "tree, stencil --steps 4 --bytes 100000, alltoall --algorithm pairwise --bytes 50000",
  })
  void jobsSideBySideEndAtTheSameTime(String network, String one, String other) throws IOException {
    String machine = network.equals("dragonfly")
        ? dragonfly()
        : "fat-tree --set node.ranks_per_node=1 --set network.down=4;3;3 --set network.up=1;2;2 --set network.parallel=1;1;2";
    String first = Cli.generate(folder.resolve("one.ctrace"), one + " --ranks 12");
    String second = Cli.generate(folder.resolve("other.ctrace"), other + " --ranks 12");

    assertSame(first, machine + " --mapping random:1 --job " + second, 24, RATIO_OF_JOBS);
  }

  private static void assertSame(String trace, String platform, int ranks) {
    assertSame(trace, platform, ranks, RATIO);
  }

  private static void assertSame(String trace, String platform, int ranks, double ratio) {
    String options = "--fast-forward off --platform " + platform;
    Replayed simGrid = Replayed.bySimGrid(trace, options);
    Replayed flows = Replayed.byFlows(trace, options);
    for (int rank = 0; rank < ranks; rank++) {
      double expected = simGrid.endMicros(rank);
      assertThat(flows.endMicros(rank))
          .as("end of rank %d, us", rank)
          .isCloseTo(expected, within(ratio * expected + MICROS_OF_ROUNDING));
    }
  }
}
