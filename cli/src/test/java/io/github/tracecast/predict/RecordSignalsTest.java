package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is left when a signal ends {@code record} in the middle of a run that would go on for longer than the test waits. */
@ResourceLock("mpi")
@Order(1)
class RecordSignalsTest {
  private static final int PATIENCE_SECONDS = 900;

  @TempDir
  Path folder;

  /** The recording process, and the file with its output. */
  private record Recording(Process process, Path said) {}

  private Recording start(String mpi) throws Exception {
    Path program = MpiCommands.compile(mpi, folder, """
        #include <mpi.h>
        #include <stdio.h>
        #include <unistd.h>
        int main(int argc, char **argv) {
          char name[4096];
          int rank;
          MPI_Init(&argc, &argv);
          MPI_Comm_rank(MPI_COMM_WORLD, &rank);
          for (int i = 0; i < 3000000; i++) {
            usleep(1000);
            MPI_Barrier(MPI_COMM_WORLD);
            if (i != 50) continue;
            snprintf(name, sizeof name, "%s.%d", argv[1], rank);
            FILE *file = fopen(name, "w");
            fprintf(file, "%d\\n", getpid());
            fclose(file);
          }
          MPI_Finalize();
          return 0;
        }
        """);
    List<String> arguments = new ArrayList<>(
        List.of("record", "-o", trace().toString(), "--mpicc", MpiCommands.compiler(mpi), "--"));
    arguments.addAll(MpiCommands.launch(
        mpi, "-n", "2", program.toString(), folder.resolve("pid").toString()));
    Path said = folder.resolve("said");
    // A shell that started the tests in the background has SIGINT ignored, nohup SIGHUP, and
    // children inherit that.
    List<String> command = new ArrayList<>(List.of("env", "--default-signal=INT,HUP"));
    command.addAll(SimGridChild.command(
        SimGridChild.libraryPath(), SimGridChild.classPath(), arguments.toArray(String[]::new)));
    Process process = new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(said.toFile())
        .start();
    process.getOutputStream().close();
    for (int rank = 0; rank < 2; rank++) {
      await(process, folder.resolve("pid." + rank));
    }
    return new Recording(process, said);
  }

  private Path trace() {
    return folder.resolve("app.ctrace");
  }

  private static void await(Process process, Path file) throws Exception {
    for (int i = 0; i < PATIENCE_SECONDS * 10; i++) {
      if (Files.exists(file) && Files.size(file) > 0) {
        return;
      }
      assertThat(process.isAlive()).isTrue();
      Thread.sleep(100);
    }
    throw new AssertionError("found no " + file);
  }

  private static void signal(String name, long pid) throws Exception {
    assertThat(new ProcessBuilder("kill", "-" + name, "" + pid).start().waitFor())
        .isZero();
  }

  private void assertThatNoRankRuns() throws Exception {
    for (int rank = 0; rank < 2; rank++) {
      long pid = Long.parseLong(Files.readString(folder.resolve("pid." + rank)).strip());
      for (int i = 0; i < PATIENCE_SECONDS * 10 && isRunning(pid); i++) {
        Thread.sleep(100);
      }
      assertThat(isRunning(pid)).as("rank %d", rank).isFalse();
    }
  }

  private static boolean isRunning(long pid) {
    try {
      return !Files.readString(Path.of("/proc/" + pid + "/stat"), StandardCharsets.ISO_8859_1)
          .matches("(?s).*\\) Z .*");
    } catch (IOException e) {
      return false;
    }
  }

