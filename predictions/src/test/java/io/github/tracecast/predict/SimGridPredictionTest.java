package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Predictions by the default engine, each in a JVM of its own: SimGrid simulates once a process. Skipped where SimGrid is missing. */
class SimGridPredictionTest {
  private static final String COSTS =
      "\"(wall_seconds|events_per_second|messages_per_second|peak_memory_bytes)\" : [^,\n]+";

  @TempDir
  private Path folder;

  @Test
  void twoRunsDifferInNothingButWhatTheyCost() throws Exception {
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
  void aMessageAloneTakesWhatLogGpSaysButForOneByte() throws Exception {
    String trace = Cli.generate(folder.resolve("p.ctrace"), "pingpong --bytes 1024");

    double seconds =
        predictedSeconds(predict("predict " + trace + " --platform loggp-default --json -"));

    assertThat(seconds)
        .isCloseTo(
            2 * (2500 + 3000 + 1024 * 6) * 1e-9,
            within(1e-12)); // a flow takes m G, LogGP (m - 1) G
  }

  @Test
  void messagesThatShareALinkTakeLongerThanWithoutContention() throws Exception {
    String trace = Cli.generate(folder.resolve("a.ctrace"), "alltoall --ranks 32 --bytes 100000");
    String options = "predict " + trace + " --platform bluegene-l --json -";

    double shared = predictedSeconds(predict(options));

    assertThat(shared)
        .isGreaterThan(2
            * predictedSeconds(Cli.run((options + " --engine loggp").split(" ")).expectOut()));
  }

  private static double predictedSeconds(String json) {
    Matcher seconds = Pattern.compile("\"predicted_seconds\" : ([^,]+),").matcher(json);
    assertThat(seconds.find()).isTrue();
    return Double.parseDouble(seconds.group(1));
  }

  private String predict(String arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "--enable-native-access=ALL-UNNAMED",
        "--finalization=disabled",
        "-XX:ErrorFile=" + folder.resolve("crash.log"),
        "-Djava.library.path=" + System.getProperty("java.library.path"),
        "-cp",
        System.getProperty("java.class.path"),
        Main.class.getName()));
    command.addAll(List.of(arguments.split(" ")));
    Path out = folder.resolve("out");
    Path err = folder.resolve("err");
    Process child = new ProcessBuilder(command)
        .redirectOutput(out.toFile())
        .redirectError(err.toFile())
        .start();
    assertThat(child.waitFor(120, TimeUnit.SECONDS)).isTrue();
    String errors = Files.readString(err);
    if (child.exitValue() == 2 && errors.contains("error: engine simgrid: ")) {
      Assumptions.abort("SKIPPED: " + errors.strip());
    }
    assertThat(child.exitValue()).as(errors).isZero();
    return Files.readString(out);
  }
}
