package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;

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
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A sweep names the points that no other point beats in time and in cost, energy or nodes, and that meet the deadline. */
class SweepFrontTest {
  @TempDir
  private Path folder;

  private String trace;
  private String machine;

  @BeforeEach
  void write() throws IOException {
    trace = Files.writeString(folder.resolve("run.tit"), """
        0 init
        0 compute 36e9
        0 finalize
        """).toString();
    machine =
        Files.writeString(folder.resolve("paper.yaml"), "extends: ideal\n").toString();
  }

  /** Sweeps over settings of the machine, point by point. */
  private Cli.Result sweep(String... more) {
    List<String> words = new ArrayList<>(
        List.of("--platform", machine, "--zip", "--vary", "node.speed=1Gf,2Gf,3Gf,4Gf"));
    words.addAll(List.of(more));
    return run(words.toArray(String[]::new));
  }

  private Cli.Result run(String... more) {
    List<String> words = new ArrayList<>(List.of(
        "sweep",
        trace,
        "--engine",
        "flows",
        "--journal",
        folder.resolve("journal").toString(),
        "--csv",
        folder.resolve("points.csv").toString(),
        "--html",
        folder.resolve("page.html").toString()));
    words.addAll(List.of(more));
    return Cli.run(words.toArray(String[]::new));
  }

  private List<String> onFront() throws IOException {
    return column("on_front");
  }

  private List<String> column(String name) throws IOException {
    List<String> lines = Files.readAllLines(folder.resolve("points.csv"));
    int column = List.of(lines.getFirst().split(",")).indexOf(name);
    assertThat(column).as(name).isNotNegative();
    return lines.stream().skip(1).map(line -> line.split(",", -1)[column]).toList();
  }

  /** 36, 18, 12 and 9 s cost 36, 54, just below 36, and 45: the third point beats the first two. */
  @Test
  void timeAgainstCost() throws IOException {
    String out = sweep("--vary", "node.price_per_hour=3600,10800,10799,18000").expectOut();
    assertThat(onFront()).containsExactly("no", "no", "yes", "yes");
    assertThat(out.replaceAll("\\s+", " "))
        .contains("front node.speed=4 Gf, node.price_per_hour=18000: 9.000 s, cost 45.00")
        .contains("node.price_per_hour=10799: 12.00 s, cost 36.00");
    assertThat(Files.readString(folder.resolve("page.html")))
        .contains(
            "Time against cost",
            "For 2 of 4 points, no other point is better in both time and cost.");
  }

  /** A second costs the same at all points, so the fastest point is also the cheapest. */
  @Test
  void noPointIsCalledTheCheapestIfThePriceOfASecondDoesNotVary() {
    assertThat(sweep("--set", "node.price_per_hour=3600").expectOut())
        .contains("fastest", "cost")
        .doesNotContain("cheapest");
  }

  /** 36, 18, 12 and 9 s draw 36, 36, 48 and 27 kJ: only the last point is on the front. */
  @Test
  void timeAgainstEnergyWithoutPrices() throws IOException {
    String out = sweep("--vary", "node.power.busy=1kW,2kW,4kW,3kW").expectOut();
    assertThat(onFront()).containsExactly("no", "no", "no", "yes");
    assertThat(out).doesNotContain("front  ");
  }

