package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The energy and the price of a run are sums on paper. */
class EnergyTest {
  /** Two ranks on each node of four cores. A core draws 25 W idle, 75 W at work and 50 W waiting. */
  private static final String FOUR_CORES = """
      extends: ideal
      node: {cores: 4, ranks_per_node: 2, speed: 1Gf, price_per_hour: 3600}
      """;

  private static final String POWERS = "node.power: {idle: 100W, busy: 300W, waiting: 200W}\n";

  @TempDir
  private Path folder;

  /** Ranks 0 to 3 compute 1, 2, 3 and 4 s, then meet. */
  private Path meeting;

  @BeforeEach
  void write() throws IOException {
    StringBuilder text = new StringBuilder();
    for (int rank = 0; rank < 4; rank++) {
      for (String action : List.of("init", "compute " + (1 + rank) + "e9", "barrier", "finalize")) {
        text.append(rank).append(' ').append(action).append('\n');
      }
    }
    meeting = Files.writeString(folder.resolve("meeting.tit"), text);
  }

  private String machine(String text) throws IOException {
    return Files.writeString(folder.resolve("paper.yaml"), text).toString();
  }

  private static Cli.Result run(String... words) {
    return Cli.run(words);
  }

  private JsonNode json(Path trace, String machine, String engine, String... more)
      throws IOException {
    Path file = folder.resolve("out.json");
    List<String> words = new ArrayList<>(List.of(
        "predict",
        trace.toString(),
        "--platform",
        machine,
        "--engine",
        engine,
        "--json",
        file.toString()));
    words.addAll(List.of(more));
    run(words.toArray(String[]::new)).expectOut();
    return JsonMapper.shared().readTree(Files.readString(file));
  }

  private static void assertJoules(JsonNode energy, String name, double joules) {
    assertThat(energy.get(name + "_joules").doubleValue())
        .as(name)
        .isCloseTo(joules, within(1e-9 * joules));
  }

  @ParameterizedTest
  @ValueSource(strings = {"flows", "loggp"})
  void aRunOfFourRanksIsASumOnPaper(String engine) throws IOException {
    JsonNode energy = json(meeting, machine(FOUR_CORES + POWERS), engine).get("energy");

    assertJoules(energy, "compute", 750); // 10 s of a core x 75 W
    assertJoules(energy, "waiting", 300); // 3 + 2 + 1 + 0 s of a core x 50 W
    assertJoules(energy, "communication", 300);
    assertJoules(energy, "idle", 400); // 2 nodes x 2 cores without a rank x 4 s x 25 W
    assertThat(energy.get("network_joules").doubleValue()).isZero();
    assertJoules(energy, "energy", 1450);
    JsonNode nodes = energy.get("by_node");
    assertThat(nodes.size()).isEqualTo(2);
    assertJoules(nodes.get(0), "compute", 225);
    assertJoules(nodes.get(0), "waiting", 250);
    assertJoules(nodes.get(0), "energy", 675);
    assertThat(nodes.get(1).get("node").intValue()).isEqualTo(1);
    assertJoules(nodes.get(1), "energy", 775);
  }

  @Test
  void theReportAndThePageHaveOneLine() throws IOException {
    String page = folder.resolve("page.html").toString();
    String out = run(
            "predict",
            meeting.toString(),
            "--platform",
            machine(FOUR_CORES + POWERS),
            "--engine",
            "flows",
            "--html",
            page)
        .expectOut();
    String line = "Energy: 1.45 kJ, 20.7% while waiting.";
    assertThat(out.lines()).contains(line);
    assertThat(Files.readString(Path.of(page))).contains("<p>" + line + "</p>");
  }

  @Test
  void withoutPowersThereIsNoWordOfEnergy() throws IOException {
    String machine = machine(FOUR_CORES);
    assertThat(json(meeting, machine, "flows").toString()).doesNotContain("energy", "power");
    assertThat(run("predict", meeting.toString(), "--platform", machine, "--engine", "flows")
            .expectOut())
        .doesNotContain("Energy");
  }

  /** Without latency, overheads and computation, the run takes no time. */
  @Test
  void aRunThatTakesNoTimeHasNoLineOfEnergy() throws IOException {
    Path idle = Files.writeString(folder.resolve("idle.tit"), "0 init\n0 finalize\n");
    String machine = machine(FOUR_CORES + POWERS);
    assertThat(json(idle, machine, "flows").get("energy").get("energy_joules").doubleValue())
        .isZero();
    assertThat(run("predict", idle.toString(), "--platform", machine, "--engine", "flows")
            .expectOut())
        .contains("Predicted: 0 s")
        .doesNotContain("Energy");
  }

