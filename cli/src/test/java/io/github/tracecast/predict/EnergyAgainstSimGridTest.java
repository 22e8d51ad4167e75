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
import tools.jackson.databind.JsonNode;

/**
 * A run has the energy that SimGrid's plugins for hosts and links add up, where waiting ranks leave
 * their cores idle, as SimGrid's actors do. All nodes have ranks, so the whole network counts. The
 * plugin takes a link as busy during the latency of a message, so links here have none.
 */
class EnergyAgainstSimGridTest {
  private static final String ACTORS = "io.github.tracecast.simulate.simgrid.SimGridEnergy";

  private static final int STEPS = 3;

  @TempDir
  private Path folder;

  @BeforeAll
  static void simGridIsThere() {
    SimGridChild.assumeInstalled();
  }

  @ParameterizedTest(name = "{0} ranks, {1}, on {2} {3}")
  @CsvSource(
      delimiter = '|',
      value = {
        "6 | blocked     | cores: 1                    | topology: star, link_bandwidth: 100MBps, link_latency: 0s",
        "8 | round-robin | cores: 4, ranks_per_node: 2 | topology: star, nodes: 4, link_bandwidth: 100MBps, link_latency: 0s",
        "9 | blocked     | cores: 2, ranks_per_node: 1 | topology: torus, shape: 3x3, wrap: torus, link_bandwidth: 100MBps, hop_latency: 0s",
        "9 | blocked     | cores: 1                    | topology: fat-tree, down: [3, 3], up: [1, 2], parallel: [1, 1], link_bandwidth: 100MBps, link_latency: 0s",
      })
  void hostsAndLinksHaveTheJoulesOfSimGrid(int ranks, String mapping, String node, String network)
      throws IOException {
    Path machine = Files.writeString(folder.resolve("machine.yaml"), """
        description: a machine with powers
        node: {%s, speed: 1Gf, instruction_rate: 1Gips, memory_bandwidth: none, memory_latency: 0s,
          power: {idle: 93W, busy: 170W, waiting: 93W}}
        network: {%s, link_power: 1.5W to 4W}
        mpi: {send_overhead: 0s, receive_overhead: 0s, eager_limit: 0B, rendezvous_handshake: no}
        """.formatted(node, network));
    Path actions = Files.writeString(folder.resolve("run.tit"), actions(ranks));

    double[] expected = bySimGrid(machine, mapping, actions);
    JsonNode ours = Replayed.byFlows(
            actions.toString(), "--platform " + machine + " --mapping " + mapping)
        .json();

    assertThat(ours.get("predicted_seconds").doubleValue())
        .isCloseTo(expected[0], within(1e-6 * expected[0]));
    JsonNode energy = ours.get("energy");
    double links = energy.get("network_joules").doubleValue();
    assertThat(energy.get("energy_joules").doubleValue() - links)
        .isCloseTo(expected[1], within(1e-6 * expected[1]));
    assertThat(links).isCloseTo(expected[2], within(1e-6 * expected[2]));
  }

  /**
   * Different computation and messages to a neighbour, which posts its receives before. No two
   * messages share a link at a time: SimGrid's plugin would miss the changes of their shares.
   */
  private static String actions(int ranks) {
    StringBuilder text = new StringBuilder();
    for (int rank = 0; rank < ranks; rank++) {
      line(text, rank, "init");
      for (int step = 1; step <= STEPS; step++) {
        line(text, rank, "irecv " + (rank + ranks - 1) % ranks + " 0 400000 6");
      }
      for (int step = 1; step <= STEPS; step++) {
        line(text, rank, "compute " + (1 + rank % 2) * 6_000_000L);
        line(text, rank, "send " + (rank + 1) % ranks + " 0 400000 6");
      }
      line(text, rank, "waitall");
      line(text, rank, "compute 1000000");
      line(text, rank, "finalize");
    }
    return text.toString();
  }

  private static void line(StringBuilder text, int rank, String action) {
    text.append(rank).append(' ').append(action).append('\n');
  }

  private static double[] bySimGrid(Path machine, String mapping, Path actions) {
    String[] numbers = SimGridChild.runMain(ACTORS, machine.toString(), mapping, actions.toString())
        .expectOut()
        .strip()
        .split(" ");
    return new double[] {
      Double.parseDouble(numbers[0]), Double.parseDouble(numbers[1]), Double.parseDouble(numbers[2])
    };
  }
}
