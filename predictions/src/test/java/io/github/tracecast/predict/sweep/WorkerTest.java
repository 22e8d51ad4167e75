package io.github.tracecast.predict.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WorkerTest {
  @TempDir
  private Path folder;

  @ParameterizedTest
  @CsvSource({
    "0, 1, as expected, 1",
    "1, 2, as expected, 1",
    "2, 2, 'its process died twice, the second time with signal 11', 0"
  })
  void aProcessThatDiesCostsItsOwnPointAndHasASecondTry(
      int deaths, int starts, String reason, int lasting) throws IOException {
    Path counted = folder.resolve("starts");
    Worker worker = new Worker(
        DyingMain.class.getName(), List.of(Integer.toString(deaths), counted.toString()));

    Outcome outcome = worker.run(7, "digest");

    assertThat(outcome).isEqualTo(new Outcome.Failed(reason));
    assertThat(Files.readAllLines(counted))
        .hasSize(starts)
        .containsOnly(deaths + " " + counted + " --worker 7 --inputs digest");
    assertThat(Worker.lasting(Map.of(7, outcome))).hasSize(lasting);
  }
}
