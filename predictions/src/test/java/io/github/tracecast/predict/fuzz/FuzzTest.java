package io.github.tracecast.predict.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** A short run of the fuzz driver; {@code benchmarks/fuzz} gives it minutes and another seed. */
@ResourceLock("mpi")
class FuzzTest {
  private static final int SHORT_RUN = 150;

  @TempDir
  private Path folder;

  @Test
  void damagedInputsAndRandomOptionsEndInAResultOrOneClearError() {
    long seed = Long.getLong("fuzz.seed", 1);
    long first = Long.getLong("fuzz.first", 0);
    FuzzDriver driver = new FuzzDriver(seed, folder, Path.of("target", "fuzz"));

    Long seconds = Long.getLong("fuzz.seconds");
    long end = seconds == null ? first + SHORT_RUN : driver.run(first, seconds);
    if (seconds == null) {
      for (long number = first; number < end; number++) {
        driver.runCase(number);
      }
    }

    System.out.println(
        "Cases " + first + " to " + (end - 1) + " of seed " + seed + ": " + driver.cases());
    List<String> findings = driver.findings();
    findings.forEach(System.out::println);
    assertThat(findings).isEmpty();
  }
}
