package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a command promises comes out when it is set and predicted. */
class PromisesTest {
  /** How far a prediction may be from a promise, as a part of it. */
  private static final double TENTH = 0.1;

  @TempDir
  private Path folder;

  private static JsonNode json(String... arguments) {
    return JsonMapper.shared().readTree(Cli.run(arguments).expectOut());
  }

  @ParameterizedTest
  @CsvSource({
    "cluster, stencil --shape 3d --neighbours all --ranks 64 --steps 5 --bytes 65536 --compute 0.001",
    "cluster, stencil --shape 3d --neighbours all --ranks 64 --steps 5 --bytes 1000 --compute 0.0001",
    "fat-tree, alltoall --ranks 16 --steps 2 --bytes 100000 --compute 0.0001",
    "bluegene-l, alltoall --ranks 27 --steps 2 --bytes 65536",
    "bluegene-l, allreduce --ranks 32 --steps 5 --bytes 8000 --compute 0.0001",
    "bluegene-l, wavefront --ranks 16 --steps 3 --bytes 2000 --compute 0.0001"
  })
  void aToleranceThatIsSetMakesTheRunThatMuchSlower(String platform, String pattern) {
    String trace = Cli.generate(folder.resolve("t.ctrace"), pattern);
    JsonNode sensitivity =
        json("sensitivity", trace, "--platform", platform, "--slower", "1,10", "--json", "-");
    double seconds = sensitivity.get("predicted_seconds").asDouble();

    int kept = 0;
    for (JsonNode tolerance : sensitivity.get("tolerances")) {
      if (tolerance.get("factor").isNull()) {
        continue;
      }
      double slower = tolerance.get("slower").asDouble();
      List<String> command =
          new ArrayList<>(List.of("predict", trace, "--platform", platform, "--engine", "flows"));
      tolerance.get("options").forEach(word -> command.add(word.asString()));
      command.addAll(List.of("--json", "-"));
      double found =
          json(command.toArray(String[]::new)).get("predicted_seconds").asDouble();
      assertThat(found / seconds - 1)
          .as(tolerance.toString())
          .isCloseTo(slower, within(TENTH * slower));
      kept++;
    }
    assertThat(kept).isPositive();
  }

  /** Different grids for one question have one answer, and the value that is named holds its promise. */
  @ParameterizedTest
  @CsvSource({
    "cluster, network.link_bandwidth, 1GBps:100GBps:log8",
    "cluster, network.link_bandwidth, 1GBps:100GBps:log5",
    "cluster, network.link_latency, 0.1us:20us:log6",
    "bluegene-l, network.link_bandwidth, 50MBps:2GBps:log7"
  })
  void theEndOfASweepsRangeIsWithinOnePerCentOfTheFastest(
      String platform, String key, String values) throws IOException {
    String trace = Cli.generate(
        folder.resolve("t.ctrace"),
        "stencil --shape 2d --ranks 64 --steps 5 --bytes 8192 --compute 0.0005");
    String text = Cli.run("sweep", trace, "--platform", platform, "--vary", key + "=" + values)
        .expectOut();
    String[] next = text.substring(text.indexOf("Next: tracecast ") + 16)
        .replaceFirst("(?s)\\n\\n.*", "")
        .replace("\\\n", " ")
        .strip()
        .split("\\s+");
    List<String> command = new ArrayList<>(List.of(next));
    assertThat(command.subList(command.size() - 2, command.size()))
        .containsExactly("--html", "report.html");
    command = new ArrayList<>(command.subList(0, command.size() - 2));
    command.addAll(List.of("--engine", "flows", "--json", "-"));
    JsonNode points = json(
            "sweep", trace, "--platform", platform, "--vary", key + "=" + values, "--json", "-")
        .get("points");
    double fastest = Double.POSITIVE_INFINITY;
    for (JsonNode point : points) {
      fastest = Math.min(fastest, point.get("predicted_seconds").asDouble());
    }

    double found = json(command.toArray(String[]::new)).get("predicted_seconds").asDouble();

    assertThat(command).anyMatch(word -> word.startsWith(key + "="));
    assertThat(found / fastest - 1).isBetween(0.0, 0.01 * (1 + TENTH));
  }

