package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Several jobs on one machine. */
class JobsTest {
  /** A link carries 100 MB/s, and a message takes 10 us. */
  static final String STAR = """
      name: star
      description: two switches' worth of nodes on one
      node:
        cores: 1
        speed: 1Gf
        instruction_rate: 1Gips
        memory_bandwidth: 1GBps
        memory_latency: 0s
      network:
        topology: star
        nodes: 8
        link_bandwidth: 100MBps
        link_latency: 5us
        %s
      mpi:
        send_overhead: 1us
        receive_overhead: 1us
        eager_limit: 64kB
      """;

  @TempDir
  static Path folder;

  private static String star;
  private static String backbone;
  private static String stencil;
  private static String exchange;

  @BeforeAll
  static void machinesAndTraces() throws IOException {
    star = Files.writeString(folder.resolve("star.yaml"), STAR.formatted("")).toString();
    backbone = Files.writeString(
            folder.resolve("backbone.yaml"), STAR.formatted("backbone_bandwidth: 100MBps"))
        .toString();
    stencil = Cli.generate(
        folder.resolve("stencil.ctrace"), "ring --ranks 4 --steps 20 --bytes 200kB --compute 1ms");
    exchange = Cli.generate(
        folder.resolve("exchange.ctrace"), "pingpong --ranks 2 --steps 50 --bytes 1MB");
  }

  private static JsonNode predict(String... words) {
    Path json = folder.resolve("jobs.json");
    List<String> all = new ArrayList<>(List.of("predict"));
    all.addAll(List.of(words));
    all.addAll(List.of("--engine", "flows", "--json", json.toString()));
    Cli.run(all.toArray(String[]::new)).expectOut();
    return JsonMapper.shared().readTree(json.toFile());
  }

  private static double number(JsonNode job, String name) {
    return job.get(name).doubleValue();
  }

  @Test
  void jobsOnLinksOfTheirOwnTakeTheirTimesAloneToTheLastDigit() {
    double first = number(predict(stencil, "--platform", star), "predicted_seconds");
    double second =
        number(predict(exchange, "--platform", star, "--nodes", "[6-7]"), "predicted_seconds");

    JsonNode both =
        predict(stencil, "--platform", star, "--job", exchange + " start=3ms nodes=[6-7]");

    JsonNode jobs = both.get("jobs");
    assertThat(number(jobs.get(0), "together_seconds")).isEqualTo(first);
    assertThat(number(jobs.get(0), "alone_seconds")).isEqualTo(first);
    assertThat(number(jobs.get(1), "together_seconds")).isEqualTo(second);
    assertThat(number(jobs.get(1), "alone_seconds")).isEqualTo(second);
    assertThat(number(jobs.get(1), "start_seconds")).isEqualTo(0.003);
    assertThat(both.get("shared_links")).isEmpty();
    assertThat(number(both, "predicted_seconds")).isEqualTo(Math.max(first, 0.003 + second));
  }

  @Test
  void twoExchangesOverOneLinkTakeTwiceTheTimeOfTheirBytes() {
    JsonNode both = predict(exchange, "--platform", backbone, "--job", exchange);

    double alone = number(both.get("jobs").get(0), "alone_seconds");
    double bytes = 100 * 1e6 / 1e8; // 50 steps, there and back
    for (JsonNode job : both.get("jobs")) {
      assertThat(number(job, "alone_seconds")).isEqualTo(alone);
      assertThat(number(job, "together_seconds")).isCloseTo(alone + bytes, within(0.01 * alone));
    }
    assertThat(both.get("shared_links").get(0).get("link").stringValue()).contains("backbone");
    assertThat(number(both.get("shared_links").get(0), "bytes")).isEqualTo(200e6);
  }

  @Test
  void aJobThatStartsInTheMiddleMeetsTheRestOfTheOther() {
    double alone = number(predict(exchange, "--platform", backbone), "predicted_seconds");

    JsonNode jobs = predict(
            exchange, "--platform", backbone, "--job", exchange + " start=" + alone / 2 + "s")
        .get("jobs");

    // each is alone for a half of its work, and shares the link for the other half
    assertThat(number(jobs.get(0), "slowdown")).isCloseTo(1.5, within(0.015));
    assertThat(number(jobs.get(1), "slowdown")).isCloseTo(1.5, within(0.015));
  }

