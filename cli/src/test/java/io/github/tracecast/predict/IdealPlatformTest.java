package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** On the ideal machine only computation takes time, and waiting for somebody else's; to the picosecond, on both engines. */
class IdealPlatformTest {
  private static final int RANKS = 8;
  private static final int STEPS = 100;

  @TempDir
  private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"loggp", "simgrid"})
  void aRingCostsNothingButItsComputation(String engine) throws IOException {
    String[] lines = new String[RANKS];
    for (int rank = 0; rank < RANKS; rank++) {
      String step = "irecv %d 1 5000000%n compute 1000000%n send %d 1 5000000%n waitall 1%n"
          .formatted((rank + RANKS - 1) % RANKS, (rank + 1) % RANKS);
      lines[rank] = "init 1\n" + step.repeat(STEPS) + "finalize\n";
    }

    assertThat(predictedSeconds(tasks(lines), engine)).isEqualTo(0.1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"loggp", "simgrid"})
  void ranksWaitForTheSlowestAndForNothingElse(String engine) throws IOException {
    String[] lines = new String[RANKS];
    for (int rank = 0; rank < RANKS; rank++) {
      StringBuilder steps = new StringBuilder("init 1\n");
      for (int step = 0; step < STEPS; step++) {
        int work = step % RANKS == rank ? 3_000_000 : 1_000_000;
        steps.append("compute ").append(work).append("\nallreduce 1000 0\n");
      }
      lines[rank] = steps.append("finalize\n").toString();
    }

    assertThat(predictedSeconds(tasks(lines), engine)).isEqualTo(0.3);
  }

  @ParameterizedTest(name = "{0} on {1}")
  @CsvSource({
    "pingpong --bytes 2147483647 --steps 3, loggp",
    "pingpong --bytes 2147483647 --steps 3, simgrid",
    "alltoall --ranks 32 --bytes 100000, loggp",
    "alltoall --ranks 32 --bytes 100000, simgrid",
    "bcast --ranks 100 --bytes 1000000, loggp",
    "bcast --ranks 100 --bytes 1000000, simgrid",
    "stencil --shape 2d --ranks 64 --steps 5 --bytes 65536, loggp",
    "stencil --shape 2d --ranks 64 --steps 5 --bytes 65536, simgrid",
  })
  void communicationTakesNoTimeWhateverItsSize(String pattern, String engine) {
    assertThat(predictedSeconds(Cli.generate(folder.resolve("p.ctrace"), pattern), engine))
        .isZero();
  }

  private String tasks(String[] lines) throws IOException {
    StringBuilder text = new StringBuilder();
    for (int rank = 0; rank < lines.length; rank++) {
      int task = rank;
      lines[rank].lines().forEach(line -> text.append(task + " " + line.strip() + "\n"));
    }
    String raw = Files.writeString(folder.resolve("ring.tit"), text).toString();
    String trace = folder.resolve("ring.ctrace").toString();
    Cli.run("compress", raw, "--deltas-detail", "all", "-o", trace).expectOut();
    return trace;
  }

  private static double predictedSeconds(String trace, String engine) {
    if (engine.equals("simgrid")) {
      SimGridChild.assumeInstalled();
      return Replayed.bySimGrid(trace, "--platform ideal").seconds();
    }
    return Replayed.byLogGp(trace, "--platform ideal").seconds();
  }
}
