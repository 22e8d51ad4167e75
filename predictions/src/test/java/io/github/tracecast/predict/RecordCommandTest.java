package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tracecast.imports.Importers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordCommandTest {
  @TempDir
  Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"openmpi", "mpich"})
  void aRunBecomesATraceThatCanBePredictedAndKeepsItsExitCode(String mpi) throws Exception {
    Path program = MpiCommands.compile(mpi, folder, """
        #include <mpi.h>
        int main(int argc, char **argv) {
          MPI_Init(&argc, &argv);
          for (int i = 0; i < 1000; i++) MPI_Barrier(MPI_COMM_WORLD);
          MPI_Finalize();
          return 3;
        }
        """);
    Path trace = folder.resolve("app.ctrace");
    Path raw = folder.resolve("logs/of/app");

    Cli.Result recorded = record(
        mpi, program, "-o", "" + trace, "--raw", "" + raw, "--mpicc", MpiCommands.compiler(mpi));

    assertThat(recorded.exitCode()).isEqualTo(3);
    assertThat(recorded.err())
        .isEqualTo("verified: the trace expands to the calls that were recorded, rank by rank\n");
    assertThatAnotherTraceIsFoundOut(raw);
    assertThat(Cli.run("expand", "--rank", "1", trace.toString()).expectOut())
        .hasLineCount(1002)
        .contains("MPI_Barrier", "site=main (app.c:4)");
    assertThat(Files.size(trace)).isLessThan(10_000);
    assertThat(Cli.run("predict", trace.toString(), "--engine", "loggp", "--platform", "cluster")
            .expectOut())
        .contains("2 ranks");
    assertThat(leftOver()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"openmpi", "mpich"})
  void aProgramThatWasLinkedWithTheRecorderIsRecordedWithoutPreloading(String mpi)
      throws Exception {
    MpiCommands.require(mpi);
    Path library = folder.resolve("library");
    String said = Cli.run("record", "--library", "" + library, "--mpicc", MpiCommands.compiler(mpi))
        .expectOut();
    assertThat(said).contains(library + "/libtracecast-record.a", "record --linked");
    Path program = MpiCommands.compile(
        mpi,
        folder,
        """
        #include <mpi.h>
        int main(int argc, char **argv) {
          MPI_Init(&argc, &argv);
          MPI_Barrier(MPI_COMM_WORLD);
          MPI_Finalize();
          return 0;
        }
        """,
        "-Wl,@" + library + "/tracecast-record.link",
        library + "/libtracecast-record.a");
    Path trace = folder.resolve("app.ctrace");

    Cli.Result recorded = record(mpi, program, "--linked", "-o", "" + trace);

    assertThat(recorded.exitCode()).as(recorded.err()).isZero();
    assertThat(recorded.err()).startsWith("verified: ");
    assertThat(Cli.run("expand", "--rank", "1", trace.toString()).expectOut())
        .contains("MPI_Init", "MPI_Barrier", "MPI_Finalize");
  }

  /** Records two ranks of a program and holds the trace against what was recorded. */
  private static Cli.Result record(String mpi, Path program, String... options) {
    List<String> arguments = new ArrayList<>(List.of("record", "--verify"));
    arguments.addAll(List.of(options));
    arguments.add("--");
    arguments.addAll(MpiCommands.launch(mpi, "-n", "2", program.toString()));
    return Cli.run(arguments.toArray(String[]::new));
  }

  @ParameterizedTest
  @ValueSource(strings = {"openmpi", "mpich"})
  void instructionsTakeWhatThePlatformsRateSays(String mpi) throws Exception {
    Path trace = folder.resolve("app.ctrace");

    Cli.Result recorded = counted(mpi, "instructions", trace, "TRACECAST_PERF_EVENT=1:1");

    if (recorded.err().isEmpty()) { // why, the recorder says where the program's own output goes
      Assumptions.abort("SKIPPED: no event of the kernel's can be counted");
    }
    assertThat(recorded.err())
        .matches("warning: computation is in instructions; the machine that it was recorded on did"
            + " \\S+ a second: --set node.instruction_rate=\\S+Gips predicts with that\n");
    assertThat(Cli.run("info", trace.toString()).expectOut())
        .contains(
            "tracecast record, computation in instructions",
            "instructions and",
            "inside MPI calls");
    double slow = computation(trace, "--set", "node.instruction_rate=0.5Gips");
    double fast = computation(trace, "--set", "node.instruction_rate=2Gips");
    assertThat(slow).isPositive().isCloseTo(4 * fast, Percentage.withPercentage(0.1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"openmpi", "mpich"})
  void processorTimeIsAskedForByNameAndToldByTheTrace(String mpi) throws Exception {
    Path trace = folder.resolve("app.ctrace");

    assertThat(counted(mpi, "cpu-time", trace).err()).isEmpty();

    assertThat(Cli.run("info", trace.toString()).expectOut())
        .contains("tracecast record, computation in processor time");
    assertThat(computation(trace)).isPositive();
  }

  /** Records a program that computes between its calls. */
  private Cli.Result counted(String mpi, String counter, Path trace, String... environment)
      throws Exception {
    Path program = MpiCommands.compile(mpi, folder, """
        #include <mpi.h>
        int main(int argc, char **argv) {
          MPI_Init(&argc, &argv);
          for (int i = 0; i < 20; i++) {
            for (volatile int k = 0; k < 1000000; k++) continue;
            MPI_Barrier(MPI_COMM_WORLD);
          }
          MPI_Finalize();
          return 0;
        }
        """);
    List<String> arguments =
        new ArrayList<>(List.of("record", "-o", trace.toString(), "--counter", counter));
    arguments.addAll(List.of("--mpicc", MpiCommands.compiler(mpi), "--", "env"));
    arguments.addAll(List.of(environment));
    arguments.addAll(MpiCommands.launch(mpi, "-n", "2", program.toString()));
    Cli.Result recorded = Cli.run(arguments.toArray(String[]::new));
    assertThat(recorded.exitCode()).as(recorded.err()).isZero();
    return recorded;
  }

  /** Predicted computation of all ranks, in seconds. */
  private double computation(Path trace, String... options) {
    List<String> arguments =
        new ArrayList<>(List.of("predict", trace.toString(), "--engine", "loggp"));
    arguments.addAll(List.of("--platform", "cluster", "--json", "-", "--quiet"));
    arguments.addAll(List.of(options));
    Matcher found = Pattern.compile("\"compute_seconds\" : ([0-9.eE-]+)")
        .matcher(Cli.run(arguments.toArray(String[]::new)).expectOut());
    assertThat(found.find()).isTrue();
    return Double.parseDouble(found.group(1));
  }

  @Test
  void whatCannotBeCountedIsRefused() {
    assertThat(Cli.run("record", "--counter", "cycles", "--", "true").err())
        .contains("--counter: found cycles; expected time, cpu-time or instructions");
  }

  @Test
  void aLibraryIsAskedForWithoutACommandAndARecordingWithOne() {
    assertThat(Cli.run("record", "--library", "x", "--", "true").err())
        .contains("--library: found a command too; expected none");
    assertThat(Cli.run("record").err()).contains("found no command; expected one after --");
  }

  private void assertThatAnotherTraceIsFoundOut(Path raw) {
    Path other = folder.resolve("other.ctrace");
    Cli.run("generate", "ring", "--ranks", "2", "--steps", "2", "-o", other.toString())
        .expectOut();
    assertThatThrownBy(() -> RecordingCheck.hold(raw, Importers.read(other)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("rank 0, call 0: recorded MPI_Init site=main (app.c:3)");
  }

  @Test
  void logsAreNotPutWhereSomethingIsAlready() throws Exception {
    requireMpi();

    Cli.Result result = Cli.run("record", "--raw", folder.toString(), "--", "true");

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).contains("--raw: found " + folder + " there already");
  }

  @Test
  void aCommandThatCannotBeStartedIsRefusedInOneLine() throws Exception {
    requireMpi();

    Cli.Result result = Cli.run(
        "record", "-o", folder.resolve("x.ctrace").toString(), "--", "no-such-program", "x");

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).contains("cannot run no-such-program");
    assertThat(leftOver()).isZero();
  }

  @Test
  void aCommandWithoutMpiIsRunAndSaidToLeaveNoRecording() throws Exception {
    requireMpi();

    Cli.Result well = Cli.run("record", "-o", folder.resolve("x.ctrace").toString(), "--", "true");
    Cli.Result badly =
        Cli.run("record", "-o", folder.resolve("x.ctrace").toString(), "--", "sh", "-c", "exit 9");

    assertThat(well.exitCode()).isEqualTo(2);
    assertThat(well.err()).contains("found no log of any rank; expected one of each rank");
    assertThat(badly.exitCode()).isEqualTo(9);
    assertThat(leftOver()).isZero();
  }

  @Test
  void aCompilerThatIsNotThereIsRefused() {
    Cli.Result result = Cli.run("record", "--mpicc", "no-mpicc", "--", "mpirun", "true");

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).contains("--mpicc: found no program no-mpicc");
  }

  private static void requireMpi() {
    if (RecorderLibrary.onPath("mpicc").isEmpty()) {
      Assumptions.abort("SKIPPED: no mpicc; " + RecorderLibrary.GET_MPI);
    }
  }

  private long leftOver() throws IOException {
    try (var files = Files.list(folder)) {
      return files
          .filter(file -> file.getFileName().toString().startsWith(".tracecast-record"))
          .count();
    }
  }
}
