package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RepeatabilityTest {
  private static final String COSTS =
      "\"(wall_seconds|events_per_second|messages_per_second|peak_memory_bytes)\" : [^,\n]+";

  @TempDir
  private Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--deltas avg",
        "--deltas max",
        "--deltas histogram --seed 7",
        "--mapping random:3 --deltas histogram"
      })
  void twoRunsDifferInNothingButWhatTheyCost(String options) throws IOException {
    String trace =
        Cli.generate(folder.resolve("s.ctrace"), "stencil --ranks 60 --steps 4 --compute 1e-4");

    String first = json(trace, options, "a.json");
    String second = json(trace, options, "b.json");

    assertThat(first).contains("\"predicted_seconds\" : ").isEqualTo(second);
  }

  private String json(String trace, String options, String name) throws IOException {
    Path file = folder.resolve(name);
    String command =
        "predict " + trace + " --platform bluegene-l --engine loggp --json " + file + " " + options;
    Cli.run(command.split(" ")).expectOut();
    return Files.readString(file).replaceAll(COSTS, "");
  }

  @Test
  void aJsonFileIsLeftAloneWhereThePredictionFails() throws IOException {
    String trace = Cli.generate(folder.resolve("s.ctrace"), "barrier --ranks 60");
    Path file = Files.writeString(folder.resolve("old.json"), "old");

    Cli.Result result = Cli.run(("predict " + trace
            + " --platform bluegene-l --engine loggp --set network.shape=2x2x2 --json " + file)
        .split(" "));

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(file).hasContent("old");
    assertThat(folder.toFile().list()).containsExactlyInAnyOrder("s.ctrace", "old.json");
  }
}
