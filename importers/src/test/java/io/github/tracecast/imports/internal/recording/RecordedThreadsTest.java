package io.github.tracecast.imports.internal.recording;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.compress.CompressOptions;
import io.github.tracecast.imports.Recordings;
import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.times.Distribution;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** How many threads a rank of a recording has, and whose computation is counted. */
@ResourceLock("mpi")
@Order(1)
class RecordedThreadsTest {
  /** Of the thread that calls MPI: 20 steps of 10 ms, and 10 rests of 5 ms. */
  private static final double WORKED_SECONDS = 0.25;

  @TempDir
  Path folder;

  @ParameterizedTest
  @CsvSource({"OPENMPI,1", "OPENMPI,2", "OPENMPI,3", "MPICH,1", "MPICH,2"})
  void aTeamIsCountedAndTheProcessorTimeIsTheCallersOwn(MpiInstallation mpi, int threads)
      throws Exception {
    Path program = mpi.compile(folder, "team.c", "mpicc", "-fopenmp");
    Path logs = Files.createTempDirectory(folder, "logs");
    Map<String, String> settings = Map.of(
        "TRACECAST_COUNTER", "cpu-time",
        "OMP_NUM_THREADS", Integer.toString(threads),
        "OMP_WAIT_POLICY", "passive");
    MpiInstallation.Ended ended = mpi.run(program, 2, logs, settings);
    assertThat(ended.output()).contains(threads + " threads");
    Trace trace = Recordings.compress(logs, CompressOptions.DEFAULT, events -> {});
    assertThat(trace.header().threads()).isEqualTo(threads);
    double computed = trace.events().stream()
        .filter(event -> event.call() == MpiCall.ALLREDUCE)
        .flatMap(event -> event.deltas().stream())
        .filter(delta -> delta.kind() == Delta.Kind.COMPUTE)
        .flatMap(delta -> delta.byExecution().stream())
        .mapToDouble(Distribution::sum)
        .sum();
    assertThat(computed * 1e-6).isBetween(2 * WORKED_SECONDS, 2.6 * WORKED_SECONDS);
  }

  @ParameterizedTest
  @EnumSource(MpiInstallation.class)
  void threadsThatMpiStartsAreNotCounted(MpiInstallation mpi) throws Exception {
    Path tool = mpi.compile(
        Files.createTempDirectory(folder, "tool"),
        "progress.c",
        "mpicc",
        "-shared",
        "-fPIC",
        "-DTOOL");
    Path program =
        mpi.compile(folder, "progress.c", "mpicc", "-Wl,--no-as-needed", tool.toString());
    Path logs = Files.createTempDirectory(folder, "logs");
    assertThat(mpi.record(program, 1, logs).exitCode()).isZero();
    assertThat(Recordings.compress(logs, CompressOptions.DEFAULT, events -> {})
            .header()
            .threads())
        .isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({"'1,1,8',1", "'1,8,8',8", "'8,1',8", "'4',4"})
  void ranksThatDifferCountAsHalfOfThem(String counts, int threads) throws Exception {
    StringBuilder lines = new StringBuilder("rank 0 0-7\n");
    String[] words = counts.split(",");
    for (int rank = 0; rank < words.length; rank++) {
      lines.append("threads " + rank + " " + words[rank] + "\n");
    }
    assertThat(threads(lines.toString(), words.length)).isEqualTo(threads);
  }

  @Test
  void aRecordingWithoutThemOrWithADamagedOneHasOneThread() throws Exception {
    assertThat(threads("rank 0 0-7\n", 1)).isEqualTo(1);
    assertThat(threads("rank 0 0-7\nthreads 0 many\nthreads 0 -3\nthreads 0 0\nthreads", 1))
        .isEqualTo(1);
  }

  private int threads(String lines, int ranks) throws Exception {
    Files.writeString(folder.resolve("node.n"), lines);
    return RecordedProvenance.read(folder, ranks, Counter.TIME)
        .in(new io.github.tracecast.trace.Header(ranks, 1, "", java.util.List.of()))
        .threads();
  }
}
