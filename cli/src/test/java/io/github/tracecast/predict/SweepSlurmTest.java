package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** A sweep through a real Slurm, which is started for the test and stopped after it. */
@ResourceLock("mpi")
@Order(1)
class SweepSlurmTest {
  private static final Path SCRIPT = Path.of("src/test/shell/slurm.sh").toAbsolutePath();
  private static final int PATIENCE_SECONDS = 120;

  @TempDir
  private Path folder;

  private record Ended(int code, String output) {}

  private Ended run(Map<String, String> environment, List<String> command) throws Exception {
    Path output = folder.resolve("output");
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().putAll(environment);
    Process process = builder
        .directory(folder.toFile())
        .redirectErrorStream(true)
        .redirectOutput(output.toFile())
        .start();
    process.getOutputStream().close();
    assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS))
        .as("%s", command)
        .isTrue();
    return new Ended(process.exitValue(), Files.readString(output, StandardCharsets.UTF_8));
  }

  private static List<String> sweep(String trace, String... more) {
    List<String> words = new ArrayList<>(List.of(
        "sweep",
        trace,
        "--platform",
        "bluegene-l",
        "--engine",
        "loggp",
        "--vary",
        "network.hop_latency=10ns:10us:log8"));
    words.addAll(List.of(more));
    return words;
  }

  @Test
  void anArrayOfSharesAndACollectorEndWithTheBytesOfOneRun() throws Exception {
    String trace =
        Cli.generate(folder.resolve("s.ctrace"), "ring --ranks 8 --steps 10 --bytes 100");
    Path whole = folder.resolve("whole.csv");
    Cli.run(sweep(
                trace,
                "--journal",
                folder.resolve("whole.journal").toString(),
                "--csv",
                whole.toString())
            .toArray(String[]::new))
        .expectOut();
    String slurm = folder.resolve("slurm").toString();
    Map<String, String> environment = Map.of("SLURM_CONF", slurm + "/slurm.conf");
    Ended started = run(Map.of(), List.of("sh", SCRIPT.toString(), "start", slurm));
    if (started.code() == 3) {
      Assumptions.abort(
          "SKIPPED: no Slurm can be started here: " + started.output().strip());
    }
    assertThat(started.code()).as(started.output()).isZero();
    try {
      Path csv = folder.resolve("array.csv");
      List<String> command = SimGridChild.command(
          SimGridChild.libraryPath(),
          SimGridChild.classPath(),
          sweep(trace, "--slurm", "4", "--journal", "array.journal", "--csv", csv.toString())
              .toArray(String[]::new));
      Ended submitted = run(environment, command);
      assertThat(submitted.code()).as(submitted.output()).isZero();
      assertThat(submitted.output())
          // a share that starts before the collector is submitted takes a number of its own
          .matches(
              "Submitted to Slurm: job array 1 of 4 shares, then job [2-6], which reports all points to array.journal.log\n");
      long begin = System.nanoTime();
      while (!Files.exists(csv) && System.nanoTime() - begin < PATIENCE_SECONDS * 1_000_000_000L) {
        Thread.sleep(200);
      }

      assertThat(csv).hasSameBinaryContentAs(whole);
      for (int share = 1; share <= 4; share++) {
        assertThat(folder.resolve("array.journal." + share + ".log"))
            .content()
            .contains("Share " + share + "/4: 2 points of 8 in array.journal\n");
      }
      assertThat(Files.readAllLines(folder.resolve("array.journal"))).hasSize(9);
    } finally {
      run(Map.of(), List.of("sh", SCRIPT.toString(), "stop", slurm));
    }
  }
}
