package io.github.tracecast.imports.internal.recording;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.compress.CompressOptions;
import io.github.tracecast.imports.Recordings;
import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.times.Distribution;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What of the time between polls is waiting, and what is computation. */
@ResourceLock("mpi")
@Order(1)
class RecordedPollingTest {
  private static final List<String> OF_MPI_3 = List.of(
      "MPI_Test",
      "MPI_Testall",
      "MPI_Testany",
      "MPI_Testsome",
      "MPI_Iprobe",
      "MPI_Improbe",
      "MPI_Win_test");

  private static final String OF_MPI_4 = "MPI_Parrived";

  private static final List<String> OF_MPI_4_1 = List.of(
      "MPI_Request_get_status_all", "MPI_Request_get_status_any", "MPI_Request_get_status_some");

  private static boolean isPoll(String call) {
    return OF_MPI_3.contains(call) || OF_MPI_4.equals(call) || OF_MPI_4_1.contains(call);
  }

  @TempDir
  Path folder;

  /** A run of the program that polls in every way: its trace, and the seconds that it worked. */
  private record Polling(Trace trace, double workedSeconds) {
    /** The seconds before the polls, by call. */
    Map<String, Double> computed() {
      Map<String, Double> all = new TreeMap<>();
      for (Event event : trace.events()) {
        if (isPoll(event.call().mpiName())) {
          double micros = event.deltas().stream()
              .filter(delta -> delta.kind() == Delta.Kind.COMPUTE)
              .flatMap(delta -> delta.byExecution().stream())
              .mapToDouble(Distribution::sum)
              .sum();
          all.merge(event.call().mpiName(), micros * 1e-6, Double::sum);
        }
      }
      return all;
    }

    double computedSeconds() {
      return sum(computed());
    }
  }

  private static double sum(Map<String, Double> all) {
    return all.values().stream().mapToDouble(Double::doubleValue).sum();
  }

  private Polling polling(MpiInstallation mpi, String mode, String counter, String... settings)
      throws Exception {
    // With a yield in each poll, each poll takes a time slice of every other process on the
    // machine.
    Map<String, String> environment =
        new HashMap<>(Map.of("TRACECAST_COUNTER", counter, "OMPI_MCA_mpi_yield_when_idle", "0"));
    for (int i = 0; i < settings.length; i += 2) {
      environment.put(settings[i], settings[i + 1]);
    }
    Path program = mpi.compile(folder, "polling.c", "mpicc");
    Path logs = Files.createTempDirectory(folder, "logs");
    MpiInstallation.Ended ended = mpi.run(program, 2, logs, environment, mode);
    String worked = ended
        .output()
        .lines()
        .filter(line -> line.startsWith("worked "))
        .findFirst()
        .orElseThrow(() -> new AssertionError(ended.output()));
    Trace trace = Recordings.compress(logs, CompressOptions.DEFAULT, events -> {});
    return new Polling(trace, Double.parseDouble(worked.substring("worked ".length())));
  }

  /** The least of three runs, by call, because some times are out of line on a busy machine. */
  private Map<String, Double> leastComputed(MpiInstallation mpi, String mode, String counter)
      throws Exception {
    Map<String, Double> least = new TreeMap<>();
    for (int run = 0; run < 3; run++) {
      polling(mpi, mode, counter)
          .computed()
          .forEach((call, seconds) -> least.merge(call, seconds, Math::min));
    }
    return least;
  }

  @ParameterizedTest
  @EnumSource
  void aLoopThatOnlyPollsWaitsWhateverItPollsWith(MpiInstallation mpi) throws Exception {
    Map<String, Double> waiting = leastComputed(mpi, "loop", "cpu-time");
    assertThat(waiting).containsKeys(OF_MPI_3.toArray(String[]::new));
    assertThat(waiting.containsKey(OF_MPI_4)).isEqualTo(mpi == MpiInstallation.MPICH);
    Map<String, Double> computing =
        polling(mpi, "loop", "cpu-time", "TRACECAST_POLLING", "computation").computed();
    assertThat(sum(waiting)).isLessThan(sum(computing) / 2);
  }

  @ParameterizedTest
  @CsvSource({"OPENMPI,work", "MPICH,work", "OPENMPI,tasks", "MPICH,tasks"})
  void workBetweenPollsIsComputation(MpiInstallation mpi, String mode) throws Exception {
    Polling polling = polling(mpi, mode, "cpu-time");
    assertThat(polling.workedSeconds()).isPositive();
    // On a busy machine, the loop beside the work may take long too.
    assertThat(polling.computedSeconds()).isGreaterThan(0.8 * polling.workedSeconds());
  }

  @ParameterizedTest
  @CsvSource({"OPENMPI,time", "MPICH,time", "OPENMPI,cpu-time", "MPICH,cpu-time"})
  void aLoopThatSleepsBetweenPollsWaits(MpiInstallation mpi, String counter) throws Exception {
    double waiting = sum(leastComputed(mpi, "sleep", counter));
    double computing =
        polling(mpi, "sleep", counter, "TRACECAST_POLLING", "computation").computedSeconds();
    assertThat(waiting).isLessThan(computing / 4);
  }

  @ParameterizedTest
  @EnumSource
  void aStatusThatSaysCompleteIsATestAndItsWaitIsKept(MpiInstallation mpi) throws Exception {
    Trace trace = polling(mpi, "loop", "cpu-time").trace();
    List<MpiCall> calls = trace.events().stream().map(Event::call).toList();
    assertThat(calls).contains(MpiCall.WAIT).doesNotContain(MpiCall.REQUEST_GET_STATUS);
  }
}
