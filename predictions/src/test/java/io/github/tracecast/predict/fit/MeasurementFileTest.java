package io.github.tracecast.predict.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tracecast.trace.text.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MeasurementFileTest {
  @TempDir
  private Path folder;

  private List<MeasuredTime> read(String text, int nodes, int ranksPerNode) throws IOException {
    return MeasurementFile.read(
        Files.writeString(folder.resolve("file.txt"), text), new Job(nodes, ranksPerNode));
  }

  @Test
  void csvNamesNodesAndAlgorithm() throws IOException {
    MeasuredTime row = read(
            "machine,run,nodes,collective,algorithm,buffer_bytes,median_us\nm,r,4x2,allgather,\"a,b\",64,12.5\n",
            0,
            1)
        .getFirst();

    assertThat(row)
        .isEqualTo(new MeasuredTime("m", "r", "4x2", 1, "allgather", "a,b", 64, 12.5e-6, 2));
    assertThat(row.ranks()).isEqualTo(8);
  }

  @Test
  void osuStatesBlocks() throws IOException {
    List<MeasuredTime> rows = read("""

        # OSU MPI All-to-All Personalized Exchange Latency Test v7.3
        # Size       Avg Latency(us)
        8                      11.84
        4096                   13.88

        # OSU MPI Latency Test v7.3
        # Size          Latency (us)
        0                       1.10
        8                       1.20
        # OSU MPI Bandwidth Test v7.3
        # Size      Bandwidth (MB/s)
        8                      55.00
        """, 2, 4);

    assertThat(rows)
        .extracting(MeasuredTime::collective)
        .containsExactly("alltoall", "alltoall", "pt2pt", "pt2pt");
    assertThat(rows).extracting(MeasuredTime::bytes).containsExactly(64L, 32768L, 0L, 8L);
    assertThat(rows).extracting(MeasuredTime::ranks).containsExactly(8, 8, 2, 2);
  }

  @Test
  void imbNamesProcesses() throws IOException {
    List<MeasuredTime> rows = read("""
        #----------------------------------------------------------------
        # Benchmarking Allreduce
        # #processes = 4
        #----------------------------------------------------------------
               #bytes #repetitions  t_min[usec]  t_max[usec]  t_avg[usec]
                    0         1000         0.04         0.05         0.04
                    8         1000         2.04         2.35         2.24
        # Benchmarking PingPong
        # #processes = 2
               #bytes #repetitions      t[usec]   Mbytes/sec
                 1024         1000         1.50       682.66
        """, 0, 1);

    assertThat(rows).extracting(MeasuredTime::seconds).containsExactly(0.04e-6, 2.24e-6, 1.5e-6);
    assertThat(rows).extracting(MeasuredTime::nodes).containsExactly("4", "4", "2");
  }

  @Test
  void ncclStatesTheWholeBuffer() throws IOException {
    List<MeasuredTime> rows = read("""
        # Collective test starting: all_reduce_perf
        # nThread 1 nGpus 1 minBytes 8 maxBytes 134217728
        #  Rank  0 Group  0 Pid 1 on n1 device  0 [0x00] NVIDIA H100
        #  Rank  1 Group  0 Pid 2 on n2 device  0 [0x00] NVIDIA H100
        #       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong
                1024           256     float     sum      -1    12.34    0.08    0.08      0    12.10    0.08    0.08      0
        """, 0, 1);

    assertThat(rows)
        .containsExactly(
            new MeasuredTime("", "file.txt", "2", 1, "allreduce", "", 1024, 12.34e-6, 6));
  }

  @Test
  void badRowsAreNamed() {
    assertThatThrownBy(() -> read("nodes,collective,buffer_bytes,median_us\n4,bcast,8,0\n", 0, 1))
        .isInstanceOf(UsageException.class)
        .hasMessageEndingWith("file.txt:2: median_us: found 0; expected microseconds above 0");
    assertThatThrownBy(() -> read("nodes,collective,buffer_bytes,median_us\n4y,bcast,8,1\n", 0, 1))
        .hasMessageEndingWith(
            "file.txt:2: nodes: found 4y; expected a number of nodes, or a shape such as 4x4x4");
    assertThatThrownBy(() -> read("nothing here", 0, 1))
        .hasMessageContaining("found no measurements; expected CSV with the columns nodes");
    assertThatThrownBy(() -> read("# OSU MPI Allreduce Latency Test v7.3\n8 1.5\n", 0, 1))
        .hasMessageEndingWith("found no number of nodes; expected `nodes` with a number or a file");
  }
}
