package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.record.structure.StructurePlugin;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ResourceLock("mpi")
@Order(1)
class RecordStructureTest {
  /** Loops of changing length, irregular branches, recursion, wildcards, jumps and polls. */
  private static final String PROGRAM = """
      #include <mpi.h>
      #include <setjmp.h>
      static jmp_buf back;
      static int rank, size, value;
      static void ring(int tag) {
        MPI_Request request;
        MPI_Irecv(&value, 1, MPI_INT, MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &request);
        MPI_Send(&rank, 1, MPI_INT, (rank + 1) % size, tag, MPI_COMM_WORLD);
        if (tag % 2) MPI_Wait(&request, MPI_STATUS_IGNORE);
        else for (int over = 0; !over;) MPI_Test(&request, &over, MPI_STATUS_IGNORE);
      }
      static void fall(int n) {
        if (n == 0) return;
        MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
        fall(n - 1);
        if (n % 3 == 0) ring(n);
        MPI_Barrier(MPI_COMM_WORLD);
      }
      static void jump(void) {
        MPI_Barrier(MPI_COMM_SELF);
        longjmp(back, 1);
      }
      int main(int argc, char **argv) {
        MPI_Init(&argc, &argv);
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
        MPI_Comm_size(MPI_COMM_WORLD, &size);
        for (int step = 0; step < 40; step++) {
          for (int i = 0; i < step; i++) {
            if (i * i % 7 == 3) continue;
            MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
            if (rank == 0 && i == 20) break;
            MPI_Reduce(&value, &size, 0, MPI_INT, MPI_SUM, 0, MPI_COMM_SELF);
          }
          for (int i = 20; rank == 0 && i < step - 1; i++) {
            if ((i + 1) * (i + 1) % 7 != 3) MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
          }
          ring(step);
          if (step % 4 == rank) fall(0);
          if (setjmp(back) == 0) jump();
        }
        fall(5);
        MPI_Finalize();
        return 0;
      }
      """;

  private static final String NOTE = "some calls are not in the static structure";

