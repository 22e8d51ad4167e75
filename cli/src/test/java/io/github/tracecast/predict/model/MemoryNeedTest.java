package io.github.tracecast.predict.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.github.tracecast.decompress.PreparedTrace;
import io.github.tracecast.predict.Cli;
import io.github.tracecast.predict.Tracecast;
import io.github.tracecast.predict.compare.PredictionFile;
import io.github.tracecast.predict.settings.JavaCommand;
import io.github.tracecast.predict.settings.PredictionRequest;
import io.github.tracecast.simulate.replay.MemoryNeed;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MemoryNeedTest {
  @TempDir
  private Path folder;

  @ParameterizedTest
  @CsvSource({
    "stencil --neighbours faces --ranks 65536 --steps 3, loggp",
    "barrier --ranks 65536, loggp",
    "ring --ranks 131072, flows"
  })
  void theEstimateIsWithinAFifthOfTheMemoryThatAPredictionTakes(String pattern, String engine)
      throws Exception {
    Memory memory = memory(pattern, engine);
    assertThat(memory.estimated).isCloseTo(memory.used, withinPercentage(20));
  }

  /** Engine loggp replays one rank for each group of alike ranks, which the estimate does not know. */
  @ParameterizedTest
  @ValueSource(strings = {"ring --ranks 262144", "ring --ranks 131072 --steps 3"})
  void theEstimateIsAnUpperBoundIfRanksAreAlike(String pattern) throws Exception {
    Memory memory = memory(pattern, "loggp");
    assertThat(memory.estimated).isBetween(memory.used, 2 * memory.used);
  }

  private record Memory(long estimated, long used) {}

  private Memory memory(String pattern, String engine) throws Exception {
    String trace = Cli.generate(folder.resolve("app.ctrace"), pattern);
    Path json = folder.resolve("prediction.json");
    List<String> command = new ArrayList<>(JavaCommand.of(
        JavaCommand.TRACECAST,
        List.of(
            "predict",
            trace,
            "--platform",
            "loggp-default",
            "--engine",
            engine,
            "--quiet",
            "--json",
            json.toString())));
    command.addAll(
        1,
        List.of(
            "-XX:+UseSerialGC",
            "-Xmn16m",
            "-XX:PretenureSizeThreshold=1m")); // as the launcher starts it
    Process process = new ProcessBuilder(command).inheritIO().start();
    assertThat(process.waitFor()).isZero();
    long used = (long) PredictionFile.read(json).number("peak_memory_bytes");

    PreparedTrace read = Tracecast.read(Path.of(trace));
    long estimate = MemoryNeed.bytes(
        read.programs(),
        new Predictor(PredictionRequest.on("loggp-default", engine)).lane(read),
        engine);

    return new Memory(estimate, used);
  }
}
