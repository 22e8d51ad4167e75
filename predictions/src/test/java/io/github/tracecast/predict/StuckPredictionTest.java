package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Predictions of programs whose ranks may wait for each other. */
class StuckPredictionTest {
  /** Its ranks test sends that are larger than the eager limit, before they post the receives. */
  @ParameterizedTest
  @ValueSource(strings = {"512B", "1000B", "4kB", "64kB"})
  void quicksilverIsPredictedWhateverTheEagerLimit(String limit) {
    String trace = SharedTracesTest.shared("../repro/quicksilver-8.ctrace").toString();

    Cli.Result result = Cli.run(
        "predict",
        trace,
        "--platform",
        "bluegene-l",
        "--engine",
        "loggp",
        "--set",
        "mpi.eager_limit=" + limit);

    assertThat(result.expectOut()).startsWith("Predicted: 6");
  }
}
