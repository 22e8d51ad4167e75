package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tracecast.predict.report.html.Table;
import io.github.tracecast.trace.text.Numbers.TimeUnit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class CompareTest {
  @TempDir
  private Path folder;

  private String trace;

  @BeforeEach
  void aStencil() {
    trace = Cli.generate(
        folder.resolve("stencil.ctrace"),
        "stencil --ranks 27 --steps 10 --compute 1e-4 --bytes 8192");
  }

  private String prediction(String name, String options) {
    String file = folder.resolve(name).toString();
    run("predict " + trace + " --engine loggp --json " + file + " " + options).expectOut();
    return file;
  }

  private static Cli.Result run(String command) {
    return Cli.run(command.split(" "));
  }

  private static JsonNode json(String command) {
    return JsonMapper.shared().readTree(run(command + " --json -").expectOut());
  }

  @Test
  void theFirstLinesNameTheEngineOfBoth() {
    String a = prediction("a.json", "--platform bluegene-l");
    String b = folder.resolve("b.json").toString();
    run("predict " + trace + " --engine flows --platform bluegene-l --json " + b)
        .expectOut();
    assertThat(run("compare " + a + " " + a)
            .expectOut()
            .lines()
            .skip(2)
            .findFirst()
            .orElseThrow())
        .startsWith("Engine: loggp ")
        .endsWith(", no contention");
    assertThat(run("compare " + a + " " + b).expectOut().lines().skip(4).limit(2))
        .satisfiesExactly(
            first ->
                assertThat(first).startsWith("Engine of A: loggp ").endsWith(", no contention"),
            second ->
                assertThat(second).startsWith("Engine of B: flows ").doesNotContain("contention"));
  }

  @Test
  void aPredictionIsNoDifferentFromItself() {
    String a = prediction("a.json", "--platform bluegene-l");
    String again = prediction("again.json", "--platform bluegene-l");

    assertThat(run("compare " + a + " " + again).expectOut())
        .startsWith("No change: A and B both predict ")
        .doesNotContain("otherwise", "Call sites", "Ranks whose end time changed");
    JsonNode json = json("compare " + a + " " + again);
    assertThat(json.get("moved").booleanValue()).isFalse();
    assertThat(json.get("setup")).isEmpty();
    assertThat(json.get("ranks_moved")).isEmpty();
    assertThat(json.get("predicted_seconds").get("change").doubleValue()).isZero();
    assertThat(json.get("by_call_site"))
        .isNotEmpty()
        .allSatisfy(site -> assertThat(site.get("change_seconds").doubleValue()).isZero());
  }

  @Test
  void twoMachinesOnATraceCompareAsTheirPredictionsDo() {
    String a = prediction("a.json", "--platform bluegene-l");
    String b = prediction("b.json", "--platform cluster --set mpi.send_overhead=3us");

    String byFiles = run("compare " + a + " " + b).expectOut();
    String byMachines = Goldens.joined(run("compare " + trace
            + " --engine loggp --platform bluegene-l --with cluster --with mpi.send_overhead=3us")
        .expectOut());

    assertThat(byMachines)
        .startsWith("cluster takes ")
        .contains("\nNext: tracecast sensitivity " + trace + " --platform cluster ");
    assertThat(byMachines.replaceFirst("\nNext: .*", ""))
        .isEqualTo(byFiles.replace(a, trace + " on bluegene-l").replace(b, trace + " on cluster"));
  }

  /** So that {@code --compute-scale-at} can be typed from a comparison. */
  @Test
  void callSitesHaveTheNumbersOfThePredictions() throws IOException {
    String a = prediction("a.json", "--platform bluegene-l");
    String b = prediction("b.json", "--platform cluster");
    JsonNode sites = JsonMapper.shared().readTree(Path.of(a).toFile()).get("by_call_site");

    String text = run("compare " + a + " " + b).expectOut();

    for (JsonNode site : json("compare " + a + " " + b).get("by_call_site")) {
      int number = site.get("site").intValue();
      assertThat(sites
              .valueStream()
              .filter(one -> one.get("name").equals(site.get("name")))
              .map(one -> one.get("site").intValue()))
          .containsExactly(number);
      if (site.get("change_seconds").doubleValue() != 0) {
        assertThat(text)
            .containsPattern("\n +" + number + " +" + site.get("name").stringValue());
      }
    }
    int most =
        json("compare " + a + " " + b).get("by_call_site").get(0).get("site").intValue();
    prediction("c.json", "--platform cluster --compute-scale-at " + most + "=0.5");
  }

  /** 12 and 11 ms where the iterations' differences make 2 ms, then 0.5 ms, and 2 ms of one recording. */
  @ParameterizedTest
  @CsvSource({"0.010, 0.0021, true", "0.0115, 0.0021, false", "0.010, 0.0020, false"})
  void aDifferenceWithinTheNoiseOfTheRecordingsIsNamed(
      double averaged, double recorded, boolean isNoise) throws IOException {
    String file = prediction("a.json", "--platform cluster");
    String a = noisy(file, "x.json", 0.012, averaged, 0.0020);
    String b = noisy(file, "y.json", 0.011, 0.011, recorded);
    String text = run("compare " + a + " " + b).expectOut().replaceAll("\\s+", " ");
    String noise = "The difference, 1.000 ms, is smaller than the noise: the recordings' iterations"
        + " differ, which changes a predicted time by up to 2.000 ms. Repeat both recordings.";
    assertThat(text.contains(noise)).as(text).isEqualTo(isNoise);
    assertThat(text.contains("the noise")).isEqualTo(isNoise);
  }

  private String noisy(String from, String to, double predicted, double averaged, double recorded)
      throws IOException {
    ObjectNode json = (ObjectNode) JsonMapper.shared().readTree(Path.of(from).toFile());
    json.put("predicted_seconds", predicted);
    json.put("averaged_seconds", averaged);
    json.put("recorded_compute_seconds", recorded);
    return Files.writeString(folder.resolve(to), json.toString()).toString();
  }

  @Test
  void callSitesThatTwoTracesNumberOtherwiseHaveNoNumber() throws IOException {
    String a = prediction("a.json", "--platform bluegene-l");
    Path other = folder.resolve("other.json");
    Files.writeString(
        other, Files.readString(Path.of(a)).replaceFirst("\"site\" : 3", "\"site\" : 7"));
    assertThat(json("compare " + a + " " + other).get("by_call_site"))
        .isNotEmpty()
        .allSatisfy(site -> assertThat(site.get("site").isNull()).isTrue());
  }

  @Test
  void changesOfCallSitesAddUpToThatOfTheMeanRankMostMovedFirst() {
    JsonNode json = json("compare " + trace
        + " --engine loggp --platform bluegene-l --with network.link_bandwidth=20MBps");

    double sum = 0;
    double shares = 0;
    double last = Double.POSITIVE_INFINITY;
    for (JsonNode site : json.get("by_call_site")) {
      double change = site.get("change_seconds").doubleValue();
      assertThat(Math.abs(change)).isLessThanOrEqualTo(last);
      last = Math.abs(change);
      sum += change;
      shares += site.get("percent_of_moves").doubleValue();
    }
    JsonNode mean = json.get("mean_rank_seconds");
    assertThat(mean.get("change").doubleValue()).isPositive();
    assertThat(sum).isCloseTo(mean.get("change").doubleValue(), within(1e-12));
    assertThat(shares).isCloseTo(100, within(1e-9));
    assertThat(json.get("by_call_site").get(0).get("name").stringValue())
        .isEqualTo("stencil/waitall");
    assertThat(StreamSupport.stream(json.get("setup").spliterator(), false)
            .map(one -> one.get("key").stringValue()))
        .containsExactly("platform_figures_set.network.link_bandwidth");
  }

  /** Of the machine in each column, whether the predictions are made now or read from files. */
  @Test
  void aValueThatOnlyOnePredictionSetsStandsBesideTheOtherMachinesOwn() {
    String a = prediction("a.json", "--platform bluegene-l");
    String b = prediction("b.json", "--platform cluster --set network.link_bandwidth=20MBps");
    String row = "network.link_bandwidth +175MBps +20MBps\n";

    assertThat(run("compare " + trace
                + " --engine loggp --platform bluegene-l --with network.link_bandwidth=20MBps")
            .expectOut())
        .containsPattern(row);
    assertThat(run("compare " + a + " " + b).expectOut()).containsPattern(row);
  }

  @Test
  void aComparisonReadsWell() throws IOException {
    Goldens.check(
        "compare-stencil.txt",
        run("compare " + trace + " --engine loggp --platform bluegene-l --with mapping=random:3"
                + " --with network.hop_latency=1us")
            .expectOut(),
        folder);
  }

  @Test
  void anotherAllocationIsComparedByItsNodes() {
    String nodes = "compare " + trace + " --engine flows --platform lumi-g"
        + " --set network.global_latency=20us --nodes nid[005000-005003]";
    JsonNode json = json(nodes + " --with nodes=nid[005000,005200,005400,005600]");

    assertThat(json.get("setup").get(0).get("key").stringValue()).isEqualTo("mapping");
    assertThat(json.get("predicted_seconds").get("change").doubleValue()).isPositive();
    assertThat(run(nodes + " --with nodes=nid[005000] --with mapping=blocked").err())
        .contains("found mapping together with nodes; expected only one of the two");
  }

  /** No replay predicts such a time, but a file may hold it. */
  @Test
  void aTimeThatHasNoNumberInItsUnitIsShownWithoutOne() {
    assertThat(Table.Cell.time(TimeUnit.of(1e-6), 1e308).text()).isEqualTo("Infinity");
  }

  @Test
  void aQuietComparisonIsOneLine() {
    assertThat(
            run("compare " + trace + " --engine loggp --platform bluegene-l --with cluster --quiet")
                .expectOut()
                .lines())
        .singleElement()
        .asString()
        .contains(" takes ");
  }

  @Test
  void predictionsBySimGridCompareToo() {
    SimGridChild.assumeInstalled();
    String options =
        " --engine simgrid --platform bluegene-l --with network.link_bandwidth=20MBps --json -";

    JsonNode json = JsonMapper.shared()
        .readTree(SimGridChild.run(("compare " + trace + options).split(" ")).expectOut());

    assertThat(json.get("predicted_seconds").get("a").doubleValue())
        .isEqualTo(Replayed.bySimGrid(trace, "--platform bluegene-l").seconds());
    assertThat(json.get("predicted_seconds").get("b").doubleValue())
        .isEqualTo(
            Replayed.bySimGrid(trace, "--platform bluegene-l --set network.link_bandwidth=20MBps")
                .seconds());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[1] | found JSON other than an object",
        "{} | found no number predicted_seconds",
        "{\"predicted_seconds\" : \"1\"} | found no number predicted_seconds",
        "{\"predicted_seconds\" : 1} | found no number mean_rank_seconds"
      })
  void whatIsNoPredictionIsRefused(String text, String complaint) throws IOException {
    Path file = folder.resolve("x.json");
    Files.writeString(file, text);

    Cli.Result result = Cli.run("compare", file.toString(), file.toString());

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err())
        .isEqualTo(
            "error: " + file + ": " + complaint + "; expected a file that predict --json wrote\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"rank\" : 1 | \"rank\" : 27 | rank 27 as entry 1 of by_rank",
        "\"rank\" : 1 | \"rank\" : -1 | rank -1 as entry 1 of by_rank",
        "\"ranks\" : 27 | \"ranks\" : 2000000000 | by_rank of length 27 for ranks 2000000000"
      })
  void ranksThatTheRunDoesNotHaveAreRefused(String from, String to, String complaint)
      throws IOException {
    Path a = Path.of(prediction("a.json", "--platform cluster"));
    Path b = folder.resolve("b.json");
    String json = Files.readString(a);
    assertThat(json).contains(from);
    Files.writeString(b, json.replaceFirst(from + "\\b", to));

    Cli.Result result = run("compare " + a + " " + b + " --html " + folder.resolve("x.html"));

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err())
        .isEqualTo("error: " + b + ": found " + complaint
            + "; expected a file that predict --json wrote\n");
  }

  @Test
  void whatIsNoJsonIsRefusedWithItsLine() throws IOException {
    Path file = folder.resolve("x.json");
    Files.writeString(file, "{\n\"predicted_seconds\" 1}");

    Cli.Result result = Cli.run("compare", file.toString(), file.toString());

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err())
        .startsWith("error: " + file + ":2: found invalid JSON (")
        .hasLineCount(1);
  }

  @Test
  void incompleteCommandsSayWhatIsMissing() {
    assertThat(run("compare " + trace).err())
        .contains(
            "found one file without --platform; expected two files that predict --json wrote");
    assertThat(run("compare " + trace + " --platform cluster").err())
        .contains("found no second prediction; expected --with MACHINE or --with KEY=VALUE");
    assertThat(run("compare a b --platform cluster").err())
        .contains("found two files and options of a prediction");
  }

  /** A list of equal changes shows nothing, and one key has one unit. */
  @Test
  void ranksThatMoveAlikeAreOneSentenceAndBandwidthsHaveOneUnit() {
    String trace = Cli.generate(folder.resolve("alike.ctrace"), "ring --ranks 8 --bytes 1000000");
    String machine = " --platform cluster --engine flows --set node.ranks_per_node=1";
    String text = Cli.run(
            ("compare " + trace + machine + " --with network.link_bandwidth=1GBps").split(" "))
        .expectOut();

    assertThat(text)
        .containsPattern("\nAll 8 ranks end [0-9.]+ [mu]?s later, within 2%\n")
        .doesNotContain("changed most")
        .containsPattern("network.link_bandwidth +11.63 GB/s +1 GB/s\n");
  }
}
