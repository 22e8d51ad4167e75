package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tracecast.predict.model.Efficiencies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Load balance, serialisation and transfer beside their values by hand, and beside other commands. */
class EfficienciesTest {
  private static final Offset<Double> EXACT = within(1e-9);
  private static final String EXAMPLES = "../examples/";

  @TempDir
  private Path folder;

  private static JsonNode json(String... words) {
    List<String> command = new ArrayList<>(List.of(words));
    command.addAll(List.of("--json", "-"));
    return JsonMapper.shared().readTree(Cli.run(command.toArray(String[]::new)).expectOut());
  }

  private JsonNode predicted(String engine, String[] ranks, String... options) throws IOException {
    StringBuilder text = new StringBuilder();
    for (int rank = 0; rank < ranks.length; rank++) {
      int task = rank;
      ranks[rank].lines().forEach(line -> text.append(task + " " + line.strip() + "\n"));
    }
    String raw = Files.writeString(folder.resolve("t.tit"), text).toString();
    List<String> command =
        new ArrayList<>(List.of("predict", raw, "--platform", "ideal", "--engine", engine));
    command.addAll(Arrays.asList(options));
    return json(command.toArray(String[]::new));
  }

  private static void assertEfficiencies(
      JsonNode found, double loadBalance, double serialisation, double transfer) {
    assertThat(value(found, "load_balance")).isCloseTo(loadBalance, EXACT);
    assertThat(value(found, "serialisation_efficiency")).isCloseTo(serialisation, EXACT);
    assertThat(value(found, "transfer_efficiency")).isCloseTo(transfer, EXACT);
    assertThat(value(found, "communication_efficiency")).isCloseTo(serialisation * transfer, EXACT);
    assertThat(value(found, "parallel_efficiency"))
        .isCloseTo(loadBalance * serialisation * transfer, EXACT);
    assertThat(
            value(found, "waiting_for_ranks_seconds") + value(found, "waiting_for_network_seconds"))
        .isCloseTo(value(found, "waiting_seconds"), EXACT);
  }

  private static double value(JsonNode of, String name) {
    return of.get(name).asDouble();
  }

  /** The answer alone needs no further replay, but JSON has the results of all replays. */
  @ParameterizedTest
  @ValueSource(strings = {"loggp", "flows"})
  void quietPrintsTheSameAnswerAndJsonKeepsTheEfficiencies(String engine) {
    String[] words = {
      "predict", EXAMPLES + "heat.ctrace", "--platform", "cluster", "--engine", engine
    };
    String[] quiet = Arrays.copyOf(words, words.length + 1);
    quiet[words.length] = "--quiet";

    assertThat(Cli.run(quiet).expectOut().lines())
        .containsExactly(Cli.run(words).expectOut().lines().findFirst().orElseThrow());
    JsonNode whole = json(words);
    JsonNode found = json(quiet);
    Efficiencies.NAMES.forEach(name -> assertThat(found.get(name)).isEqualTo(whole.get(name)));
    assertThat(found.get("averaged_seconds")).isEqualTo(whole.get("averaged_seconds"));
    assertThat(found.get("transfer_efficiency").asDouble()).isBetween(0.9, 1.0);
  }

  /** Rank 0 computes for 2 ms in each step, the seven others for 1 ms: (2 + 7) / 8 / 2. */
  @ParameterizedTest
  @ValueSource(strings = {"loggp", "flows"})
  void aRingWithOneSlowRankLosesLoadBalanceAlone(String engine) throws IOException {
    String[] ranks = new String[8];
    for (int rank = 0; rank < 8; rank++) {
      ranks[rank] = "init\n"
          + "irecv %d 1 1000\ncompute %d\nsend %d 1 1000\nwaitall 1\n"
              .formatted((rank + 7) % 8, rank == 0 ? 2_000_000 : 1_000_000, (rank + 1) % 8)
              .repeat(20)
          + "finalize\n";
    }

    JsonNode found = predicted(engine, ranks);

    assertEfficiencies(found, 0.5625, 1, 1);
    assertThat(value(found, "waiting_for_network_seconds")).isZero();
    assertThat(value(found, "waiting_for_ranks_seconds")).isPositive();
  }

  /** Each of four ranks computes for 1 ms after the one before it. */
  @ParameterizedTest
  @ValueSource(strings = {"loggp", "flows"})
  void aPipelineLosesSerialisationAlone(String engine) throws IOException {
    String[] ranks = new String[4];
    for (int rank = 0; rank < 4; rank++) {
      ranks[rank] = "init\n" + (rank == 0 ? "" : "recv %d 1 1000\n".formatted(rank - 1))
          + "compute 1000000\n" + (rank == 3 ? "" : "send %d 1 1000\n".formatted(rank + 1))
          + "finalize\n";
    }

    JsonNode found = predicted(engine, ranks);

    assertEfficiencies(found, 1, 0.25, 1);
    assertThat(value(found, "waiting_for_ranks_seconds")).isCloseTo((1 + 2 + 3) * 1e-3 / 4, EXACT);
  }

