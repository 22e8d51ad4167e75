package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.predict.cli.Main;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
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
    Cli.Result result = engine.equals("simgrid") ? SimGridChild.run(command) : Cli.run(command);
    assertThat(result.expectOut()).startsWith("Predicted: 11.");
    assertThat(result.err().replaceAll("\\s+", " "))
        .contains("receives from any source match the")
        .contains(taken);
  }

  /** Its senders come in order at the recorded times, but not at their averages. */
  @Test
  void theAverageOfAServerIsPredictedToo() {
    SimGridChild.assumeInstalled();
    String trace = Path.of("src/test/resources/io/github/tracecast/predict/server-in-order.trace")
        .toString();

    Cli.Result result =
        SimGridChild.run("predict", trace, "--platform", "cluster", "--engine", "simgrid");

    assertThat(result.expectOut()).startsWith("Predicted: 30.11 ms");
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
    assertThat(sensitivity.err()).contains("the replay deadlocked when these receives");
    assertThat(map.err()).contains("the replay deadlocked when these receives");
  }

  private static String server(String trace) {
    return SharedTracesTest.shared("../repro/real-programs/" + trace).toString();
  }

  private static String[] words(String[] command, String[] options) {
    return Stream.concat(Stream.of(command), Stream.of(options)).toArray(String[]::new);
  }

  /** Each rank sends first. Some end with a larger eager limit, others never. */
  @ParameterizedTest
  @CsvSource({
    "predict, MPI_Send",
    "predict, MPI_Ssend",
    "sensitivity, MPI_Send",
    "map, MPI_Send",
    "program, MPI_Ssend",
    "program, MPI_Isend"
  })
  void everyOptionThatADeadlockProposesBelongsToItsCommand(
      String command, String send, @TempDir Path folder) throws IOException {
    boolean writes = command.equals("program");
    String wait = send.equals("MPI_Isend") ? "event 1 MPI_Wait site 0 request 1\n" : "";
    String trace = Files.writeString(folder.resolve("trace"), """
        tracecast-trace 7
        ranks 2
        requests 1
        site 0 "a"
        datatype 0 "MPI_BYTE" bytes 1
        event 0 %s site 0 communicator 0 destination rank+1%%size tag 3 count 9999 datatype 0
        %sevent %d MPI_Recv site 0 communicator 0 source rank+1%%size tag 3 count 9999 datatype 0
        end %d events
        """.formatted(
                send, wait, wait.isEmpty() ? 1 : 2, wait.isEmpty() ? 2 : 3))
        .toString();
    List<String> words = new ArrayList<>(List.of(command, trace));
    words.addAll(
        writes
            ? List.of("-o", folder.resolve("app.c").toString())
            : List.of("--platform", "bluegene-l", "--engine", "loggp"));

    Cli.Result result = Cli.run(words.toArray(String[]::new));

    assertThat(result.err()).contains("deadlocked");
    Set<String> options = Main.withAllCommands()
        .getSubcommands()
        .get(command)
        .getCommandSpec()
        .optionsMap()
        .keySet();
    assertThat(Pattern.compile("--[a-z-]+").matcher(result.err()).results().map(MatchResult::group))
        .isSubsetOf(options);
    Matcher proposed = Pattern.compile("--(?:set|eager-limit) [^ ,;]+").matcher(result.err());
    assertThat(proposed.find()).isEqualTo(!send.equals("MPI_Ssend"));
    if (!send.equals("MPI_Ssend")) {
      words.addAll(List.of(proposed.group().split(" ")));
      Cli.run(words.toArray(String[]::new)).expectOut();
    }
  }
}
