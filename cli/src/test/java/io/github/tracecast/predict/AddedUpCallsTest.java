package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The output for events that represent several calls. */
class AddedUpCallsTest {
  private static final String TRACE = """
      tracecast-trace 7
      ranks %1$d
      requests 100

      site 0 "poll"

      loop 0 to 0 iterations 10
      event 0 MPI_Iprobe site 0 source any tag any outcomes 0
        compute microseconds count 10 min 1.0 avg 1.0 max 1.0
      %2$send 1 events
      """;

  @TempDir
  Path folder;

  private Path trace(String calls) throws IOException {
    return trace(1, calls);
  }

  private Path trace(int ranks, String calls) throws IOException {
    return Files.writeString(folder.resolve(ranks + ".ctrace"), TRACE.formatted(ranks, calls));
  }

  @Test
  void infoGivesTheirSum() throws IOException {
    Path counted = trace("  calls count 10 min 1.0 avg 25.3 max 200.0\n");

    assertThat(Cli.run("info", counted.toString()).out())
        .containsIgnoringWhitespaces(
            "10 of these calls stand for 253 waits, tests and probes; one call stands for at most 200");
    assertThat(Cli.run("info", counted.toString(), "--json", "-").out())
        .contains("\"added_up_calls\"")
        .containsPattern("\"made\" ?: ?253");
  }

  @Test
  void aPredictionDoesNotDependOnThem() throws IOException {
    String without = prediction(trace(""));
    String with = prediction(trace("  calls count 10 min 1.0 avg 25.3 max 200.0\n"));
    assertThat(with).isEqualTo(without);
  }

  @Test
  void anExtrapolatedTraceHasAsManyForEachRank() throws IOException {
    Path small = trace(16, "  calls count 160 min 1.0 avg 25.5 max 200.0\n");
    Path medium = trace(64, "  calls count 640 min 1.0 avg 25.5 max 220.0\n");
    String large = folder.resolve("large.ctrace").toString();

    Cli.run("extrapolate", small.toString(), medium.toString(), "--ranks", "256", "-o", large)
        .expectOut();
    assertThat(Cli.run("info", large).out())
        .containsIgnoringWhitespaces(
            "2,560 of these calls stand for 65,280 waits, tests and probes; one call stands for at most 220");
  }

  private static String prediction(Path trace) {
    return Cli.run("predict", trace.toString(), "--platform", "cluster", "--engine", "loggp")
        .out()
        .lines()
        .filter(line -> line.startsWith("Predicted"))
        .findFirst()
        .orElseThrow();
  }
}
