package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tracecast.platform.PlatformCatalogue;
import io.github.tracecast.platform.Quantity;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a command promises comes out when it is set and predicted. */
class PromisesTest {
  /** The keys of each share, on the machines of these tests. */
  private static final Map<String, List<String>> KEYS = Map.of(
      "latency",
      List.of(
          "network.link_latency",
          "network.hop_latency",
          "node.memory_latency",
          "tree.hop_latency",
          "interrupt.round_trip"),
      "bandwidth",
      List.of(
          "network.link_bandwidth",
          "network.injection_bandwidth",
          "node.memory_bandwidth",
          "tree.link_bandwidth"),
      "overhead",
      List.of("mpi.send_overhead", "mpi.receive_overhead"));

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
      command.addAll(options(
          platform, tolerance.get("share").asString(), tolerance.get("factor").asDouble()));
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

  /** The options that lengthen all times of a share by a factor. */
  private static List<String> options(String platform, String share, double factor) {
    if (share.equals("compute")) {
      return List.of("--compute-scale", Double.toString(factor));
    }
    Map<String, String> figures = PlatformCatalogue.load(platform, Map.of()).figures();
    List<String> options = new ArrayList<>();
    for (String key : KEYS.get(share)) {
      Quantity.parse(figures.getOrDefault(key, "none")).ifPresent(value -> {
        BigDecimal longer = BigDecimal.valueOf(
            value.dimension() == Quantity.Dimension.BANDWIDTH ? 1 / factor : factor);
        options.add("--set");
        options.add(key + "=" + value.with(value.number().multiply(longer)).text());
      });
    }
    return options;
  }
}