  /**
   * 36, 18, 12 and 9 s cost 30, 54, just below 36, and 45. In 20 s, a node ends no run, one, one
   * and two: ten runs need 10, 10 and 5 nodes.
   */
  @Test
  void aPointThatMissesTheDeadlineIsMarkedAndNeverTheCheapest() throws IOException {
    String[] prices = {"--vary", "node.price_per_hour=3000,10800,10799,18000"};
    assertThat(sweep(prices).expectOut().replaceAll("\\s+", " "))
        .contains("cheapest node.speed=1 Gf, node.price_per_hour=3000: 30.00 a run, in 36.00 s");
    assertThat(onFront()).containsExactly("yes", "no", "yes", "yes");

    String json = folder.resolve("points.json").toString();
    String out = sweep(prices[0], prices[1], "--steps", "times=10 deadline=20s", "--json", json)
        .expectOut();
    assertThat(out.replaceAll("\\s+", " "))
        .contains("deadline 3 of 4 points end 10 runs within 20s")
        .contains("cheapest node.speed=3 Gf, node.price_per_hour=10799: 36.00 a run, in 12.00 s; "
            + "10 runs within 20s: 10 nodes, 0.03333 node hours, cost 360.0")
        .contains("missed");
    assertThat(out.replaceAll("\\\\\n|\\s+", " "))
        .containsPattern("Next: tracecast predict [^\n]* --set node.speed=3Gf ");
    assertThat(column("meets_deadline")).containsExactly("no", "yes", "yes", "yes");
    assertThat(column("deadline_nodes")).containsExactly("", "10", "10", "5");
    assertThat(onFront()).containsExactly("no", "no", "yes", "yes");
    assertThat(Files.readString(folder.resolve("page.html")))
        .contains("3 of 4 points end 10 runs within 20s.")
        .contains("Cheapest: 36.00 a run, in 12.00 s; 10 runs")
        .contains(">missed<");
    JsonNode read = JsonMapper.shared().readTree(Files.readString(Path.of(json)));
    assertThat(read.get("runs").intValue()).isEqualTo(10);
    assertThat(read.get("deadline_seconds").doubleValue()).isEqualTo(20);
    assertThat(read.get("against").stringValue()).isEqualTo("cost");
    assertThat(read.get("points").get(0).get("meets_deadline").stringValue()).isEqualTo("no");
    assertThat(read.get("points").get(0).get("deadline_nodes").isNull()).isTrue();
    assertThat(read.get("points").get(3).get("deadline_nodes").intValue()).isEqualTo(5);
  }

  /**
   * In 20 s, a node ends no run of 36 s, one of 18 or 12 s, and two of 9 s. So ten runs need 10, 10
   * and 5 nodes, and nine nodes take two rounds of 18 s.
   */
  @Test
  void aMachineWithTooFewNodesMissesTheDeadline() throws IOException {
    String json = folder.resolve("points.json").toString();
    String out = sweep(
            "--vary",
            "network.nodes=10,9,11,5",
            "--steps",
            "times=10 deadline=20s against=nodes",
            "--json",
            json)
        .expectOut()
        .replaceAll("\\s+", " ");

    assertThat(out)
        .contains("deadline 2 of 4 points end 10 runs within 20s;"
            + " 1 point needs more nodes than the machine has")
        .contains("fewest nodes node.speed=4 Gf, network.nodes=5: 5 nodes, a run in 9.000 s;"
            + " 10 runs within 20s: 5 nodes of 5, ")
        .contains(" missed ", " too few ");
    assertThat(column("meets_deadline")).containsExactly("no", "no", "yes", "yes");
    assertThat(column("deadline_nodes")).containsExactly("", "", "10", "5");
    assertThat(column("machine_nodes")).containsExactly("10", "9", "11", "5");
    JsonNode points =
        JsonMapper.shared().readTree(Files.readString(Path.of(json))).get("points");
    assertThat(points.get(1).get("deadline_nodes").isNull()).isTrue();
    assertThat(points.get(1).get("machine_nodes").intValue()).isEqualTo(9);
    assertThat(Files.readString(folder.resolve("page.html")))
        .contains("1 point needs more nodes than the machine has.")
        .contains(">too few<");
  }

  /** Two runs of two nodes fit on five nodes: in 40 s, four runs of 18 s take two rounds, and five take three. */
  @ParameterizedTest
  @CsvSource({"4, yes, 4", "5, no, ''"})
  void onlyWholeRunsFitBesideOneAnother(int runs, String meets, String nodes) throws IOException {
    Files.writeString(
        Path.of(trace), Files.readString(Path.of(trace)) + "1 init\n1 compute 36e9\n1 finalize\n");
    sweep("--vary", "network.nodes=4,5,6,7", "--steps", "times=" + runs + " deadline=40s");

    assertThat(column("used_nodes").get(1)).isEqualTo("2");
    assertThat(column("meets_deadline").get(1)).isEqualTo(meets);
    assertThat(column("deadline_nodes").get(1)).isEqualTo(nodes);
  }

  /** A torus whose partition is chosen for the run has the nodes of the whole machine. */
  @Test
  void theWholeMachineCountsAndNotThePartition() throws IOException {
    run("--vary", "platform=bluegene-l,bluegene-q,fugaku,cluster", "--steps", "deadline=3d")
        .expectOut();

    assertThat(column("machine_nodes")).containsExactly("65536", "49152", "158976", "");
  }