  @Test
  void theMappingThatIsNamedSavesWhatIsSaid() {
    String trace = Cli.generate(
        folder.resolve("t.ctrace"), "stencil --shape 2d --ranks 64 --steps 5 --bytes 65536");
    Path best = folder.resolve("best.map");
    String[] machine = {"--platform", "bluegene-l", "--engine", "flows"};
    JsonNode map = json("map", trace, machine[0], machine[1], "-o", best.toString(), "--json", "-");
    double usual = json(
            "predict", trace, machine[0], machine[1], machine[2], machine[3], "--json", "-")
        .get("predicted_seconds")
        .asDouble();
    double placed = json(
            "predict",
            trace,
            machine[0],
            machine[1],
            machine[2],
            machine[3],
            "--mapping",
            "file:" + best,
            "--json",
            "-")
        .get("predicted_seconds")
        .asDouble();
    double promised = map.get("mappings").get(0).get("predicted_seconds").asDouble();

    assertThat(placed).isLessThan(usual);
    assertThat(1 - placed / usual)
        .isCloseTo(1 - promised / usual, within(TENTH * (1 - promised / usual)));
  }

  private static double predicted(String trace, String options) {
    String[] words = ("predict " + trace + " " + options + " --json -").split(" ");
    return json(words).get("predicted_seconds").asDouble();
  }

  /** The times, their ratio and the changes of a comparison are those of two predictions. */
  @ParameterizedTest
  @CsvSource({
    "--platform cluster, --with network.link_bandwidth=1GBps, --set network.link_bandwidth=1GBps",
    "--platform cluster, --with bluegene-l, --platform bluegene-l",
    "--platform bluegene-l, --with mapping=random:3, --mapping random:3"
  })
  void aComparisonSaysWhatTwoPredictionsSay(String first, String with, String second) {
    String trace = Cli.generate(
        folder.resolve("t.ctrace"),
        "stencil --shape 2d --ranks 64 --steps 5 --bytes 65536 --compute 0.0005");
    String engine = " --engine flows";
    JsonNode compared = json(("compare " + trace + " " + first + engine + " " + with + " --json -")
            .split(" "))
        .get("predicted_seconds");
    double a = predicted(trace, first + engine);
    double b = predicted(
        trace, (second.startsWith("--platform") ? second : first + " " + second) + engine);

    assertThat(a).isNotEqualTo(b);
    assertThat(compared.get("a").asDouble()).isEqualTo(a, within(1e-12 * a));
    assertThat(compared.get("b").asDouble()).isEqualTo(b, within(1e-12 * b));
    assertThat(compared.get("change").asDouble()).isCloseTo(b - a, within(1e-9 * Math.abs(b - a)));
  }

  /** A trace that is extrapolated from 16, 36 and 64 ranks takes what one that was made on 144 ranks takes. */
  @ParameterizedTest
  @CsvSource({"cluster", "bluegene-l"})
  void anExtrapolatedTraceTakesWhatOneOfThatSizeTakes(String platform) {
    String pattern = "stencil --shape 2d --steps 5 --bytes 65536 --compute 0.0005 --ranks ";
    List<String> command = new ArrayList<>(List.of("extrapolate"));
    for (int ranks : List.of(16, 36, 64)) {
      command.add(Cli.generate(folder.resolve(ranks + ".ctrace"), pattern + ranks));
    }
    String large = folder.resolve("large.ctrace").toString();
    command.addAll(List.of("--ranks", "144", "-o", large));
    Cli.run(command.toArray(String[]::new)).expectOut();
    String own = Cli.generate(folder.resolve("own.ctrace"), pattern + 144);
    String options = "--platform " + platform + " --engine flows";

    double promised = predicted(large, options);

    assertThat(predicted(own, options)).isCloseTo(promised, within(TENTH * promised));
  }

  /** The sentences of the guides about {@code examples/heat.ctrace} that no command prints. */
  @Test
  void whatTheGuidesSayComesOut() throws IOException {
    String heat = Path.of("..", "examples", "heat.ctrace").toString();
    String cluster = "--platform cluster --engine flows";
    String bandwidth = cluster + " --set network.link_bandwidth=";
    double usual = predicted(heat, cluster);
    double fast = predicted(heat, bandwidth + "100GBps");
    String speed = guide("speed-up");
    assertThat(speed).contains("Eight times the bandwidth saves about 1%");
    assertThat(1 - fast / usual).isCloseTo(0.011, within(TENTH * 0.011));
    assertThat(speed).contains("the time per byte may grow by 81% before the run is 1% slower");
    assertThat(speed).contains("the run takes 6.59 ms instead of 11.44 ms");
    String half = "--compute-scale-at=exchange (heat.c:20) #2=0.5";
    double twice = json(
            "predict", heat, "--platform", "cluster", "--engine", "flows", half, "--json", "-")
        .get("predicted_seconds")
        .asDouble();
    assertThat(1e3 * usual).isCloseTo(11.44, within(0.005));
    assertThat(1e3 * twice).isCloseTo(6.59, within(0.005));
    JsonNode tolerances =
        json("sensitivity", heat, "--platform", "cluster", "--json", "-").get("tolerances");
    double factor = tolerances
        .valueStream()
        .filter(one -> one.get("share").asString().equals("bandwidth"))
        .findFirst()
        .orElseThrow()
        .get("factor")
        .asDouble();
    assertThat(factor - 1).isCloseTo(0.81, within(TENTH * 0.81));
  }

