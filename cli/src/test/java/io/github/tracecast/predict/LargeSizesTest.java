package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Types and counts of more than 2^31 bytes. */
@ResourceLock("mpi")
@Order(1)
class LargeSizesTest {
  @TempDir
  Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"openmpi", "mpich"})
  void datatypesAreRecordedWithAllTheirBytesAndToldApartByName(String mpi) throws Exception {
    RecordedProgram recorded = RecordedProgram.of(mpi, folder, 2, """
        #include <mpi.h>
        int main(int argc, char **argv) {
          int rank, small[3] = {0};
          MPI_Datatype large, larger, three, five, borrowed;
          MPI_Init(&argc, &argv);
          MPI_Comm_rank(MPI_COMM_WORLD, &rank);
          MPI_Type_create_hvector(3 << 10, 1 << 20, 0, MPI_CHAR, &large);
          MPI_Type_create_hvector(5 << 10, 1 << 20, 0, MPI_CHAR, &larger);
          MPI_Type_contiguous(3, MPI_INT, &three);
          MPI_Type_contiguous(5, MPI_INT, &five);
          MPI_Type_contiguous(3, MPI_INT, &borrowed);
          MPI_Type_set_name(three, "cell");
          MPI_Type_set_name(five, "cell");
          MPI_Type_set_name(borrowed, "MPI_DOUBLE");
          MPI_Datatype types[] = {large, larger, three, five, borrowed};
          for (int i = 0; i < 5; i++) {
            MPI_Type_commit(&types[i]);
            MPI_Send(small, 1, types[i], MPI_PROC_NULL, i, MPI_COMM_WORLD);
          }
          if (rank == 0) MPI_Send(small, 1, MPI_INT, 1, 9, MPI_COMM_WORLD);
          else MPI_Recv(small, 1, large, 0, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
          MPI_Finalize();
          return 0;
        }
        """);

    assertThat(recorded.expanded(1))
        .contains(
            "datatype=derived_3221225472 bytes=3221225472",
            "datatype=derived_5368709120 bytes=5368709120",
            "datatype=cell_12 bytes=12",
            "datatype=cell_20 bytes=20",
            "tag=4 count=1 datatype=derived_12 bytes=12");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "message",
        "ring",
        "stencil",
        "bcast",
        "reduce",
        "gather",
        "allgather",
        "alltoall",
        "reduce_scatter"
      })
  void aPatternOf4GiBIsPredictedExportedReadAgainAndWrittenAsAProgram(String pattern)
      throws Exception {
    MpiCommands.require("mpich");
    Path trace = folder.resolve("large.ctrace");
    Cli.generate(trace, pattern + " --ranks 2 --bytes 4GiB");
    RecordedProgram program = new RecordedProgram("mpich", folder, 2, trace);
    String predicted = program.predicted(trace, "loggp");

    assertThat(predicted).contains(" ms on cluster");
    for (String format : new String[] {"tit", "goal", "otf2"}) {
      Path exported = folder.resolve("again." + format);
      Cli.run("export", "" + trace, "--to", format, "-o", "" + exported).expectOut();
      assertThat(program.predicted(exported, "loggp")).isEqualTo(predicted);
    }
    Path source = folder.resolve("program.c");
    Cli.run("program", "" + trace, "-o", "" + source).expectOut();
    assertThat(Files.readString(source)).contains("4294967296LL");
    MpiCommands.compile(
        "mpich", folder, Files.readString(source), "-std=c99", "-Wall", "-Wextra", "-Werror");
  }

  @Test
  void measurementsOf4GiBAreFitted() throws Exception {
    Path measured = Files.writeString(folder.resolve("m.csv"), """
        nodes,collective,buffer_bytes,median_us
        4,bcast,4194304,900
        4,bcast,4294967296,900000
        """);

    String fitted = Cli.run(
            "fit",
            "" + measured,
            "--platform",
            "cluster",
            "--free",
            "network.link_bandwidth",
            "-o",
            "" + folder.resolve("fitted.yaml"))
        .expectOut();

    assertThat(fitted).startsWith("2 measurements predicted");
  }
}