  @Test
  void waitingDrawsAsComputationUnlessTheMachineSaysOtherwise() throws IOException {
    JsonNode energy = json(
            meeting,
            machine(FOUR_CORES),
            "flows",
            "--set",
            "node.power.busy=300W",
            "--set",
            "node.power.idle=100W")
        .get("energy");
    assertJoules(energy, "waiting", 450);
    JsonNode constant = json(meeting, machine(FOUR_CORES), "flows", "--set", "node.power.busy=300W")
        .get("energy");
    assertJoules(constant, "energy", 2 * 4 * 300);
  }

  /** One message of 1 MB at 1 MB/s from node 0 to node 1, over two directions of links and a switch. */
  @ParameterizedTest
  @CsvSource({
    "2, 10W, 2W, 18", // (4 links x 2 W + 10 W) x 1 s
    "2, 10W, 1W to 3W, 18", // (4 x 1 W + 10 W) x 1 s + 2 links x 2 W x 1 s
    "2, 0W, 100nJ/B, 0.2", // 2 links x 1 MB
    "2, 0W, 1W + 100nJ/B, 4.2",
    "4, 10W, 1W to 3W, 13", // half of (8 x 1 W + 10 W) x 1 s, and the two busy links
  })
  void theNetworkIsASumOnPaper(int nodes, String ofSwitch, String ofLink, double joules)
      throws IOException {
    Path message = Files.writeString(folder.resolve("message.tit"), """
        0 init
        0 send 1 0 1000000 6
        0 finalize
        1 init
        1 recv 0 0 1000000 6
        1 finalize
        """);
    JsonNode energy = json(
            message,
            machine("extends: ideal\nnetwork: {link_bandwidth: 1MBps, nodes: " + nodes
                + ", switch_power: " + ofSwitch + ", link_power: " + ofLink
                + "}\nnode.power.busy: 100W\n"),
            "flows")
        .get("energy");
    assertThat(energy.get("network_joules").doubleValue()).isCloseTo(joules, within(1e-5));
    assertThat(energy.get("energy_joules").doubleValue()).isCloseTo(2 * 100 + joules, within(1e-3));
  }

  @ParameterizedTest
  @ValueSource(strings = {"flows", "loggp"})
  void aSweepHasTheEnergyOfEachPoint(String engine) throws IOException {
    String csv = folder.resolve("points.csv").toString();
    Cli.Result swept = run(
        "sweep",
        meeting.toString(),
        "--platform",
        machine(FOUR_CORES + POWERS),
        "--engine",
        engine,
        "--vary",
        "node.power.waiting=100W,200W,0.3kW",
        "--journal",
        folder.resolve("journal").toString(),
        "--csv",
        csv);
    assertThat(swept.expectOut()).contains("energy", "1.3 kJ", "1.45 kJ", "1.6 kJ");
    assertThat(swept.err()).isEmpty(); // no word that the axis has no effect
    List<String> lines = Files.readAllLines(Path.of(csv));
    List<String> header = List.of(lines.getFirst().split(","));
    int energy = header.indexOf("energy_joules");
    int cost = header.indexOf("cost");
    assertThat(header).contains("node.power.waiting_watts", "waiting_joules", "network_joules");
    double[] expected = {1300, 1450, 1600};
    for (int point = 0; point < 3; point++) {
      String[] row = lines.get(1 + point).split(",");
      assertThat(Double.parseDouble(row[energy])).isCloseTo(expected[point], within(1e-6));
      // 2 nodes x 4 s at 1 a second
      assertThat(Double.parseDouble(row[cost])).isCloseTo(8, within(1e-9));
    }
  }

  @Test
  void anAxisOfThePriceIsNotCalledWithoutEffect() throws IOException {
    assertThat(run(
                "sweep",
                meeting.toString(),
                "--platform",
                machine(FOUR_CORES),
                "--engine",
                "flows",
                "--journal",
                folder.resolve("journal").toString(),
                "--vary",
                "node.price_per_hour=1,2")
            .err())
        .isEmpty();
  }
}
