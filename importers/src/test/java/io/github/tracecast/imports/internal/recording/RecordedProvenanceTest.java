package io.github.tracecast.imports.internal.recording;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.trace.Provenance;
import io.github.tracecast.trace.RankList;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordedProvenanceTest {
  @TempDir
  Path folder;

  @Test
  void whatTheCommandAndTheNodesWroteIsPutTogether() throws Exception {
    Files.writeString(folder.resolve("run"), """
        date 2026-11-22T08:30:00Z
        command mpirun -n 3 ./heat
        recorder Tracecast 1.0
        pid 12
        """);
    Files.writeString(folder.resolve("node.n1"), """
        rank 2 0-1
        host n1
        cpu AMD  EPYC 7763
        processors 4
        cores 2
        load 0.25
        mpi Open MPI v4.1.4, package: Debian OpenMPI
        began 1795337662
        rank 0 1,3
        waited 0 25 100
        waited 2 75 100
        """);
    Files.writeString(folder.resolve("node.n2"), "host n2\nrank 1\n");

    assertThat(RecordedProvenance.read(folder, 3, Counter.PROCESSOR_TIME).provenance())
        .hasValue(new Provenance(
            Instant.parse("2026-11-22T08:30:00Z"),
            "mpirun -n 3 ./heat",
            "Open MPI 4.1.4",
            Provenance.Counter.CPU_TIME,
            "Tracecast 1.0",
            List.of(
                new Provenance.Node(
                    "n1",
                    "AMD EPYC 7763",
                    2,
                    4,
                    3,
                    OptionalDouble.of(0.25),
                    OptionalDouble.of(0.5),
                    RankList.of(0, 2)),
                new Provenance.Node(
                    "n2",
                    "",
                    0,
                    0,
                    0,
                    OptionalDouble.empty(),
                    OptionalDouble.empty(),
                    RankList.of(1)))));
  }

  @Test
  void aRankThatRanAloneHasTheShareOfItsRunThatItWaited() throws Exception {
    assertThat(RecordedProvenance.read(folder, 8, Counter.TIME).waitedShare()).isEmpty();
    Files.writeString(folder.resolve("node.n1"), "host n1\nrank 5 0-1\nwaited 5 75 100\n");

    assertThat(RecordedProvenance.read(folder, 8, Counter.TIME).waitedShare()).hasValue(0.75);
  }

  @Test
  void mpichWritesItsVersionInAnotherWay() throws Exception {
    Files.writeString(
        folder.resolve("node.n1"), "mpi MPICH Version:\t4.0.2\nbegan 1795337662\nrank 0 0\n");

    assertThat(RecordedProvenance.read(folder, 1, Counter.TIME)
            .provenance()
            .orElseThrow()
            .mpi())
        .isEqualTo("MPICH 4.0.2");
    assertThat(RecordedProvenance.read(folder, 1, Counter.TIME)
            .provenance()
            .orElseThrow()
            .startedAt())
        .isEqualTo(Instant.ofEpochSecond(1795337662));
  }

  @Test
  void damagedLinesAreLeftOut() throws Exception {
    Files.writeString(folder.resolve("run"), "date yesterday\ncomm");
    Files.writeString(folder.resolve("node.n1"), """
        rank 7 0
        rank -1 0
        rank x
        rank
        rank 1 5-2,x,99999999999,-
        rank 1 0
        load NaN
        cores -3
        processors many
        began 1e300
        waited 1 -5 -7
        """);

    Provenance read =
        RecordedProvenance.read(folder, 2, Counter.TIME).provenance().orElseThrow();

    assertThat(read.startedAt()).isEqualTo(Instant.EPOCH);
    assertThat(read.nodes())
        .containsExactly(new Provenance.Node(
            "", "", 0, 0, 0, OptionalDouble.empty(), OptionalDouble.empty(), RankList.of(1)));
  }

  @Test
  void aFolderWithoutThemHasNoProvenance() throws Exception {
    assertThat(RecordedProvenance.read(folder, 2, Counter.TIME).provenance()).isEmpty();
  }
}
