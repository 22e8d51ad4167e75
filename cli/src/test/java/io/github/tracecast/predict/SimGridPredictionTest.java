package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Predictions by the default engine, each in a JVM of its own: SimGrid simulates once a process. Skipped where SimGrid is missing. */
class SimGridPredictionTest {
  private static final String COSTS =
      "\"(wall_seconds|events_per_second|messages_per_second|peak_memory_bytes)\" : [^,\n]+";

  @TempDir
  private Path folder;

  @BeforeAll
  static void simGridIsThere() {
    SimGridChild.assumeInstalled();
  }

  @Test
  void twoRunsDifferInNothingButWhatTheyCost() {
    String trace = Cli.generate(
        folder.resolve("s.ctrace"), "stencil --ranks 60 --steps 4 --compute 1e-4 --bytes 20000");
    String options =
        "predict " + trace + " --platform bluegene-l --deltas histogram --seed 3 --json -";

    String first = predict(options).replaceAll(COSTS, "");

    assertThat(first)
        .contains("\"engine\" : \"simgrid\"")
        .isEqualTo(predict(options).replaceAll(COSTS, ""));
  }

  @Test
  void aMessageAloneTakesWhatLogGpSaysButForOneByte() {
    String trace = Cli.generate(folder.resolve("p.ctrace"), "pingpong --bytes 1024");

    assertThat(Replayed.bySimGrid(trace, "--platform loggp-default").seconds())
        .isCloseTo(
            2 * (2500 + 3000 + 1024 * 6) * 1e-9,
            within(1e-12)); // a flow takes m G, LogGP (m - 1) G
  }

  @Test
  void messagesThatShareALinkTakeLongerThanWithoutContention() {
    String trace = Cli.generate(folder.resolve("a.ctrace"), "alltoall --ranks 32 --bytes 100000");
    String platform = "--platform bluegene-l";

    double shared = Replayed.bySimGrid(trace, platform).seconds();

    assertThat(shared).isGreaterThan(2 * Replayed.byLogGp(trace, platform).seconds());
  }

  private static String predict(String options) {
    return SimGridChild.run(options.split(" ")).expectOut();
  }
}