  /** The sentences of the guide to the choice of a machine. */
  @Test
  void whatTheGuideToTheChoiceOfAMachineSaysComesOut() throws IOException {
    String guide = guide("buy");
    Matcher machines = Pattern.compile("<!-- file: (\\S+) -->\n```yaml\n(.*?)```", Pattern.DOTALL)
        .matcher(Files.readString(Path.of("..", "docs", "guide-buy.md")));
    while (machines.find()) {
      Files.writeString(folder.resolve(machines.group(1)), machines.group(2));
    }
    String trace = folder.resolve("comd.256.ctrace").toString();
    Cli.run(
            "extrapolate",
            Path.of("..", "examples", "comd.4.ctrace").toString(),
            Path.of("..", "examples", "comd.8.ctrace").toString(),
            Path.of("..", "examples", "comd.16.ctrace").toString(),
            "--scaling",
            "weak",
            "--ranks",
            "256",
            "-o",
            trace,
            "--quiet")
        .expectOut();
    String offers = Stream.of("small", "dense", "fast", "slow")
        .map(name -> folder.resolve(name + ".yaml").toString())
        .collect(Collectors.joining(","));
    JsonNode points = swept(trace, "platform=" + offers);
    JsonNode small = points.get(0);
    JsonNode fast = points.get(2);

    assertThat(guide)
        .contains(String.format(
            Locale.ROOT,
            "500 runs within 80 hours need %,d nodes of *fast* for %,.0f, or %,d nodes of *small* for %,.0f.",
            fast.get("deadline_nodes").longValue(),
            rounded(500 * fast.get("run_cost").doubleValue()),
            small.get("deadline_nodes").longValue(),
            rounded(500 * small.get("run_cost").doubleValue())));
    assertThat(guide)
        .contains("On *fast*, each run ends 2.6 hours earlier and needs the least energy.");
    assertThat(small.get("run_seconds").doubleValue() - fast.get("run_seconds").doubleValue())
        .isCloseTo(2.6 * 3600, withinPercentage(2));
    assertThat(points.valueStream().map(point -> point.get("run_energy_joules").doubleValue()))
        .allMatch(joules -> joules >= fast.get("run_energy_joules").doubleValue());
    assertThat(points.valueStream().map(point -> point.get("on_front").asString()))
        .containsExactly("yes", "no", "yes", "no");

    assertThat(guide).contains("Twice the bandwidth of *fast* saves about 1% of the time.");
    String machine = "--platform " + folder.resolve("fast.yaml") + " --engine flows";
    assertThat(predicted(trace, machine))
        .isCloseTo(
            predicted(trace, machine + " --set network.link_bandwidth=100GBps"),
            withinPercentage(1.3));

    assertThat(guide).contains("More nodes cost more than they save.");
    JsonNode nodes = swept(
        trace,
        "node.ranks_per_node=16,32,64",
        "--platform",
        folder.resolve("fast.yaml").toString());
    assertThat(nodes.valueStream().map(point -> point.get("used_nodes").intValue()))
        .containsExactly(16, 8, 4);
    assertThat(nodes
            .valueStream()
            .map(point -> point.get("run_cost").doubleValue())
            .toList())
        .isSortedAccordingTo(Comparator.reverseOrder());
  }

  private JsonNode swept(String trace, String varied, String... more) {
    List<String> command = new ArrayList<>(List.of("sweep", trace, "--engine", "flows"));
    command.addAll(List.of(
        "--vary", varied, "--steps", "12h times=500 deadline=80h", "--json", "-", "--journal"));
    command.add(folder.resolve("journal" + more.length).toString());
    command.addAll(List.of(more));
    return json(command.toArray(String[]::new)).get("points");
  }

  /** Rounds to four digits, as reports do. */
  private static double rounded(double amount) {
    return new BigDecimal(amount).round(new MathContext(4)).doubleValue();
  }

  private static String guide(String name) throws IOException {
    return Files.readString(Path.of("..", "docs", "guide-" + name + ".md")).replaceAll("\\s+", " ");
  }
}
