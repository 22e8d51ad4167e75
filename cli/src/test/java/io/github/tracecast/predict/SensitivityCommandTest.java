package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tracecast.predict.sensitivity.Sensitivity;
import io.github.tracecast.predict.sensitivity.ShareSensitivity;
import io.github.tracecast.predict.settings.PredictionRequest;
import io.github.tracecast.trace.text.Numbers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class SensitivityCommandTest {
  @TempDir
  private Path folder;

  private JsonNode sensitivity(String pattern) {
    String trace = Cli.generate(folder.resolve("t.ctrace"), pattern);
    String json = Cli.run(
            "sensitivity",
            trace,
            "--engine",
            "loggp",
            "--platform",
            "loggp-default",
            "--slower",
            "1,10",
            "--json",
            "-")
        .expectOut();
    return JsonMapper.shared().readTree(json);
  }

  /** A message of m bytes takes L + 2o + (m - 1)G: 2500 + 3000 + 1023 x 6 = 11638 ns. */
  @Test
  void aMessagesTimeIsItsClosedFormsTerms() {
    JsonNode json = sensitivity("message --bytes 1024");
    assertThat(json.get("predicted_seconds").asDouble()).isEqualTo(11.638e-6);
    JsonNode path = json.get("critical_path_seconds");
    assertThat(path.get("latency").asDouble()).isEqualTo(2.5e-6);
    assertThat(path.get("overhead").asDouble()).isEqualTo(3e-6);
    assertThat(path.get("bandwidth").asDouble()).isEqualTo(6.138e-6);
    assertThat(path.get("compute").asDouble()).isZero();
  }

  @Test
  void aTolerancesFactorFollowsFromTheClosedForm() {
    JsonNode tolerances = sensitivity("message --bytes 1024").get("tolerances");
    for (JsonNode tolerance : tolerances) {
      double more = 11.638 * tolerance.get("slower").asDouble();
      switch (tolerance.get("share").asString()) {
        case "latency" ->
          assertThat(tolerance.get("factor").asDouble()).isCloseTo(1 + more / 2.5, within(1e-5));
        case "overhead" ->
          assertThat(tolerance.get("factor").asDouble()).isCloseTo(1 + more / 3, within(1e-5));
        case "bandwidth" ->
          assertThat(tolerance.get("factor").asDouble()).isCloseTo(1 + more / 6.138, within(1e-5));
        default -> assertThat(tolerance.get("factor").isNull()).isTrue();
      }
    }
  }

  private JsonNode byFlows(String trace, String options) {
    return json("sensitivity " + trace + " --engine flows --slower 10 --json - " + options);
  }

  /** Alone, a flow takes L + 2o + mG: 2500 + 3000 + 1024 x 6 = 11644 ns. */
  @Test
  void replaysOfFlowsFindTheTermsOfAMessagesClosedForm() {
    String trace = Cli.generate(folder.resolve("t.ctrace"), "message --bytes 1024");
    JsonNode json = byFlows(trace, "--platform loggp-default");
    JsonNode shares = json.get("critical_path_seconds");

    assertThat(json.get("engine").asString()).isEqualTo("flows");
    assertThat(shares.get("latency").asDouble()).isCloseTo(2.5e-6, within(3e-9));
    assertThat(shares.get("overhead").asDouble()).isCloseTo(3e-6, within(3e-9));
    assertThat(shares.get("bandwidth").asDouble()).isCloseTo(6.144e-6, within(3e-9));
    for (JsonNode tolerance : json.get("tolerances")) {
      if (tolerance.get("share").asString().equals("latency")) {
        assertThat(tolerance.get("factor").asDouble()).isCloseTo(1 + 1.1644 / 2.5, within(1e-3));
      }
    }
    assertThat(json.get("critical_path_by_call_site").get(0).get("seconds").asDouble())
        .as("without contention")
        .isPositive();
  }

  /** The command, a prediction and a point of a sweep have the same figures with contention. */
  @Test
  void aPredictionAndASweepHaveTheCommandsFiguresOfFlows() throws IOException {
    String trace = Cli.generate(folder.resolve("t.ctrace"), "message --bytes 1024");
    String machine = "--platform loggp-default";
    JsonNode alone = byFlows(trace, machine);
    Path html = folder.resolve("p.html");

    JsonNode prediction = json("predict " + trace + " --engine flows --sensitivity --json - --html "
        + html + " " + machine);
    JsonNode point = json("sweep " + trace + " --engine flows --sensitivity --vary compute-scale=1"
            + " --json - " + machine)
        .get("points")
        .get(0);

    assertThat(prediction.get("sensitivity").get("derivatives_seconds"))
        .isEqualTo(alone.get("derivatives_seconds"));
    for (String name : List.of("latency", "overhead", "bandwidth")) {
      assertThat(point.get("derivative_" + name + "_seconds"))
          .isEqualTo(alone.get("derivatives_seconds").get(name));
    }
    for (JsonNode tolerance : alone.get("tolerances")) {
      if (tolerance.get("share").asString().equals("latency")) {
        assertThat(point.get("tolerance_latency_10_percent")).isEqualTo(tolerance.get("factor"));
      }
    }
    assertThat(Files.readString(html))
        .contains("It consists of ", "Critical path without contention, by rank");
  }

  @Test
  void aCallSiteHasTheNumberThatAPredictionTakes() {
    String trace = Cli.generate(
        folder.resolve("t.ctrace"), "stencil --ranks 8 --steps 3 --bytes 100 --compute 1ms");
    String machine = " --platform cluster --engine flows";
    JsonNode sensitivity = byFlows(trace, "--platform cluster");
    double whole = sensitivity.get("predicted_seconds").asDouble();
    JsonNode first = sensitivity.get("critical_path_by_call_site").get(0);

    double without = json("predict " + trace + machine + " --compute-scale-at "
            + first.get("site").asInt() + "=0 --json -")
        .get("predicted_seconds")
        .asDouble();

    assertThat(whole - without).isCloseTo(first.get("seconds").asDouble(), within(0.02 * whole));
    assertThat(Cli.run(("sensitivity " + trace + machine).split(" ")).expectOut())
        .containsPattern("\n  +" + first.get("site").asInt() + "  stencil/");
  }

  /** Of the ranks of a node, no message uses the network; of ranks on nodes of their own, none uses shared memory. */
  @ParameterizedTest
  @CsvSource({"8, node.memory_latency, network.", "1, network.link_latency, node.memory_"})
  void theOptionsOfAShareHaveAnEffectOnTheRun(int ranksOfNode, String used, String unused) {
    String trace = Cli.generate(
        folder.resolve("t.ctrace"), "stencil --ranks 8 --steps 3 --bytes 100 --compute 1ms");
    String machine = "--platform cluster --set node.ranks_per_node=" + ranksOfNode;
    String all = "";
    for (JsonNode tolerance : byFlows(trace, machine).get("tolerances")) {
      List<String> options =
          tolerance.get("options").valueStream().map(JsonNode::asString).toList();
      all += options;
      List<String> predict = new ArrayList<>(
          List.of("predict", trace, "--engine", "flows", "--platform", "cluster", "--verbose"));
      predict.addAll(List.of("--set", "node.ranks_per_node=" + ranksOfNode));
      predict.addAll(options);

      Cli.Result predicted = Cli.run(predict.toArray(String[]::new));

      assertThat(predicted.exitCode()).isZero();
      assertThat(predicted.out() + predicted.err()).doesNotContain("has no effect");
    }
    assertThat(all).contains(used).doesNotContain(unused);
  }

  /** The machine has its bandwidth as a time per byte, of which twice the value is slower. */
  @Test
  void proposedBandwidthsAreBandwidthsAndTheNextSweepTriesAFasterOne() {
    String trace =
        Cli.generate(folder.resolve("t.ctrace"), "stencil --ranks 8 --steps 3 --bytes 1000000");

    String text = Cli.run(
            ("sensitivity " + trace + " --platform cluster --set node.ranks_per_node=1").split(" "))
        .expectOut();

    assertThat(text)
        .containsPattern("bandwidth +--set network.link_bandwidth=11\\.[0-9]+GBps")
        .contains("--vary network.link_bandwidth=11.6279GBps,23.2558GBps")
        .doesNotContain("ns/B");
  }

  @Test
  void replaysOfFlowsTakeTheCollectivesThatAPredictionTakes() throws IOException {
    String trace = Cli.generatedUnder(
        "Open MPI 4.1.4", folder.resolve("t.ctrace"), "allreduce --ranks 8 --bytes 4000");
    String machine = "--platform cluster --set node.ranks_per_node=1";

    assertThat(byFlows(trace, machine).get("predicted_seconds"))
        .isEqualTo(json("predict " + trace + " --engine flows --json - " + machine)
            .get("predicted_seconds"));
  }

  private static JsonNode json(String command) {
    return JsonMapper.shared().readTree(Cli.run(command.split(" ")).expectOut());
  }

  @ParameterizedTest
  @CsvSource({
    "bluegene-l, 27, 7200",
    "bluegene-l, 8, 1024",
    "cluster --set node.ranks_per_node=1, 16, 100000",
    "fat-tree --set node.ranks_per_node=1, 16, 1000000"
  })
  void sharesOfARunWithContentionAddUpToItsTime(String machine, int ranks, int bytes) {
    String trace = Cli.generate(
        folder.resolve("t.ctrace"),
        "alltoall --ranks " + ranks + " --algorithm linear --bytes " + bytes);
    JsonNode json = byFlows(trace, "--platform " + machine);
    double sum = 0;
    for (JsonNode share : json.get("critical_path_seconds")) {
      sum += share.asDouble();
    }

    double seconds = json.get("predicted_seconds").asDouble();
    assertThat(sum).isCloseTo(seconds, within(0.01 * seconds));
  }

  /** One for the time, one for each of five shares, and fifty to search the tolerances. */
  @ParameterizedTest
  @CsvSource({"bluegene-l, alltoall --ranks 27 --steps 2", "cluster, stencil --ranks 64 --steps 3"})
  void anAnalysisWithContentionTakesAtMost56Replays(String machine, String pattern)
      throws IOException {
    String trace = Cli.generate(folder.resolve("t.ctrace"), pattern + " --compute 0.0001");
    AtomicLong replays = new AtomicLong();

    Sensitivity.of(
        Tracecast.read(Path.of(trace)),
        PredictionRequest.on(machine, "flows"),
        ShareSensitivity.SLOWER,
        done -> replays.accumulateAndGet(done, Math::max));

    assertThat(replays.get()).isBetween(6L, (long) Sensitivity.MOST_REPLAYS);
  }

  @Test
  void whatItSaysForPeopleAddsUp() {
    String trace = Cli.generate(
        folder.resolve("t.ctrace"), "stencil --ranks 8 --steps 1000000 --compute 0.001");
    String text = Cli.run("sensitivity", trace, "--engine", "loggp", "--platform", "bluegene-l")
        .expectOut();
    assertThat(text).contains(" of the ").contains("slower").contains("By rank");
  }

  /** Many messages share links. */
  @Test
  void itExplainsTheTimeThatPredictPredictsAndSaysWhereItDoesNot() {
    String trace =
        Cli.generate(folder.resolve("t.ctrace"), "alltoall --ranks 27 --steps 2 --bytes 65536");
    String machine = trace + " --platform bluegene-l --json -";
    JsonNode predicted = json("predict " + machine + " --engine flows").get("predicted_seconds");
    JsonNode without = json("predict " + machine + " --engine loggp").get("predicted_seconds");

    assertThat(json("sensitivity " + machine).get("predicted_seconds")).isEqualTo(predicted);
    assertThat(predicted.asDouble()).isGreaterThan(1.1 * without.asDouble());
    String loggp = Cli.run(
            ("sensitivity " + trace + " --platform bluegene-l --engine loggp").split(" "))
        .expectOut();
    assertThat(loggp.lines().findFirst().orElseThrow())
        .startsWith("Without contention, ")
        .contains(Numbers.time(without.asDouble()));
  }

  @Test
  void refusesAShareThatIsNotAboveZero() {
    String trace = Cli.generate(folder.resolve("t.ctrace"), "message");
    Cli.Result result =
        Cli.run("sensitivity", trace, "--platform", "loggp-default", "--slower", "0");
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err())
        .contains("--slower: found 0.0; expected a percentage above 0 and at most 1000000");
  }

  /** The path of a ping-pong goes along each of its messages. */
  @Test
  void everyMessageOfAPingPongIsOnItsPath() {
    JsonNode json = sensitivity("pingpong --bytes 1024 --steps 100");
    assertThat(json.get("derivatives_seconds").get("latency").doubleValue())
        .isCloseTo(200 * 2.5e-6, within(1e-12));
    assertThat(json.get("derivatives_seconds").get("bandwidth").doubleValue())
        .isCloseTo(-200 * 6.138e-6, within(1e-12));
  }

  @Test
  void aPredictionHasItInItsJsonItsTextAndItsPage() throws IOException {
    JsonNode alone = sensitivity("stencil --ranks 8 --steps 20 --compute 0.001");
    String trace = folder.resolve("t.ctrace").toString();
    Path json = folder.resolve("p.json");
    Path html = folder.resolve("p.html");

    String text = Cli.run(
            "predict",
            trace,
            "--platform",
            "loggp-default",
            "--engine",
            "loggp",
            "--sensitivity",
            "--json",
            json.toString(),
            "--html",
            html.toString())
        .expectOut();

    JsonNode prediction = JsonMapper.shared().readTree(Files.readString(json));
    JsonNode found = prediction.get("sensitivity");
    for (String member : List.of(
        "critical_path_seconds",
        "derivatives_seconds",
        "critical_path_by_call_site",
        "critical_path_by_ranks")) {
      assertThat(found.get(member)).as(member).isNotNull().isEqualTo(alone.get(member));
    }
    assertThat(found.get("tolerances")).hasSize(20);
    assertThat(text).contains("Parts of the critical path, ", "By call site", "By rank");
    String page = Files.readString(html);
    assertThat(HtmlReportTest.data(page).get("prediction").get("sensitivity")).isEqualTo(found);
    for (JsonNode tolerance : found.get("tolerances")) {
      JsonNode factor = tolerance.get("factor");
      assertThat(page)
          .contains(
              "<data value=\"" + (factor.isNull() ? "Infinity" : factor.doubleValue()) + "\">");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--engine simgrid | found engine simgrid, for which no critical path is known; expected --engine flows"
            + " or loggp",
        "--engine loggp --deltas histogram | found --deltas histogram, with which long loops are sampled, not"
            + " replayed; expected --fast-forward off, or another --deltas"
      })
  void whatCannotBeFollowedExactlyIsRefused(String options, String expected) {
    String trace = Cli.generate(folder.resolve("t.ctrace"), "message");
    String common = trace + " --platform loggp-default " + options;

    assertThat(Cli.run(("sensitivity " + common).split(" ")).err())
        .isEqualTo("error: sensitivity: " + expected + "\n");
    assertThat(Cli.run(("predict --sensitivity " + common).split(" ")).err())
        .isEqualTo("error: --sensitivity: " + expected + "\n");
    assertThat(Cli.run(("sweep --vary compute-scale=1,2 --sensitivity " + common).split(" "))
            .err())
        .isEqualTo("error: --sensitivity: " + expected + " (at point compute-scale=1)\n");
  }

  @Test
  void aProgramThatHangsIsReportedWithThoseWhoWait() {
    Path trace = folder.resolve("deadlock.ctrace");
    new Script(2)
        .send(0, 1, 1000)
        .send(1, 0, 1000)
        .receive(0, 1, 1000)
        .receive(1, 0, 1000)
        .write(trace);

    Cli.Result result = Cli.run(
        "sensitivity",
        trace.toString(),
        "--platform",
        "bluegene-l",
        "--set",
        "mpi.eager_limit=100B");

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err())
        .startsWith("error: the replay is deadlocked: 2 of 2 ranks wait forever")
        .contains(
            "rank 0 in MPI_Send (event 0, execution 0) waits: no receive for the send from rank 0 to rank 1");
  }

  /** For this program, not even the first point of a sweep is tried, and no journal is created. */
  @Test
  void aProgramThatCannotBeFollowedIsRefusedAtOnce() throws IOException {
    Path trace = Files.writeString(folder.resolve("test.tit"), """
        0 init 1
        1 init 1
        1 irecv 0 1 1000
        0 send 1 1 1000
        1 test 0 1 1
        1 wait 0 1 1
        0 finalize
        1 finalize
        """);
    Path journal = folder.resolve("sweep.journal");
    String options = trace + " --platform loggp-default --engine loggp";
    String expected =
        ": found a program without a fixed critical path (the requests that MPI_Test completes depend on time); expected a program whose messages do not depend on time";

    Cli.Result alone = Cli.run(("sensitivity " + options).split(" "));
    Cli.Result prediction = Cli.run(("predict --sensitivity " + options).split(" "));
    Cli.Result sweep = Cli.run(
        ("sweep --sensitivity --vary compute-scale=1,2 --journal " + journal + " " + options)
            .split(" "));

    assertThat(List.of(alone.exitCode(), prediction.exitCode(), sweep.exitCode()))
        .containsOnly(2);
    assertThat(alone.err()).contains("error: sensitivity" + expected);
    assertThat(prediction.err()).contains("error: --sensitivity" + expected);
    assertThat(sweep.err())
        .contains("error: --sensitivity" + expected)
        .endsWith(" (at point compute-scale=1)\n");
    assertThat(journal).doesNotExist();
  }
}
