package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Text traces with some changed bytes. They never cause an internal fault or a huge trace. */
class DamagedTracesTest {
  private static final int CASES = Integer.getInteger("tracecast.damaged.cases", 300);
  private static final long FEW_CALLS = 100_000;
  private static final String BYTES = "0123456789 -.x\n";

  @TempDir
  private Path folder;

  @Test
  void aDamagedTraceIsReplayedOrRefusedInOneLine() throws IOException {
    List<String> patterns = List.of(
        "stencil --shape 3x2x2 --steps 3 --compute 1e-3",
        "pingpong --steps 2 --ranks 3",
        "allreduce --ranks 5 --bytes 64 --algorithm ring",
        "alltoall --ranks 4 --steps 2",
        "bcast --ranks 6 --algorithm binomial",
        "allreduce --ranks 4 --datatype double");
    for (int seed = 1; seed <= CASES; seed++) {
      Path file = folder.resolve("damaged.ctrace");
      Cli.generate(file, patterns.get(seed % patterns.size()) + " --text");
      damage(file, new Random(seed));

      Cli.Result info = Cli.run("info", file.toString(), "--json", "-");
      assertSound(info, seed);
      if (info.exitCode() == 0 && calls(info.out()) <= FEW_CALLS) {
        assertSound(Cli.run("expand", file.toString(), "--all"), seed);
        assertSound(
            Cli.run("predict", file.toString(), "--platform", "cluster", "--engine", "loggp"),
            seed);
      }
    }
  }

  private static void damage(Path file, Random random) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    int changes = 1 + random.nextInt(3);
    for (int i = 0; i < changes; i++) {
      int at = 20 + random.nextInt(bytes.length - 20);
      bytes[at] = (byte) BYTES.charAt(random.nextInt(BYTES.length()));
    }
    Files.write(file, bytes);
  }

  private static long calls(String json) {
    String rest = json.substring(json.indexOf("\"mpi_calls\" : ") + 14);
    return Long.parseLong(rest.substring(0, rest.indexOf(',')));
  }

  private static void assertSound(Cli.Result result, int seed) throws IOException {
    assertThat(result.exitCode()).as("case %d: %s", seed, result.err()).isIn(0, 2);
    if (result.exitCode() == 2) {
      String error = result
          .err()
          .lines()
          .filter(line -> !line.startsWith("warning: "))
          .findFirst()
          .orElse("");
      assertThat(error).as("case %d", seed).startsWith("error: ").hasSizeLessThan(600);
      assertThat(error.getBytes(StandardCharsets.UTF_8)).as("case %d", seed).doesNotContain((byte)
          0);
    }
  }
}
