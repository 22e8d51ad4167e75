package io.github.tracecast.predict.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** A short run of the fuzz driver; {@code benchmarks/fuzz} gives it 100,000 cases. */
@ResourceLock("mpi")
@Order(1)
class FuzzTest {
  private static final int SHORT_RUN = 200;
  private static final int SHORT_PROGRAMS = 20;

  /** In the module's folder, which the test need not run in. */
  private static final Path REPORTS = Path.of(System.getProperty("basedir", ""), "target", "fuzz");

  @TempDir
  private Path folder;

  @Test
  void damagedInputsAndRandomOptionsEndInAResultOrOneClearError() {
    String only = System.getProperty("fuzz.only", "");
    run(new Targets(new Seeds(folder, only), only)::of, Long.getLong("fuzz.cases", SHORT_RUN));
  }

  @Test
  void randomProgramsTakeTheSameTimeHoweverTheyAreReplayed() {
    run(ProgramCases::of, SHORT_PROGRAMS);
  }

  private void run(BiFunction<Long, Random, FuzzCase> cases, long count) {
    long first = Long.getLong("fuzz.first", 0);
    long seed = Long.getLong("fuzz.seed", 1);
    FuzzDriver driver = new FuzzDriver(seed, cases, folder, REPORTS);

    driver.run(first, count);

    System.out.println("Cases " + first + " to " + (first + count - 1) + " of seed " + seed);
    driver.summary().forEach(System.out::println);
    List<String> findings = driver.findings();
    findings.forEach(System.out::println);
    assertThat(findings).isEmpty();
  }
}
