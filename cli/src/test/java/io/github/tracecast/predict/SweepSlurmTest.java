package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** A sweep through a real Slurm, which is started for the test and stopped after it. */
@ResourceLock("mpi")
@Order(1)
class SweepSlurmTest {
  @TempDir
  private Path folder;

  @Test
  void anArrayOfSharesAndACollectorEndWithTheBytesOfOneRun() throws Exception {
    String trace =
        Cli.generate(folder.resolve("s.ctrace"), "ring --ranks 8 --steps 10 --bytes 100");
    Path whole = folder.resolve("whole.csv");
    Cli.run(SweepBatchTest.command(
            trace,
            "--journal",
            folder.resolve("whole.journal").toString(),
            "--csv",
            whole.toString()))
        .expectOut();
    try (Slurm slurm = Slurm.start(folder, "")) {
      Path csv = folder.resolve("array.csv");
      List<String> command = SimGridChild.command(
          SimGridChild.libraryPath(),
          SimGridChild.classPath(),
          SweepBatchTest.command(
              trace, "--batch", "slurm 4", "--journal", "array.journal", "--csv", csv.toString()));
      Slurm.Ended submitted = slurm.run(Map.of(), command);
      assertThat(submitted.code()).as(submitted.output()).isZero();
      assertThat(submitted.output())
          // a share that starts before the collector is submitted takes a number of its own
          .matches(
              "Submitted to Slurm: job array 1 for 4 shares, then job [2-6], which reports all points to array.journal.log\n");
      long begin = System.nanoTime();
      while (!Files.exists(csv)
          && System.nanoTime() - begin < Slurm.PATIENCE_SECONDS * 1_000_000_000L) {
        Thread.sleep(200);
      }

      assertThat(csv).hasSameBinaryContentAs(whole);
      for (int share = 1; share <= 4; share++) {
        assertThat(folder.resolve("array.journal." + share + ".log"))
            .content()
            .contains("Share " + share + "/4: 2 points of 8 in array.journal\n");
      }
      assertThat(Files.readAllLines(folder.resolve("array.journal"))).hasSize(9);
    }
  }
}
