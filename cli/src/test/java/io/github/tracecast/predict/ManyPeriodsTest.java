package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * One event whose size, tag and communicator have periods of 101, 103 and 107. They repeat together
 * after 1,113,121 executions, and the event has 3,000.
 */
class ManyPeriodsTest {
  private static final int MESSAGES = 3000;

  @TempDir
  private Path folder;

  private String trace = "";
  private long bytes;

  @BeforeEach
  void write() throws IOException {
    StringBuilder text = new StringBuilder("""
        ranks 2
        datatype 1 MPI_BYTE
        group 0 (0 1 2)
        communicator 0 group 0 MPI_COMM_WORLD
        communicator 1 self MPI_COMM_SELF
        communicator 2 group 0 twin
        """);
    for (int rank = 0; rank < 2; rank++) {
      text.append("rank " + rank + "\n0 MPI_Init compute=0.00us site=main\n");
      for (int i = 0; i < MESSAGES; i++) {
        text.append((i + 1) + (rank == 0 ? " MPI_Send" : " MPI_Recv")
            + " compute=0.00us communicator=" + (i % 107 == 5 ? 2 : 0)
            + (rank == 0 ? " destination=1" : " source=0") + " tag=" + i % 103 * i % 103
            + " count=" + (1 + i % 101 * (i % 101)) + " datatype=MPI_BYTE site=loop\n");
        bytes += rank == 0 ? 1 + i % 101 * (i % 101) : 0;
      }
      text.append((MESSAGES + 1) + " MPI_Finalize compute=0.00us site=main\n");
    }
    trace = folder.resolve("periods.ctrace").toString();
    Cli.run("import", Files.writeString(folder.resolve("listing"), text).toString(), "-o", trace)
        .expectOut();
  }

  private static String predict(String trace) {
    return Cli.run(
            "predict", trace, "--platform", "loggp-default", "--engine", "loggp", "--json", "-")
        .expectOut();
  }

  @Test
  void theLeastCommonMultipleOfItsPeriodsIsNoReasonToRefuseIt() {
    assertThat(Cli.run("info", trace).expectOut())
        .containsIgnoringWhitespaces("events     4 at 2 call sites");
    assertThat(predict(trace))
        .contains("\"messages\" : " + MESSAGES + ",", "\"bytes\" : " + bytes + ",");
  }

  @ParameterizedTest
  @ValueSource(strings = {"tit", "goal"})
  void itsExportsAreReadAgain(String to) {
    String again = folder.resolve("again." + to).toString();
    Cli.run("export", trace, "--to", to, "-o", again).expectOut();
    assertThat(seconds(predict(again))).isEqualTo(seconds(predict(trace)));
  }

  private static String seconds(String json) {
    return json.lines()
        .filter(line -> line.contains("predicted_seconds"))
        .findFirst()
        .orElseThrow();
  }
}
