package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ResourceLock("mpi")
@Order(1)
class RestartedRequestsTest {
  @TempDir
  Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"openmpi", "mpich"})
  void persistentRequestsAreStartedAgainInTheOrderInWhichTheyWereCompleted(String mpi)
      throws Exception {
    RecordedProgram recorded = RecordedProgram.of(
        mpi, folder, 3, Files.readString(Path.of("../recorder/tests/restarts.c")));

    for (String call : new String[] {"Waitany", "Testany", "Waitsome", "Testsome"}) {
      assertThat(recorded.expanded(0)).containsPattern("MPI_" + call + " .*requests=.* outcomes=");
    }
    for (String engine : new String[] {"loggp", "flows"}) {
      assertThat(recorded.predicted(recorded.trace(), engine)).contains("3 ranks");
    }
    recorded.runsAsProgram();
  }
}