  @TempDir
  Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"openmpi", "mpich"})
  void theTreeTellsTheSameCallsAsASearchForLoops(String mpi) throws Exception {
    Path program = compiled(mpi, "app", PROGRAM);

    String byTree = expanded(mpi, program, "tree.ctrace");
    String bySearch = expanded(mpi, program, "search.ctrace", "--loops", "search");

    assertThat(byTree).isEqualTo(bySearch).contains("MPI_Allreduce", "MPI_Test");
    assertThat(info("tree.ctrace")).doesNotContain(NOTE);
    assertThat(info("search.ctrace")).doesNotContain(NOTE);
  }

  @Test
  void aLoopIsThatOfTheSourceEvenIfItHasOneIteration() throws Exception {
    Path program = compiled("openmpi", "app", """
        #include <mpi.h>
        int main(int argc, char **argv) {
          MPI_Init(&argc, &argv);
          for (int i = 0; i < 6; i++) {
            if (i % 2) MPI_Barrier(MPI_COMM_WORLD);
            else MPI_Barrier(MPI_COMM_SELF);
          }
          MPI_Finalize();
          return 0;
        }
        """);

    expanded("openmpi", program, "tree.ctrace", "--text");

    // the loop, and each branch in its even or odd iterations
    assertThat(Files.readString(folder.resolve("tree.ctrace")).lines())
        .filteredOn(line -> line.contains("loop "))
        .hasSize(3);
  }

  @Test
  void branchesInAGrowingLoopTakeAsManyBytesForAnyNumberOfSteps() throws Exception {
    String source = """
        #include <mpi.h>
        int main(int argc, char **argv) {
          int value = 0, sum;
          MPI_Init(&argc, &argv);
          for (int step = 0; step < STEPS; step++) {
            MPI_Barrier(MPI_COMM_WORLD);
            for (int i = 0; i < step; i++) {
              if (i % 2 == 0) MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_SELF);
              else MPI_Reduce(&value, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_SELF);
            }
          }
          MPI_Finalize();
          return 0;
        }
        """;
    Path few = compiled("openmpi", "few", source, "-DSTEPS=20");
    Path many = compiled("openmpi", "many", source, "-DSTEPS=80");

    for (String form : List.of("--quiet", "--text")) {
      long bytes = bytes(many, form);
      assertThat(bytes).isBetween(bytes(few, form) - 16, bytes(few, form) + 16);
      assertThat(bytes).isLessThanOrEqualTo(bytes(many, form, "--loops", "search"));
    }
  }

  private long bytes(Path program, String... options) throws Exception {
    List<String> all = new ArrayList<>(List.of("--force", "--deltas", "none"));
    all.addAll(List.of(options));
    expanded("openmpi", program, "sized.ctrace", all.toArray(String[]::new));
    return Files.size(folder.resolve("sized.ctrace"));
  }

  @Test
  void callsOfAFileWithoutAStructureAreFoundByASearch() throws Exception {
    Files.writeString(folder.resolve("library.c"), """
        #include <mpi.h>
        void work(void) { for (int i = 0; i < 50; i++) MPI_Barrier(MPI_COMM_WORLD); }
        """);
    run(List.of(MpiCommands.compiler("openmpi"), "-c", "-g", "library.c"));
    Path program = compiled("openmpi", "app", """
        #include <mpi.h>
        void work(void);
        int main(int argc, char **argv) {
          MPI_Init(&argc, &argv);
          for (int i = 0; i < 5; i++) {
            MPI_Barrier(MPI_COMM_SELF);
            if (i > 2) work();
          }
          MPI_Finalize();
          return 0;
        }
        """, "library.o");

    assertThat(expanded("openmpi", program, "tree.ctrace"))
        .isEqualTo(expanded("openmpi", program, "search.ctrace", "--loops", "search"));
    assertThat(info("tree.ctrace")).contains(NOTE);
  }

  /** The calls after the folded program that was written last are added to it when the recording is read. */
  @Test
  void aRunThatEndsEarlyIsRecordedUpToItsEnd() throws Exception {
    Path program = compiled("openmpi", "app", """
        #include <mpi.h>
        #include <unistd.h>
        int main(int argc, char **argv) {
          int rank, value = 0;
          MPI_Init(&argc, &argv);
          MPI_Comm_rank(MPI_COMM_WORLD, &rank);
          for (int i = 0; i < 20000 + 1000 * rank; i++) {
            if (i % 2) MPI_Barrier(MPI_COMM_SELF);
            else MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_INT, MPI_MAX, MPI_COMM_SELF);
          }
          PMPI_Barrier(MPI_COMM_WORLD); // the launcher ends ranks as soon as one has ended
          _exit(0);
        }
        """);

    Cli.Result recorded = recorded("openmpi", program, 6, "tree.ctrace");

    assertThat(recorded.err())
        .contains("ended without MPI_Finalize (6 of 6 ranks")
        .contains("incomplete: the expanded trace equals");
  }

  private Path compiled(String mpi, String name, String source, String... more) throws Exception {
    MpiCommands.require(mpi);
    StructurePlugin plugin = StructureCompilers.plugin();
    Files.writeString(folder.resolve(name + ".c"), source);
    List<String> command = new ArrayList<>(List.of("env"));
    plugin.environment().forEach((variable, value) -> command.add(variable + "=" + value));
    command.addAll(List.of(MpiCommands.compiler(mpi), "-O2", "-g", "-o", name, name + ".c"));
    command.addAll(List.of(more));
    run(command);
    return folder.resolve(name);
  }

  private void run(List<String> command) throws Exception {
    MpiCommands.require("openmpi");
    assertThat(new ProcessBuilder(command)
            .directory(folder.toFile())
            .inheritIO()
            .start()
            .waitFor())
        .isZero();
  }

  private Cli.Result recorded(
      String mpi, Path program, int ranks, String trace, String... options) {
    List<String> words = new ArrayList<>(
        List.of("record", "--verify", "-o", folder.resolve(trace).toString()));
    words.addAll(List.of(options));
    words.addAll(List.of("--mpicc", MpiCommands.compiler(mpi), "--"));
    words.addAll(MpiCommands.launch(mpi, "-n", "" + ranks, program.toString()));
    return Cli.run(words.toArray(String[]::new));
  }

  /** Records a program, and returns its calls without their times. */
  private String expanded(String mpi, Path program, String trace, String... options) {
    Cli.Result recorded = recorded(mpi, program, 3, trace, options);
    assertThat(recorded.exitCode()).as(recorded.err()).isZero();
    assertThat(recorded.err()).contains("verified: the expanded trace equals");
    return Cli.run("expand", "--all", folder.resolve(trace).toString())
        .expectOut()
        .replaceAll("(?m)^#.*\\n", "")
        .replaceAll(" (compute|inside|calls)=\\S*", "");
  }

  private String info(String trace) {
    return Cli.run("info", folder.resolve(trace).toString()).expectOut();
  }
}
