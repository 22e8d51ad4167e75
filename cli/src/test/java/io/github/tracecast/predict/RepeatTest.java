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
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A prediction with several seeds, on a machine with noise. */
class RepeatTest {
  @TempDir
  private Path folder;

  private Path trace;

  @BeforeEach
  void write() throws IOException {
    StringBuilder text = new StringBuilder();
    for (String line : new String[] {"init", "compute 10000000", "barrier", "finalize"}) {
      for (int rank = 0; rank < 4; rank++) {
        text.append(rank).append(' ').append(line).append('\n');
      }
    }
    trace = Files.writeString(folder.resolve("run.tit"), text);
  }

  private Cli.Result predict(String... more) {
    List<String> words = new ArrayList<>(List.of(
        "predict",
        trace.toString(),
        "--platform",
        "cluster",
        "--engine",
        "flows",
        "--set",
        "node.speed=1Gf"));
    words.addAll(List.of(more));
    return Cli.run(words.toArray(String[]::new));
  }

  private static final String[] NOISE = {
    "--set", "noise.period=3ms", "--set", "noise.length=1ms", "--set", "noise.spread=0.5"
  };

  private Cli.Result noisy(String... more) {
    List<String> words = new ArrayList<>(List.of(NOISE));
    words.addAll(List.of(more));
    return predict(words.toArray(String[]::new));
  }

  private JsonNode json(String... more) throws IOException {
    Path file = folder.resolve("out.json");
    List<String> words = new ArrayList<>(List.of(more));
    words.addAll(List.of("--json", file.toString()));
    noisy(words.toArray(String[]::new)).expectOut();
    return JsonMapper.shared().readTree(Files.readString(file));
  }

  @Test
  void eachTimeIsThatOfItsSeed() throws IOException {
    JsonNode repeats = json("--repeat", "5", "--seed", "7").get("repeats");

    List<Double> alone = new ArrayList<>();
    for (int seed = 7; seed < 12; seed++) {
      alone.add(json("--seed", Integer.toString(seed)).get("predicted_seconds").asDouble());
    }
    assertThat(repeats.get("first_seed").asInt()).isEqualTo(7);
    assertThat(repeats.get("seconds").valueStream().map(JsonNode::asDouble)).isEqualTo(alone);
    List<Double> sorted = alone.stream().sorted().toList();
    assertThat(repeats.get("min_seconds").asDouble()).isEqualTo(sorted.getFirst());
    assertThat(repeats.get("median_seconds").asDouble()).isEqualTo(sorted.get(2));
    assertThat(repeats.get("max_seconds").asDouble()).isEqualTo(sorted.getLast());
    assertThat(sorted).doesNotHaveDuplicates();
  }

  @Test
  void theAnswerAndThePageHaveTheRange() throws IOException {
    Path page = folder.resolve("page.html");
    assertThat(noisy("--repeat", "20", "--html", page.toString()).expectOut())
        .contains("20 runs with seeds 1 to 20: median ")
        .contains("noise takes 33.3% of each core (seed 1)");
    assertThat(Files.readString(page)).contains("Range over seeds", "data-chart=\"repeats-chart\"");
  }

  @Test
  void whatIsNotRandomIsNotRepeated() {
    assertThat(predict("--repeat", "3").exitCode()).isEqualTo(2);
    assertThat(predict("--repeat", "3").err())
        .contains("found a prediction without random values")
        .contains("--set noise.period=1ms");
    assertThat(noisy("--repeat", "0").err()).contains("--repeat: found 0; expected 1 to 10000");
  }

  @Test
  void theRangeIsPartOfTheAnswer() {
    assertThat(noisy("--repeat", "5", "--quiet").expectOut())
        .containsPattern("\\APredicted: .*\\R5 runs with seeds 1 to 5: median ")
        .doesNotContain("Engine:");
  }

  @Test
  void noiseThatCannotBeIsRefused() throws IOException {
    assertThat(predict("--set", "noise.length=1ms").err())
        .contains("found 1ms; expected less than noise.period (0s)");
    Path machine = folder.resolve("noisy.yaml");
    Files.writeString(machine, "extends: cluster\nnoise: {file: times.txt}\n");
    assertThat(refusal(machine, "20us\n0us\n"))
        .contains("times.txt:2: found 0us; expected a time above 0");
    assertThat(refusal(machine, "20us\nx\n")).contains("times.txt:2: found x; expected a time");
    assertThat(refusal(machine, "# none\n")).contains("times.txt: found no time");
    assertThat(refusal(machine, "20us\n", "--set", "noise.length=1ms"))
        .contains("expected no noise.length beside noise.file");
    Files.writeString(folder.resolve("times.txt"), "20us\n20us\n60us\n");
    assertThat(Cli.run(
                "predict", trace.toString(), "--platform", machine.toString(), "--engine", "loggp")
            .expectOut())
        .contains("noise takes 40.0% of each core");
  }

  private String refusal(Path machine, String times, String... more) throws IOException {
    Files.writeString(folder.resolve("times.txt"), times);
    List<String> words =
        new ArrayList<>(List.of("predict", trace.toString(), "--platform", machine.toString()));
    words.addAll(List.of(more));
    Cli.Result result = Cli.run(words.toArray(String[]::new));
    assertThat(result.exitCode()).isEqualTo(2);
    return result.err();
  }

  @Test
  void aSensitivityByCriticalPathIsRefusedAndOneByReplaysIsNot() {
    String path = trace.toString();
    Cli.Result refused = Cli.run(
        "sensitivity",
        path,
        "--platform",
        "cluster",
        "--engine",
        "loggp",
        "--set",
        "noise.period=3ms",
        "--set",
        "noise.length=1ms");
    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.err()).contains("found a machine with noise");
    Cli.run(
            "sensitivity",
            path,
            "--platform",
            "cluster",
            "--engine",
            "flows",
            "--set",
            "noise.period=3ms",
            "--set",
            "noise.length=1ms")
        .expectOut();
  }
}
