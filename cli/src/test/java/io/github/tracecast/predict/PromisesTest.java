package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
    "cluster, stencil --dimensions 3 --neighbours all --ranks 64 --steps 5 --bytes 65536 --compute 0.001",
    "cluster, stencil --dimensions 3 --neighbours all --ranks 64 --steps 5 --bytes 1000 --compute 0.0001",
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
        "stencil --dimensions 2 --ranks 64 --steps 5 --bytes 8192 --compute 0.0005");
    String text = Cli.run("sweep", trace, "--platform", platform, "--vary", key + "=" + values)
        .expectOut();
    String[] next = text.substring(text.indexOf("Next: tracecast ") + 16)
        .replaceFirst("(?s)\\n\\n.*", "")
        .replace("\\\n", " ")
        .strip()
        .split("\\s+");
    List<String> command = new ArrayList<>(List.of(next));
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
        folder.resolve("t.ctrace"), "stencil --dimensions 2 --ranks 64 --steps 5 --bytes 65536");
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
}
