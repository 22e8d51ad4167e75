package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.record.calibrate.MadeUpMachine;
import io.github.tracecast.record.calibrate.Measurements;
import io.github.tracecast.record.calibrate.PlatformText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@ResourceLock("mpi")
@Order(1)
class CalibrateCommandTest {
  @TempDir
  Path folder;

  private Path file;

  @BeforeEach
  void nameTheFile() {
    file = folder.resolve("here.yaml");
  }

  @ParameterizedTest
  @ValueSource(strings = {"openmpi", "mpich"})
  void aMachineIsMeasuredAndPredictsARunOfTwoRanks(String mpi) throws IOException {
    calibrated(mpi, mpi, "-n", "2");

    assertThat(Files.readString(file))
        .startsWith("# Cost of messages between two ranks, measured by tracecast ")
        .contains(
            mpi.equals("openmpi") ? "Open MPI" : "MPICH",
            "eager_limit: ",
            "measured only inside a node");
    Path trace = folder.resolve("pingpong.ctrace");
    Cli.run("generate", "pingpong", "--bytes", "8", "-o", trace.toString()).expectOut();
    assertThat(
            Cli.run("predict", trace.toString(), "--engine", "loggp", "--platform", file.toString())
                .expectOut())
        .containsIgnoringWhitespaces("machine here: 1 node");
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 8, 1000, 4095, 4096, 100_000, 1 << 20})
  void aReplayGivesBackTheRoundTripsThatWereMeasured(long bytes) throws IOException {
    for (String node : new String[] {"one", "two"}) {
      Files.writeString(
          file,
          PlatformText.of(
              "here", "a test", Measurements.of(MadeUpMachine.lines(node)), Optional.empty()));
      Path trace = folder.resolve("pingpong.ctrace");
      Cli.run(
              "generate",
              "pingpong",
              "--bytes",
              "" + bytes,
              "--steps",
              "10",
              "-o",
              trace.toString())
          .expectOut();

      double seconds = Replayed.byLogGp(trace.toString(), "--platform " + file).seconds();

      assertThat(1e9 * seconds / 20)
          .isCloseTo(MadeUpMachine.halfRoundTrip(bytes), Percentage.withPercentage(8));
    }
  }

  @ParameterizedTest
  @CsvSource({"1, found 1 rank; expected two", "3, found 3 ranks; expected two"})
  void anotherNumberOfRanksIsRefused(String ranks, String complaint) throws IOException {
    Cli.Result result = calibrate("openmpi", "openmpi", "-n", ranks);

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).contains("error: " + complaint);
    assertNothingWritten();
  }

  @Test
  void aLauncherOfAnotherMpiIsRefused() throws IOException {
    Cli.Result result = calibrate("openmpi", "mpich", "-n", "2");

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err())
        .contains(
            "error: found 2 programs of one rank each; expected one program of two ranks",
            "--mpicc");
    assertNothingWritten();
  }

  @Test
  void aCommandThatCannotBeStartedOrFailsIsRefused() throws IOException {
    MpiCommands.require("openmpi");

    Cli.Result absent =
        Cli.run("calibrate", "-o", file.toString(), "--", "no-such-mpirun", "-n", "2");
    Cli.Result failing = Cli.run("calibrate", "-o", file.toString(), "--", "sh", "-c", "exit 9");
    Cli.Result silent = Cli.run("calibrate", "-o", file.toString(), "--", "true");

    assertThat(absent.exitCode()).isEqualTo(2);
    assertThat(absent.err()).contains("cannot run no-such-mpirun");
    assertThat(failing.exitCode()).isEqualTo(2);
    assertThat(failing.err()).contains("sh ended with exit code 9");
    assertThat(silent.exitCode()).isEqualTo(2);
    assertThat(silent.err()).contains("found no results of the measurement");
    assertNothingWritten();
  }

  @Test
  void aFolderThatIsNotThereIsRefusedBeforeAnythingIsMeasured() {
    Cli.Result result =
        Cli.run("calibrate", "-o", folder.resolve("none/x.yaml").toString(), "--", "false");

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).contains("-o: found ", "its folder does not exist");
  }

  private void calibrated(String compiler, String launcher, String... options) {
    Cli.Result result = calibrate(compiler, launcher, options);
    assertThat(result.err())
        .matches("(Building the recorder .*\n)?"
            + "Wrote .*here.yaml. An empty message takes [0-9.]+ [nmu]?s, and messages of [0-9.]+ [kM]B( move at [0-9.]+ [kMG]B/s\\.| take no longer, so their bandwidth is unknown\\. Run the command again, for a longer time\\.)\n"
            + "Next: tracecast predict APP.ctrace --platform .*here.yaml\n");
    assertThat(result.exitCode()).isZero();
  }

  private Cli.Result calibrate(String compiler, String launcher, String... options) {
    MpiCommands.require(compiler);
    MpiCommands.require(launcher);
    List<String> all = new ArrayList<>(List.of(
        "calibrate",
        "-o",
        file.toString(),
        "--seconds",
        "0",
        "--mpicc",
        MpiCommands.compiler(compiler),
        "--"));
    all.addAll(MpiCommands.launch(launcher, options));
    return Cli.run(all.toArray(String[]::new));
  }

  private void assertNothingWritten() throws IOException {
    try (var files = Files.list(folder)) {
      assertThat(files).isEmpty();
    }
  }
}
