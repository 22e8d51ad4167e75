package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Sweeps over the placement and the start of jobs beside the trace. */
class SweepJobsTest {
  private static final String MACHINE = """
      name: two-switches
      description: four nodes on each of two switches, which one cable connects
      node:
        cores: 1
        speed: 1Gf
        instruction_rate: 1Gips
        memory_bandwidth: 1GBps
        memory_latency: 0s
      network:
        topology: fat-tree
        down: [4, 2]
        up: [1, 1]
        parallel: [1, 1]
        link_bandwidth: 100MBps
        link_latency: 5us
      mpi:
        send_overhead: 1us
        receive_overhead: 1us
        eager_limit: 64kB
      """;

  @TempDir
  static Path folder;

  private static String machine;
  private static String stencil;
  private static String exchange;

  @BeforeAll
  static void machineAndTraces() throws IOException {
    machine = Files.writeString(folder.resolve("m.yaml"), MACHINE).toString();
    stencil = Cli.generate(
        folder.resolve("stencil.ctrace"), "ring --ranks 3 --steps 8 --bytes 200kB --compute 1ms");
    exchange = Cli.generate(
        folder.resolve("exchange.ctrace"), "pingpong --ranks 2 --steps 10 --bytes 300kB");
  }

  private static List<String> sweep(String job, String... more) {
    List<String> words = new ArrayList<>(
        List.of("sweep", stencil, "--platform", machine, "--nodes", "[0-1,4]", "--job", job));
    words.addAll(Arrays.asList(more));
    return words;
  }

  private static JsonNode json(List<String> command) {
    List<String> words = new ArrayList<>(command);
    words.addAll(List.of("--json", "-"));
    String[] arguments = words.toArray(String[]::new);
    Cli.Result result =
        words.contains("simgrid") ? SimGridChild.run(arguments) : Cli.run(arguments);
    return JsonMapper.shared().readTree(result.expectOut());
  }

  /** The words of a command line, of which some are in single quotes. */
  private static List<String> words(String command) {
    return Pattern.compile("'([^']*)'|(\\S+)")
        .matcher(command)
        .results()
        .map(word -> word.group(1) == null ? word.group(2) : word.group(1))
        .toList();
  }

  /** The number of values of an axis, in which commas in brackets do not separate values. */
  private static int values(String axis) {
    return axis.split(",(?![0-9]*])").length;
  }

  /** Each job text takes the values that its axes add. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "EXCHANGE | flows | job1.nodes=[2-3],[3,5] | job1.start=0s,2ms,1s",
        "EXCHANGE start=1ms | simgrid | job1.nodes=[2-3],[3,5] | network.link_bandwidth=100MBps,1GBps",
        "EXCHANGE | loggp | job1.mapping=random:1,random:2 | job1.times=1,2",
        "uniform ranks=2 | flows | job1.rate=10MBps,40MBps | job1.nodes=[2-3],[3,5]",
      })
  void eachPointIsThePredictionOfItsJobs(String text, String engine, String one, String other) {
    if (engine.equals("simgrid")) {
      SimGridChild.assumeInstalled();
    }
    String job = text.replace("EXCHANGE", exchange);
    JsonNode result = json(sweep(job, "--engine", engine, "--vary", one, "--vary", other));

    assertThat(result.get("points").size()).isEqualTo(values(one) * values(other));
    for (JsonNode point : result.get("points")) {
      String whole = job;
      List<String> words = new ArrayList<>(List.of(
          "predict", stencil, "--platform", machine, "--nodes", "[0-1,4]", "--engine", engine));
      for (JsonNode axis : result.get("axes")) {
        String key = axis.get("key").stringValue();
        String value = point.get(key).stringValue();
        if (key.startsWith("job1.")) {
          whole += " " + key.substring(5) + "=" + value;
        } else {
          words.addAll(List.of("--set", key + "=" + value));
        }
      }
      words.addAll(List.of("--job", whole));
      JsonNode own = json(words);
      for (String figure : List.of(
          "predicted_seconds", "mean_rank_seconds", "compute_seconds", "communication_seconds")) {
        assertThat(point.get(figure)).as(whole + " " + figure).isEqualTo(own.get(figure));
      }
      assertThat(point.get("jobs")).as(whole).isEqualTo(own.get("jobs"));
      assertThat(point.get("used_nodes")).isEqualTo(own.get("used_nodes"));
    }
  }

  /** Behind the other switch, the exchange crosses the links of the ring. */
  @Test
  void tableAndCsvHaveTheSlowdownOfEachJob() throws IOException {
    Path csv = folder.resolve("points.csv");
    String report = Cli.run(sweep(exchange, "--vary", "job1.nodes=[2-3],[3,5]", "--csv", "" + csv)
            .toArray(String[]::new))
        .expectOut();

    List<String> lines = Files.readAllLines(csv);
    List<String> names = List.of(lines.getFirst().split(","));
    assertThat(names)
        .contains("job0_alone_seconds", "job0_together_seconds", "job1_together_seconds");
    List<Double> slowdowns = lines.stream()
        .skip(1)
        .map(line -> line.split(",(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)"))
        .map(cells -> Double.valueOf(cells[names.indexOf("job1_slowdown")]))
        .toList();
    assertThat(slowdowns.getFirst()).isEqualTo(1);
    assertThat(slowdowns.getLast()).isGreaterThan(1.05);
    assertThat(report)
        .containsPattern("job0\\s+job1")
        .containsPattern("job 1 +\\S*exchange.ctrace")
        .contains("fastest");
  }

