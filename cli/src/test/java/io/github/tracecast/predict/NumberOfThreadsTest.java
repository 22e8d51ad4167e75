package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands whose replays run in parallel. */
class NumberOfThreadsTest {
  private static final String STENCIL =
      "stencil --ranks 16 --shape 2d --steps 4 --bytes 30000 --compute 1e-4";

  @TempDir
  private Path folder;

  private String run(String command, int jobs) throws IOException {
    Path output = folder.resolve("output-" + jobs);
    List<String> words = new ArrayList<>(List.of(command.split(" ")));
    words.replaceAll(word -> word.replace("TRACE", folder.resolve("t.ctrace").toString())
        .replace("OUTPUT", output.toString()));
    words.addAll(List.of("--jobs", Integer.toString(jobs)));
    String out = Cli.run(words.toArray(String[]::new)).expectOut();
    return out.replace(output.toString(), "OUTPUT") + Files.readString(output);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sweep TRACE --platform graphene --engine flows --vary network.host_link_latency=10us:100us:log7 --csv OUTPUT",
        "sweep TRACE --platform graphene --engine loggp --vary network.host_link_latency=10us:100us:log7 --csv OUTPUT",
        "sweep TRACE --platform cluster --vary network.link_latency=1us,2us,4us --sensitivity --json OUTPUT",
        "map TRACE --platform bluegene-l --random 5 --json OUTPUT",
        "map TRACE --platform bluegene-l --engine loggp --random 20 --json OUTPUT",
        "sensitivity TRACE --platform fat-tree --engine flows --json OUTPUT"
      })
  void doesNotChangeTheResult(String command) throws IOException {
    Cli.generate(folder.resolve("t.ctrace"), STENCIL);

    assertThat(run(command, 4)).isEqualTo(run(command, 1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"flows", "loggp"})
  void doesNotChangeTheTimesOfSeeds(String engine) throws IOException {
    Cli.generate(folder.resolve("t.ctrace"), STENCIL);
    String command =
        "predict TRACE --platform cluster --quiet --repeat 9 --set noise.period=3ms --set noise.length=1ms"
            + " --set noise.spread=0.5 --json OUTPUT --engine " + engine;

    assertThat(withoutCost(run(command, 4))).isEqualTo(withoutCost(run(command, 1)));
  }

  /** Leaves out what the prediction itself took. */
  private static String withoutCost(String json) {
    return json.replaceAll("\"(wall_seconds|peak_memory_bytes|[a-z]+_per_second)\" ?: ?[^,}]+", "");
  }
}
