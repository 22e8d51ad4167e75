package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A recorded program whose ranks are slow in turns. */
@ResourceLock("mpi")
@Order(1)
class RecordedIterationsTest {
  private static final int RANKS = 2;

  @TempDir
  private Path folder;

  /** Records a program, and keeps each of its calls in a folder. */
  private Cli.Result recorded(String mpi, Path trace, Path calls) throws Exception {
    Path program = MpiCommands.compile(mpi, folder, """
        #include <mpi.h>
        #include <stdlib.h>
        static void work(void) {
          long times = drand48() < 0.25 ? 400000 : 20000;
          for (volatile long k = 0; k < times; k++) continue;
        }
        int main(int argc, char **argv) {
          int rank;
          double mine = 1, all;
          MPI_Init(&argc, &argv);
          MPI_Comm_rank(MPI_COMM_WORLD, &rank);
          srand48(rank + 1);
          for (int step = 0; step < 45; step++) {
            for (int round = 0; round < 3; round++) {
              work();
              MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
            }
            MPI_Barrier(MPI_COMM_WORLD);
          }
          MPI_Finalize();
          return 0;
        }
        """);
    List<String> words = new ArrayList<>(List.of("record", "--verify", "--counter", "cpu-time"));
    words.addAll(List.of("-o", "" + trace, "--raw", "" + calls));
    words.addAll(List.of("--mpicc", MpiCommands.compiler(mpi), "--"));
    words.addAll(MpiCommands.launch(mpi, "-n", "" + RANKS, program.toString()));
    Cli.Result recorded = Cli.run(words.toArray(String[]::new));
    assertThat(recorded.exitCode()).as(recorded.err()).isZero();
    return recorded;
  }

  private Path compressed(Path calls, String detail) {
    Path trace = folder.resolve(detail + ".ctrace");
    Cli.run("compress", "" + calls, "--deltas-detail", detail, "-o", "" + trace).expectOut();
    return trace;
  }

  private static double seconds(Path trace) {
    Matcher found = Pattern.compile("\"predicted_seconds\" : ([0-9.eE-]+)")
        .matcher(Cli.run(
                "predict",
                "" + trace,
                "--engine",
                "loggp",
                "--platform",
                "cluster",
                "--set",
                "node.ranks_per_node=1",
                "--json",
                "-",
                "--quiet")
            .expectOut());
    assertThat(found.find()).isTrue();
    return Double.parseDouble(found.group(1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"openmpi", "mpich"})
  void aRecordingPredictsWhatAllItsTimesPredict(String mpi) throws Exception {
    Path trace = folder.resolve("app.ctrace");
    Path calls = folder.resolve("calls");

    Cli.Result recorded = recorded(mpi, trace, calls);

    double all = seconds(compressed(calls, "all"));
    assertThat(seconds(compressed(calls, "groups"))).isLessThan(0.95 * all);
    assertThat(seconds(trace)).isCloseTo(all, within(0.02 * all));
    assertThat(recorded.err())
        .contains("verified: ")
        .containsPattern(
            "Times: (all|[0-9]+ representative iterations of) 45( iterations)?, run time within [0-9.]+%\\.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"openmpi", "mpich"})
  void iterationsForWhichThereWasNoRoomCountInTheSums(String mpi) throws Exception {
    Path trace = folder.resolve("app.ctrace");
    Path calls = folder.resolve("calls");
    recorded(mpi, trace, calls);
    for (int rank = 0; rank < RANKS; rank++) {
      halve(calls.resolve("rank." + rank + ".times"));
    }

    Path half = compressed(calls, "iterations");

    assertThat(Cli.run("info", "" + half).expectOut())
        .containsPattern(
            "[0-9]+ representative iterations of the first [12][0-9] of 45, run time within");
    double computed = computation(trace);
    assertThat(computation(half)).isCloseTo(computed, within(0.01 * computed));
  }

  private static void halve(Path file) throws IOException {
    try (RandomAccessFile all = new RandomAccessFile(file.toFile(), "rw")) {
      all.setLength(Files.size(file) / 2);
    }
  }

  private static double computation(Path trace) {
    Matcher found = Pattern.compile("\"compute_seconds\" : ([0-9.eE-]+)")
        .matcher(Cli.run(
                "predict",
                "" + trace,
                "--engine",
                "loggp",
                "--platform",
                "cluster",
                "--json",
                "-",
                "--quiet")
            .expectOut());
    assertThat(found.find()).isTrue();
    return Double.parseDouble(found.group(1));
  }
}
