package io.github.tracecast.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import org.junit.jupiter.api.function.Executable;

/** A limit of the processor time of one thread, which does not grow on a busy machine as elapsed time does. */
final class CpuLimit {
  /** A time that only a hanging thread takes, even on a busy machine. */
  private static final Duration PATIENCE = Duration.ofMinutes(15);

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private CpuLimit() {}

  /** Does the work. Fails if it takes more processor time, or hangs. */
  static void within(int seconds, Executable work) {
    assertTimeoutPreemptively(PATIENCE, () -> {
      long start = THREADS.getCurrentThreadCpuTime();
      work.execute();
      assertThat(Duration.ofNanos(THREADS.getCurrentThreadCpuTime() - start))
          .as("processor time")
          .isLessThan(Duration.ofSeconds(seconds));
    });
  }
}