  /** Two ranks compute for 1 ms, and then exchange 3 MB at 1 GB/s. */
  @ParameterizedTest
  @ValueSource(strings = {"loggp", "flows"})
  void anExchangeBoundByBandwidthLosesTransferAlone(String engine) throws IOException {
    String[] ranks = new String[2];
    for (int rank = 0; rank < 2; rank++) {
      ranks[rank] =
          "init\nirecv %d 1 3000000\ncompute 1000000\nsend %d 1 3000000\nwaitall 1\nfinalize\n"
              .formatted(1 - rank, 1 - rank);
    }

    JsonNode found = predicted(engine, ranks, "--set", "network.link_bandwidth=1GBps");

    assertThat(value(found, "transfer_efficiency")).isCloseTo(0.25, within(1e-6));
    assertEfficiencies(found, 1, 1, value(found, "transfer_efficiency"));
    assertThat(value(found, "waiting_for_ranks_seconds")).isZero();
    assertThat(value(found, "waiting_for_network_seconds")).isCloseTo(3e-3, within(1e-8));
  }

  /** The sender of a large message waits for its receiver even on an ideal network. */
  @Test
  void aRendezvousWithALateReceiverIsSerialisation() throws IOException {
    String[] ranks = {
      "init\nsend 1 1 1000000\ncompute 1000000\nfinalize\n",
      "init\ncompute 1000000\nrecv 0 1 1000000\nfinalize\n"
    };

    assertEfficiencies(predicted("loggp", ranks), 1, 1, 1);
    assertEfficiencies(predicted("loggp", ranks, "--set", "mpi.eager_limit=1KB"), 1, 0.5, 1);
  }

  @Test
  void theIdealRunIsTheOneThatMachineIdealPredicts() {
    String trace = EXAMPLES + "comd.8.ctrace";
    String eager = "mpi.eager_limit=8192TiB";

    double ideal = value(
        json("predict", trace, "--platform", "cluster", "--engine", "loggp", "--set", eager),
        "ideal_network_seconds");

    assertThat(ideal)
        .isCloseTo(
            value(
                json("predict", trace, "--platform", "ideal", "--engine", "loggp"),
                "predicted_seconds"),
            within(1e-9));
  }

  @Test
  void allEnginesAgreeOnTheIdealRun() {
    String trace = EXAMPLES + "comd.4.ctrace";
    JsonNode loggp = json("predict", trace, "--platform", "bluegene-l", "--engine", "loggp");
    JsonNode flows = json("predict", trace, "--platform", "bluegene-l", "--engine", "flows");

    assertThat(value(flows, "ideal_network_seconds"))
        .isEqualTo(value(loggp, "ideal_network_seconds"));
    assertThat(value(flows, "load_balance")).isEqualTo(value(loggp, "load_balance"));
  }

  /** POP: the efficiency of scaling is the growth of the global efficiency. */
  @Test
  void sweepAndCompareAgreeOnTheGlobalEfficiency() throws IOException {
    String[] machine = {"--platform", "cluster", "--engine", "loggp"};
    Path csv = folder.resolve("s.csv");
    JsonNode steps = json(
            "sweep",
            EXAMPLES + "comd.4.ctrace",
            EXAMPLES + "comd.8.ctrace",
            machine[0],
            machine[1],
            machine[2],
            machine[3],
            "--vary",
            "ranks=4,8",
            "--csv",
            csv.toString())
        .get("scaling")
        .get(0)
        .get("steps");
    JsonNode first = steps.get(0);
    JsonNode second = steps.get(1);
    for (String ranks : List.of("4", "8")) {
      Files.writeString(
          folder.resolve(ranks + ".json"),
          json(
                  "predict",
                  EXAMPLES + "comd." + ranks + ".ctrace",
                  machine[0],
                  machine[1],
                  machine[2],
                  machine[3])
              .toString());
    }
    String a = folder.resolve("4.json").toString();
    String b = folder.resolve("8.json").toString();
    JsonNode comparison = json("compare", a, b);

    assertThat(value(second, "global_efficiency") / value(first, "global_efficiency"))
        .isCloseTo(value(second, "efficiency"), EXACT);
    List<String> names = new ArrayList<>(Efficiencies.NAMES);
    names.addAll(List.of("computation_scaling", "global_efficiency"));
    List<String> lines = Files.readAllLines(csv);
    List<String> heads = List.of(lines.getFirst().split(",", -1));
    for (String name : names) {
      assertThat(value(comparison.get(name), "a")).as(name).isCloseTo(value(first, name), EXACT);
      assertThat(value(comparison.get(name), "b")).as(name).isCloseTo(value(second, name), EXACT);
      assertThat(Double.parseDouble(lines.get(2).split(",", -1)[heads.indexOf(name)]))
          .as(name)
          .isEqualTo(value(second, name));
    }
    assertThat(Cli.run("compare", a, b).expectOut()).contains("\n  global efficiency ");
  }

  @Test
  void theFirstLinesNameTheEfficienciesAndTheKindsOfWaiting() {
    String report = Cli.run(
            "predict", EXAMPLES + "comd.4.ctrace", "--platform", "cluster", "--engine", "loggp")
        .expectOut();

    assertThat(report.substring(0, report.indexOf("\n\n")))
        .containsPattern(
            "\n  parallel efficiency \\d+%: load balance \\d+%, serialisation \\d+%, transfer \\d+%\n");
    assertThat(report).contains("\n      for late ranks ", "\n      for the network ");
  }
}