  @Test
  void theNextCommandPredictsTheFastestPoint() {
    List<String> words = sweep(exchange, "--vary", "job1.nodes=[3,5],[2-3]");
    String report = Cli.run(words.toArray(String[]::new)).expectOut();
    double fastest = json(words).get("points").get(1).get("predicted_seconds").doubleValue();

    Matcher next =
        Pattern.compile("(?m)^Next: tracecast (predict .*) --html report.html$").matcher(report);
    assertThat(next.find()).as(report).isTrue();
    JsonNode predicted = json(words(next.group(1)));

    assertThat(next.group(1)).contains("--job '" + exchange + " nodes=[2-3]'");
    assertThat(predicted.get("predicted_seconds").doubleValue()).isEqualTo(fastest);
  }

  @Test
  void thePageHasACommandForEachPoint() throws IOException {
    Path page = folder.resolve("page.html");
    List<String> words =
        sweep(exchange, "--vary", "job1.nodes=[3,5],[2-3]", "--vary", "job1.start=0s,2ms");
    JsonNode points = json(words).get("points");
    words.addAll(List.of("--html", page.toString()));
    Cli.run(words.toArray(String[]::new)).expectOut();
    String html = Files.readString(page);

    Matcher base = Pattern.compile("\"command\" ?: ?\"(tracecast [^\"]*)\"").matcher(html);
    assertThat(base.find()).isTrue();
    List<String> command = new ArrayList<>(words(base.group(1)));
    assertThat(command.removeFirst()).isEqualTo("tracecast");
    assertThat(html).contains("--vary 'job1.nodes=[2-3]'", "--vary job1.start=2ms");
    command.addAll(List.of("--vary", "job1.nodes=[2-3]", "--vary", "job1.start=2ms"));
    assertThat(json(command).get("points").get(0).get("predicted_seconds"))
        .isEqualTo(points.get(3).get("predicted_seconds"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "job2.start=1s | --vary: found job2.start, but 1 job; expected job1",
        "job1.start=soon,1s | --job start: found soon; expected a time from 0s to 1000000s, such as 10s (at point job1.start=soon)",
        "job1.speed=1,2 | --job: found speed=1; expected a trace with options",
        "job1.nodes=[0-1],[2-3] | found node 0 in two jobs",
        "ranks=6,8 | --job: found together with --vary ranks; expected only one of the two",
      })
  void whatNoJobHasIsRefused(String vary, String message) {
    Cli.Result result = Cli.run(sweep(exchange, "--vary", vary).toArray(String[]::new));

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).contains(message);
  }

  @Test
  void anAxisOfAJobNeedsAJob() {
    Cli.Result alone =
        Cli.run("sweep", stencil, "--platform", machine, "--vary", "job1.start=0s,1s");
    Cli.Result steps = Cli.run(
        sweep(exchange, "--vary", "job1.start=0s,1s", "--steps", "1000").toArray(String[]::new));

    assertThat(alone.exitCode()).isEqualTo(2);
    assertThat(alone.err()).contains("--vary: found job1.start without --job; expected both");
    assertThat(steps.exitCode()).isEqualTo(2);
    assertThat(steps.err())
        .contains("--job: found together with --steps; expected only one of the two");
  }
}
