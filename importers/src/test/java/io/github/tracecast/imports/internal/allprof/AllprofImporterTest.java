package io.github.tracecast.imports.internal.allprof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tracecast.decompress.EventCounts;
import io.github.tracecast.decompress.Expander;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.imports.Importers;
import io.github.tracecast.imports.SharedTraces;
import io.github.tracecast.trace.Datatype;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.TraceException;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AllprofImporterTest {
  @TempDir
  private Path folder;

  private Path rank(int rank, String... lines) throws IOException {
    return Files.writeString(
        folder.resolve("run-" + rank + ".txt"), "# a comment\n" + String.join("\n", lines) + "\n");
  }

  @Test
  void aLineBecomesACall() throws IOException {
    rank(
        1,
        "MPI_Init:-:1:2:1000.0",
        "MPI_Irecv:1010.0:900:3:2,4,4294967300:-1:7:0,1,2:5000:1012.0",
        "MPI_Irecv:1013.0:900:3:2,4,4:0:8:0,1,2:5008:1014.0",
        "MPI_Waitall:1020.5:2:5000:6000:1030.0",
        "MPI_Finalize:1040.0:-");
    Path zero = rank(
        0,
        "MPI_Init:-:1:2:900.0",
        "MPI_Send:901.0:900:3:2,4,4:1:7:0,0,2:902.0",
        "MPI_Send:903.0:900:3:2,4,4:1:8:0,0,2:904.0",
        "MPI_Finalize:940.0:-");
    Trace trace = Importers.read(zero);
    StringBuilder out = new StringBuilder();
    Expander.of(Programs.of(trace)).expand(1, 10, out);
    List<String> calls = out.toString().lines().toList();
    assertThat(calls.get(1))
        .contains(
            "MPI_Irecv compute=10.00us inside=2.00us", "source=any tag=7 count=3", "bytes=12");
    assertThat(calls.get(3)).contains("MPI_Waitall compute=6.50us", "requests=#1,#2");
    assertThat(calls.get(4)).contains("MPI_Finalize compute=10.00us");
  }

  @Test
  void aLineThatIsTooLongIsRefusedWithItsPlace() throws IOException {
    Path file = rank(0, "MPI_Init:-:1:2:900.0", "MPI_Barrier:".repeat(2_000_000));
    assertThatThrownBy(() -> Importers.read(file))
        .isInstanceOf(TraceException.class)
        .hasMessage(file + ":3: found a line of more than 16777216 bytes; expected shorter lines");
  }

  @Test
  void aCutLineIsRefusedWithItsPlace() throws IOException {
    Path file = Files.writeString(
        folder.resolve("run-0.txt"), "MPI_Init:-:1:2:900.0\nMPI_Finalize:940.0:95");
    assertThatThrownBy(() -> Importers.read(file))
        .isInstanceOf(TraceException.class)
        .hasMessageStartingWith(file + ":2: found the end of the file in the middle of a line");
  }

  @Test
  void aDatatypeAboveTheRangeOfAnIntHasAnUnknownSize() throws IOException {
    Path file = rank(
        0,
        "MPI_Init:-:1:1:1000.0",
        "MPI_Send:1001.0:900:1:7,-32766,4:0:7:0,0,1:1002.0",
        "MPI_Finalize:1040.0:-");

    assertThat(Importers.read(file).datatypes())
        .containsExactly(new Datatype("datatype 7", Datatype.UNKNOWN));
  }

  @Test
  void aCallStackAfterALineIsNoTimeAndNamesMayEndInDat() throws IOException {
    Path zero = Files.writeString(folder.resolve("trace-0.dat"), """
        MPI_Init:-:1:2:900.0  # backtrace [0x55: (main+0x1d) <- 0x7f: (_start+0x21)]
        MPI_Barrier:910.0:0,0,2:915.0  # backtrace [0x55: (main+0x2d) <- 0x7f: (_start+0x21)]
        """);
    Files.writeString(
        folder.resolve("trace-1.dat"), "MPI_Init:-:1:2:900.0\nMPI_Barrier:910.0:0,1,2:915.0\n");
    Trace trace = Importers.read(zero);
    assertThat(trace.header().ranks()).isEqualTo(2);
    StringBuilder out = new StringBuilder();
    Expander.of(Programs.of(trace)).expand(0, 10, out);
    assertThat(out.toString()).contains("1 MPI_Barrier compute=10.00us inside=5.00us");
  }

  @Test
  void whatCannotBeReadIsRefusedWithItsLine() throws IOException {
    Path file = rank(0, "MPI_Init:-:1:2:1000.0", "MPI_Barrier:1010.0:5,0,x:1012.0");
    assertThatThrownBy(() -> Importers.read(file))
        .hasMessageContaining("run-0.txt:3: found argument \"5,0,x\"");
    Path part = rank(
        0,
        "MPI_Init:-:1:2:1000.0",
        "MPI_Barrier:1010.0:0,0,4:1012.0",
        "MPI_Barrier:1020.0:9,0,2:1022.0");
    assertThatThrownBy(() -> Importers.read(part))
        .hasMessageContaining("run-0.txt:4: found a communicator of 2 of 4 ranks");
  }

  @Test
  void aNameThatMpiDoesNotHaveIsRefusedAndManyAreCounted() throws IOException {
    Path longName = rank(0, "MPI_Init:-:1:1:1000.0", "MPI_" + "x".repeat(2900) + ":1010.0:1012.0");
    assertThatThrownBy(() -> Importers.read(longName)).hasMessageContaining("run-0.txt:3: found ");
    String[] lines = new String[51];
    lines[0] = "MPI_Init:-:1:1:1000.0";
    for (int i = 1; i < lines.length; i++) {
      lines[i] = "MPI_Unknown" + (i + 10) + ":" + (1000 + i) + ".0:" + (1000 + i) + ".5";
    }
    assertThat(Importers.read(rank(0, lines)).header().notes())
        .containsExactly("calls of which only the name is kept: MPI_Unknown11, MPI_Unknown12,"
            + " MPI_Unknown13, MPI_Unknown14, MPI_Unknown15, MPI_Unknown16, MPI_Unknown17,"
            + " MPI_Unknown18, MPI_Unknown19, MPI_Unknown20 and 40 more");
  }

  /** A damaged size must not cost memory for ranks that are nowhere. */
  @Test
  void millionsOfRanksWithoutFilesAreRefused() throws IOException {
    Path file = rank(0, "MPI_Init:-:1:2:1000.0", "MPI_Barrier:1010.0:0,0,1000000:1012.0");
    assertThatThrownBy(() -> Importers.read(file))
        .hasMessageContaining(
            "run-0.txt: found an MPI_COMM_WORLD of 1000000 ranks, but files of only 1 rank;"
                + " expected at most 262144 ranks without a file");
  }

  @Test
  void aRealRunHasItsCalls() {
    Trace trace = Importers.read(SharedTraces.folder().resolve("goal/sweep3d-2x2"));
    EventCounts counts = EventCounts.of(Programs.of(trace));
    assertThat(trace.header().ranks()).isEqualTo(4);
    assertThat(counts.of(MpiCall.SEND)).isEqualTo(4 * 1440);
    assertThat(counts.of(MpiCall.RECV)).isEqualTo(4 * 1440);
    assertThat(counts.of(MpiCall.ALLREDUCE)).isEqualTo(4 * 32);
    assertThat(trace.header().warnings()).isEmpty();
  }

  private Path resource(String name) throws URISyntaxException {
    return Path.of(Objects.requireNonNull(getClass().getResource(name)).toURI());
  }

  /** The calls of a rank without times, call sites and the names of datatypes. */
  private static List<String> calls(Trace trace, int rank) throws IOException {
    StringBuilder out = new StringBuilder();
    Expander.of(Programs.of(trace)).expand(rank, 1000, out);
    return out.toString()
        .lines()
        .map(line -> line.replaceFirst("^\\d+ ", "")
            .replaceFirst(" site=.*", "")
            .replaceAll(" (compute|inside|datatype|receive_datatype)=\\S+", ""))
        .filter(line -> !line.matches("MPI_(Init|Finalize|Type_|Comm_size|Comm_rank).*"))
        .toList();
  }

  /** ring.c was run under liballprof 2, and recorded by the project's own recorder. */
  @Test
  void tracesOfLiballprof2HaveTheCallsOfOurOwnRecording() throws Exception {
    for (String mpi : List.of("openmpi", "mpich")) {
      Trace trace = Importers.read(resource(mpi + "/ring-0.txt"));
      assertThat(trace.header().ranks()).isEqualTo(2);
      for (int rank = 0; rank < 2; rank++) {
        assertThat(calls(trace, rank))
            .as(mpi)
            .isEqualTo(Files.readAllLines(resource("recorded-" + rank + ".txt")));
      }
    }
  }

  @Test
  void aWaitOfANullRequestCompletesTheReceiveOfItsStatusOrTheOldest() throws IOException {
    Trace trace = Importers.read(rank(
        0,
        "MPI_Init:0.00:1:0x7ffe:0.00",
        "MPI_Isend:10.00:0x7f:4:1275069445:0:3:1140850688:7:11.00",
        "MPI_Irecv:12.00:0x7f:4:1275069445:-2:3:1140850688:8:13.00",
        "MPI_Wait:14.00:738197504:0x7f:[0,3,0]:15.00",
        "MPI_Irecv:16.00:0x7f:4:1275069445:-1:3:1140850688:9:17.00",
        "MPI_Wait:18.00:738197504:119.50",
        "MPI_Waitall:20.00:1:0x7f,0[21.50"));
    List<String> calls = calls(trace, 0);
    assertThat(calls.get(0)).contains("bytes=16");
    assertThat(calls.get(1)).contains("source=any");
    assertThat(calls.get(2)).isEqualTo("MPI_Wait request=#2");
    assertThat(calls.get(3)).contains("source=none");
    assertThat(calls.get(4)).isEqualTo("MPI_Wait request=#1");
    assertThat(calls.get(5)).isEqualTo("MPI_Waitall requests=#3");
    StringBuilder out = new StringBuilder();
    Expander.of(Programs.of(trace)).expand(0, 1000, out);
    assertThat(out.toString())
        .as("an ignored status of MPICH is a 1 before the time")
        .contains("MPI_Wait compute=1.00us inside=1.25us") // on average
        .contains("MPI_Waitall compute=0.50us inside=1.50us");
    assertThat(trace.header().notes())
        .containsExactly(
            "completed requests that liballprof printed as null: 1; for each, the oldest open request of the rank is assumed");
  }

  @Test
  void sizesOfDatatypesAndCountsFollowFromHandlesAndArrays() throws IOException {
    List<String> calls = calls(
        Importers.read(rank(
            0,
            "MPI_Comm_size:1.00:0:1:2.00",
            "MPI_Type_vector:3.00:3:2:9:46:73:4.00",
            "MPI_Type_create_struct:5.00:2:0x7f,2[1;4;]:0x7f,2[0;8;]:0x7f,2[73;39;]:74:6.00",
            "MPI_Send:7.00:0x7f:2:74:-2:3:0:8.00",
            "MPI_Alltoallv:9.00:(nil):0x7f,1[5;]:0x7f,1[0;]:39:0x7f:0x7f,1[5;]:0x7f,1[0;]:39:0:10.00",
            "MPI_Alltoallv:11.00:(nil):0x7f,1[0x7f,1[39:0x7f:0x7f,1[0x7f,1[39:0:12.00")),
        0);
    assertThat(calls.get(0)).contains("destination=none", "bytes=128");
    assertThat(calls.get(1)).contains("counts=5", "receive_counts=5");
    assertThat(calls.get(2)).isEqualTo("MPI_Alltoallv communicator=1");
  }

  @Test
  void aCommunicatorWhoseMembersTheTraceLacksIsRefusedWithTheCallThatMadeIt() throws IOException {
    Path file = rank(
        0,
        "MPI_Comm_size:1.00:0:1:2.00",
        "MPI_Comm_split:3.00:0:1:0:3:4.00",
        "MPI_Barrier:5.00:3:6.00");
    assertThatThrownBy(() -> Importers.read(file))
        .hasMessageContaining(
            "run-0.txt:4: found communicator 3, which MPI_Comm_split made; expected MPI_COMM_WORLD or its duplicates");
  }
}