  @Test
  void ifAllMissTheDeadlineNoneIsNamed() {
    String out =
        sweep("--vary", "node.price_per_hour=1,2,3,4", "--steps", "deadline=8s").expectOut();
    assertThat(out)
        .contains("no point ends the run within 8s")
        .doesNotContain("cheapest", "front  ");
  }

  /** A power that rises with the speed: 36, 18, 12 and 9 s draw 36, 36, 48 and 27 kJ, and cost 36, 54, 36 and 45. */
  @Test
  void energyIsComparedWithTimeWhereThatIsStated() throws IOException {
    String[] figures = {
      "--vary",
      "node.power.busy=1kW,2kW,4kW,3kW",
      "--vary",
      "node.price_per_hour=3600,10800,10799,18000"
    };
    String out = sweep(figures[0], figures[1], figures[2], figures[3], "--steps", "against=energy")
        .expectOut();
    assertThat(onFront()).containsExactly("no", "no", "no", "yes");
    assertThat(out.replaceAll("\\s+", " "))
        .contains("least energy node.speed=4 Gf, node.power.busy=3 kW, node.price_per_hour=18000: "
            + "27 kJ a run, in 9.000 s");
  }

  /** Four ranks on 1, 2 and 4 nodes take 36, 18 and 12 s. */
  @Test
  void nodesAreComparedWithTime() throws IOException {
    StringBuilder ranks = new StringBuilder();
    for (int rank = 0; rank < 4; rank++) {
      ranks.append(rank + " init\n" + rank + " compute 36e9\n" + rank + " finalize\n");
    }
    Files.writeString(Path.of(trace), ranks);
    Files.writeString(Path.of(machine), "extends: ideal\nnode: {cores: 4}\n");
    assertThat(nodes("against=nodes"))
        .contains("fewest nodes node.ranks_per_node=4, node.speed=1 Gf: 1 node, a run in 36.00 s");
    assertThat(onFront()).containsExactly("yes", "yes", "yes");

    assertThat(nodes("deadline=20s"))
        .contains("fewest nodes node.ranks_per_node=2, node.speed=2 Gf: 2 nodes, a run in 18.00 s; "
            + "the run within 20s: 2 nodes, 0.01000 node hours");
    assertThat(onFront()).containsExactly("no", "yes", "yes");
    assertThat(Files.readString(folder.resolve("page.html"))).contains("Time against nodes");
  }

  private String nodes(String runs) {
    return run(
            "--platform",
            machine,
            "--zip",
            "--vary",
            "node.ranks_per_node=4,2,1",
            "--vary",
            "node.speed=1Gf,2Gf,3Gf",
            "--steps",
            runs)
        .expectOut()
        .replaceAll("\\s+", " ");
  }

  @ParameterizedTest
  @CsvSource({
    "against=money, --steps against: found money; expected",
    "against=cost, --steps against: found cost; but no machine has node.price_per_hour",
    "against=energy, --steps against: found energy; but no machine has node.power.busy",
    "times=0, --steps times: found 0; expected a whole number from 1 to 999999",
    "deadline=Friday, --steps deadline: found Friday; expected a time",
    "12h 3h, --steps: found 12h 3h; expected the length of a run",
    "until=3d, --steps: found until=; expected the length of a run",
  })
  void runsThatAreNoneAreRefused(String runs, String message) {
    Cli.Result refused = sweep("--steps", runs);
    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.err().replaceAll("\\s+", " "))
        .startsWith("error: " + message.replace("; but", ", but"));
  }

  @Test
  void aPredictionTakesOnlyALength() {
    Cli.Result refused = Cli.run(
        "predict", trace, "--platform", machine, "--engine", "flows", "--steps", "12h deadline=3d");
    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.err().replaceAll("\\s+", " "))
        .contains("--steps: found 12h deadline=3d; expected a length alone");
  }

  @Test
  void withoutPriceAndPowerThereIsNoFront() throws IOException {
    assertThat(sweep("--vary", "seed=1,2,3,4").expectOut()).doesNotContain("front");
    assertThat(Files.readString(folder.resolve("points.csv"))).doesNotContain("front");
    assertThat(Files.readString(folder.resolve("page.html"))).doesNotContain("Time against");
  }
}
