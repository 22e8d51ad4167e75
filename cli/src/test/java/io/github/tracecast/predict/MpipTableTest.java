package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The variation of call sites' times between ranks, as mpiP's reports have it. */
class MpipTableTest {
  private static final int STEPS = 200;
  private static final String COV = "coefficient_of_variation";

  @TempDir
  private Path folder;

  private Path trace;

  /**
   * In each step, rank 0 sends once and rank 1 twice. Then rank 0 waits in a barrier for 2 ms, and
   * rank 1 does not wait.
   */
  @BeforeEach
  void write() throws IOException {
    StringBuilder text = new StringBuilder("""
        ranks 2
        datatype 1 MPI_BYTE
        group 0 (0 1 2)
        communicator 0 group 0 MPI_COMM_WORLD
        communicator 1 self MPI_COMM_SELF
        """);
    String message = "tag=0 count=8 datatype=MPI_BYTE site=";
    for (int rank = 0; rank < 2; rank++) {
      text.append("rank ").append(rank).append('\n');
      int call = 0;
      for (int step = 0; step < STEPS; step++) {
        for (int sent = 0; sent <= rank; sent++) {
          text.append(call++ + " MPI_Send communicator=0 destination=" + (1 - rank) + " " + message
              + "send\n");
        }
        for (int received = rank; received < 2; received++) {
          text.append(call++ + " MPI_Recv communicator=0 source=" + (1 - rank) + " " + message
              + "receive\n");
        }
        text.append(call++ + " MPI_Barrier compute=" + (1000 + 2000 * rank)
            + "us communicator=0 site=barrier\n");
      }
    }
    trace = folder.resolve("run.ctrace");
    Path calls = Files.writeString(folder.resolve("calls.txt"), text);
    Cli.run("compress", calls.toString(), "-o", trace.toString()).expectOut();
  }

  private JsonNode predicted(String engine, String... more) throws IOException {
    Path file = folder.resolve("out.json");
    String words = "predict " + trace + " --platform cluster --engine " + engine + " --json " + file
        + " " + String.join(" ", more);
    Cli.run(words.strip().split(" ")).expectOut();
    return JsonMapper.shared().readTree(Files.readString(file));
  }

  private static double variation(JsonNode prediction, String call) {
    return prediction
        .get("by_call_site")
        .valueStream()
        .filter(site -> site.get("call").asString().equals(call))
        .findFirst()
        .orElseThrow()
        .get(COV)
        .doubleValue();
  }

  /** With two ranks it is the difference of their times, divided by their sum, times the root of 2. */
  @ParameterizedTest
  @ValueSource(strings = {"loggp", "flows"})
  void itIsTheSampleDeviationBetweenRanksDividedByTheMean(String engine) throws IOException {
    JsonNode prediction = predicted(engine, "--verbose");

    assertThat(prediction.get("events_replayed").asLong())
        .isLessThan(prediction.get("mpi_calls").asLong());
    assertThat(variation(prediction, "MPI_Send")).isCloseTo(Math.sqrt(2) / 3, within(1e-3));
    assertThat(variation(prediction, "MPI_Barrier")).isCloseTo(Math.sqrt(2), within(0.05));
  }

  @ParameterizedTest
  @ValueSource(strings = {"loggp", "flows"})
  void itChangesNothingElse(String engine) throws IOException {
    JsonNode with = predicted(engine, "--verbose");
    JsonNode without = predicted(engine);

    assertThat(without.get("by_call_site").valueStream().map(site -> site.has(COV)))
        .isNotEmpty()
        .containsOnly(false);
    for (JsonNode prediction : new JsonNode[] {with, without}) {
      prediction.get("by_call_site").forEach(site -> ((ObjectNode) site).remove(COV));
      for (String cost : new String[] {
        "wall_seconds", "events_per_second", "messages_per_second", "peak_memory_bytes"
      }) {
        ((ObjectNode) prediction).remove(cost);
      }
    }
    assertThat(with).isEqualTo(without);
  }

  @ParameterizedTest
  @ValueSource(strings = {"loggp", "flows"})
  void theTableHasTheOrderOfMpip(String engine) {
    String words = "predict " + trace + " --platform cluster --engine " + engine + " --verbose";

    assertThat(Cli.run(words.split(" ")).expectOut())
        .containsPattern("By call site as in mpiP, sum over all ranks\n"
            + " +call +site +time, m?s +app % +MPI % +count +COV\n +MPI_Barrier ");
  }
}
