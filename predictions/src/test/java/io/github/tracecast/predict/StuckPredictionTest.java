package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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

  /** It receives from any source and answers that source, and its messages wait for their receives. */
  @ParameterizedTest
  @CsvSource({
    "server.ctrace, loggp, next calls of the recorded run name",
    "server.ctrace, flows, next calls of the recorded run name",
    "server.ctrace, simgrid, next calls of the recorded run name",
    "server-exact.ctrace, loggp, senders of the recorded run",
    "server-exact.ctrace, flows, senders of the recorded run",
    "server-exact.ctrace, simgrid, senders of the recorded run"
  })
  void aServerIsPredictedWithTheSendersOfTheRecordedRunAndAWarning(
      String trace, String engine, String taken) {
    if (engine.equals("simgrid")) {
      SimGridChild.assumeInstalled();
    }
    String[] command = {"predict", server(trace), "--platform", "bluegene-l", "--engine", engine};
    String out = engine.equals("simgrid")
        ? SimGridChild.run(command).expectOut()
        : Cli.run(command).expectOut();
    assertThat(out).startsWith("Predicted: 11.");
    assertThat(out.replaceAll("\\s+", " ")).contains("here they take the").contains(taken);
  }

  @Test
  void otherCommandsReplayAServerAsPredictDoes() {
    String trace = server("server.ctrace");
    String[] machine = {"--platform", "bluegene-l", "--engine", "loggp"};
    String predicted = Cli.run(words(new String[] {"predict", trace}, machine)).expectOut();
    String time = predicted.replaceFirst("(?s)Predicted: (\\S+ ms).*", "$1");

    Cli.Result sensitivity = Cli.run(words(new String[] {"sensitivity", trace}, machine));
    Cli.Result map = Cli.run(words(new String[] {"map", trace}, machine));
    Cli.Result sweep =
        Cli.run(words(new String[] {"sweep", trace, "--vary", "mpi.eager_limit=1kB,1MB"}, machine));

    assertThat(sensitivity.expectOut()).contains(time);
    assertThat(map.expectOut()).contains(time);
    assertThat(sweep.expectOut()).contains(time);
    assertThat(sensitivity.err()).contains("the replay was deadlocked");
    assertThat(map.err()).contains("the replay was deadlocked");
  }

  private static String server(String trace) {
    return SharedTracesTest.shared("../repro/real-programs/" + trace).toString();
  }

  private static String[] words(String[] command, String[] options) {
    return Stream.concat(Stream.of(command), Stream.of(options)).toArray(String[]::new);
  }
}