  @Test
  void aJobRunsSeveralTimes() {
    double once = number(predict(stencil, "--platform", star), "predicted_seconds");

    JsonNode jobs =
        predict(exchange, "--platform", star, "--job", stencil + " times=3").get("jobs");

    assertThat(number(jobs.get(1), "alone_seconds")).isCloseTo(3 * once, within(0.01 * once));
  }

  @ParameterizedTest
  @CsvSource({"permutation", "uniform", "neighbours"})
  void backgroundTrafficTakesItsRateFromALink(String pattern) {
    JsonNode loaded = predict(
        exchange,
        "--platform",
        backbone,
        "--job",
        pattern + " rate=12.5MBps bytes=100kB ranks=2 nodes=[4-5]");

    // an exchange that always has a message on the link of 100 MB/s keeps 100 - 2 x 12.5 MB/s
    JsonNode job = loaded.get("jobs").get(0);
    assertThat(number(job, "slowdown")).isCloseTo(100 / 75.0, within(0.01));
    assertThat(number(loaded, "predicted_seconds")).isEqualTo(number(job, "together_seconds"));
    assertThat(loaded.get("by_rank")).hasSize(2);
    assertThat(loaded.get("background").get(0).stringValue())
        .isEqualTo(pattern + " traffic, 12.5 MB/s from each of 2 nodes in messages of 100 kB");
    assertThat(loaded.get("shared_links").get(0).get("jobs").get(1).stringValue())
        .isEqualTo(pattern + " traffic");
  }

  @Test
  void backgroundTrafficOnOtherLinksChangesNothing() {
    double alone = number(predict(stencil, "--platform", star), "predicted_seconds");

    JsonNode loaded = predict(stencil, "--platform", star, "--job", "uniform rate=50MBps");

    assertThat(number(loaded, "predicted_seconds")).isEqualTo(alone);
    assertThat(loaded.get("background").get(0).stringValue()).contains("from each of 4 nodes");
    assertThat(loaded.get("mpi_calls").longValue())
        .isEqualTo(predict(stencil, "--platform", star).get("mpi_calls").longValue());
  }

  @Test
  void theReportComparesTheJobs() {
    String report = Cli.run(
            "predict",
            exchange,
            "--platform",
            backbone,
            "--engine",
            "flows",
            "--job",
            exchange + " start=1s")
        .expectOut();

    assertThat(report)
        .containsPattern("job +ranks +nodes +start, s +alone, s +together, s +slowdown")
        .containsPattern("exchange.ctrace +2 +2 +0.000")
        .containsPattern("exchange.ctrace \\(2\\) +2 +2 +1.000")
        .contains("Links where jobs meet")
        .containsPattern("not started +0.5")
        .doesNotContain("MPI_Other");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "start=1s | expected a trace with options",
        "T start=soon | --job start: found soon; expected a time from 0s to 1000000s, such as 10s",
        "T times=0 | --job times: found 0; expected a whole number from 1 to 999999",
        "T nodes=1 mapping=blocked | both place the job on nodes",
        "T start=1s start=2s | --job: found start=2s and a second value of the same key; expected a trace with options",
        "uniform | --job: found uniform without a rate above 0; expected the rate of each node, such as rate=100MBps",
        "uniform rate=5 | --job rate: found 5; expected a bandwidth above 0, such as 100MBps",
        "uniform rate=1MBps ranks=1 | found 1 node for background traffic; expected at least 2",
        "uniform rate=1MBps start=1s | --job: found start=1s; expected a trace with options",
        "T speed=2 | --job: found speed=2; expected a trace with options",
        "T nodes=[0-3] | found node 0 in two jobs (nodes:[0-3]); expected separate nodes for each job",
        "T nodes=[10-11] | found node 10; expected a node of star",
      })
  void whatIsNoJobIsRefused(String job, String message) {
    Cli.Result result = Cli.run(
        "predict",
        stencil,
        "--platform",
        star,
        "--nodes",
        "[0-3]",
        "--job",
        job.replace("T", stencil));

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).contains(message);
  }
}