  private List<Path> recordings() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.getFileName().toString().contains(".recording"))
          .toList();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "openmpi, TERM, 143",
    "openmpi, HUP, 129",
    "openmpi, INT, 130",
    "mpich, TERM, 143",
  })
  void aSignalEndsTheProgramAndThePartialTraceIsWritten(String mpi, String name, int exitCode)
      throws Exception {
    Recording recording = start(mpi);

    signal(name, recording.process().pid());

    assertThat(recording.process().waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    String said = Files.readString(recording.said());
    assertThat(recording.process().exitValue()).as(said).isEqualTo(exitCode);
    assertThat(said)
        .contains(
            "The run was interrupted. The trace holds the calls until the interruption.",
            "warning: partial: ended without MPI_Finalize (2 of 2 ranks, the first is 0)",
            "Recorded 2 ranks, ");
    assertThatNoRankRuns();
    assertThat(Cli.run("expand", "--rank", "1", trace().toString())
            .expectOut()
            .lines()
            .count())
        .isGreaterThan(50);
    assertThat(recordings()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"openmpi", "mpich"})
  void aKilledRecordLeavesNoRanksBehindAndAFolderThatImportReads(String mpi) throws Exception {
    Recording recording = start(mpi);

    signal("KILL", recording.process().pid());

    assertThat(recording.process().waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThatNoRankRuns();
    Path left = recordings().getFirst();
    assertThat(trace()).doesNotExist();
    Cli.Result imported = Cli.run("import", left.toString(), "-o", trace().toString());
    assertThat(imported.exitCode()).as(imported.err()).isZero();
    assertThat(imported.err()).contains("partial: ended without MPI_Finalize (2 of 2 ranks");
    Path again = folder.resolve("again.ctrace");
    Cli.run("compress", "--deltas", "histogram:exact", left.toString(), "-o", again.toString())
        .expectOut();
    assertThat(again).hasSameBinaryContentAs(trace());
    assertThat(Cli.run("info", left.toString()).expectOut())
        .contains("2 in 1 class", "Recorded on", "command");
    assertThat(Cli.run("record", "-o", trace().toString(), "--", "true").err())
        .contains("note: " + left + " is a recording without a trace");
  }

  @Test
  void aFolderInUseIsKnownToAnotherCommandByItsLock() throws Exception {
    Recording recording = start("openmpi");
    Path used = recordings().getFirst();
    Path run = used.resolve("run");
    Files.writeString(run, Files.readString(run).replaceFirst("pid \\d+", "pid 99999999"));

    assertThat(Cli.run("record", "-o", folder.resolve("b.ctrace").toString(), "--", "true")
            .err())
        .doesNotContain("note: ");

    signal("KILL", recording.process().pid());
    assertThat(recording.process().waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThatNoRankRuns();
    assertThat(Cli.run("record", "-o", folder.resolve("b.ctrace").toString(), "--", "true")
            .err())
        .contains("note: " + used + " is a recording without a trace");
  }

  /** The signal comes as soon as there is something to leave behind, or the program has started. */
  @ParameterizedTest
  @ValueSource(strings = {"recording", "started"})
  void anEarlySignalLeavesNothingBehind(String seen) throws Exception {
    Path program = MpiCommands.compile("openmpi", folder, """
        #include <mpi.h>
        #include <stdio.h>
        #include <unistd.h>
        int main(int argc, char **argv) {
          fclose(fopen(argv[1], "w"));
          sleep(100);
          MPI_Init(&argc, &argv);
          MPI_Finalize();
          return 0;
        }
        """);
    Path there = Files.createDirectory(folder.resolve("there"));
    List<String> arguments = new ArrayList<>(List.of(
        "record",
        "-o",
        there.resolve("app.ctrace").toString(),
        "--mpicc",
        MpiCommands.compiler("openmpi"),
        "--"));
    arguments.addAll(
        MpiCommands.launch("openmpi", "-n", "2", program.toString(), there + "/started"));
    List<String> command = new ArrayList<>(List.of("env", "--default-signal=INT,HUP"));
    command.addAll(SimGridChild.command(
        SimGridChild.libraryPath(), SimGridChild.classPath(), arguments.toArray(String[]::new)));
    Path said = folder.resolve("said");
    Process process = new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(said.toFile())
        .start();
    process.getOutputStream().close();
    while (process.isAlive() && Stream.of(there.toFile().list()).noneMatch(n -> n.contains(seen))) {
      Thread.sleep(1);
    }

    signal("INT", process.pid());

    assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(Files.readString(said)).doesNotContain("logging failed", "Exception");
    Files.deleteIfExists(there.resolve("started"));
    assertThat(there).isEmptyDirectory();
  }

  @Test
  void aRankThatIsKilledEndsTheRunWithThePartialTrace() throws Exception {
    Recording recording = start("openmpi");

    signal("KILL", Long.parseLong(Files.readString(folder.resolve("pid.1")).strip()));

    assertThat(recording.process().waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(recording.process().exitValue()).isNotZero();
    assertThat(Files.readString(recording.said())).contains("Recorded 2 ranks, ");
    assertThatNoRankRuns();
  }
}
