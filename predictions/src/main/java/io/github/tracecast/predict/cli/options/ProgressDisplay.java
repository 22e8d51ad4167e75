package io.github.tracecast.predict.cli.options;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.LongConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/**
 * Shows the progress of long work on standard error, only on a terminal and only after a second.
 */
public final class ProgressDisplay implements LongConsumer, AutoCloseable {
  private static final long PATIENCE_NANOS = 1_000_000_000;

  private final String task;
  private final String unit;
  private final long total;
  private final boolean shown;
  private final long begin = System.nanoTime();
  private ProgressBar bar;

  /**
   * @param total the whole work in units
   * @param wanted false for no display at all
   */
  public ProgressDisplay(String task, String unit, long total, boolean wanted) {
    this.task = task;
    this.unit = unit;
    this.total = total;
    this.shown = wanted && onTerminal();
  }

  /** Whether standard error is a terminal. */
  private static boolean onTerminal() {
    try {
      String target = Files.readSymbolicLink(Path.of("/proc/self/fd/2")).toString();
      return target.startsWith("/dev/pts/")
          || target.startsWith("/dev/tty")
          || target.equals("/dev/console");
    } catch (IOException | UnsupportedOperationException e) {
      return System.console() != null && System.console().isTerminal();
    }
  }

  @Override
  public void accept(long done) {
    if (!shown || System.nanoTime() - begin < PATIENCE_NANOS) {
      return;
    }
    if (bar == null) {
      bar = new ProgressBarBuilder()
          .setTaskName(task)
          .setUnit(" " + unit, 1)
          .setInitialMax(total)
          .setUpdateIntervalMillis(500)
          .setStyle(ProgressBarStyle.ASCII)
          .showSpeed()
          .startsFrom(done, Duration.ofNanos(System.nanoTime() - begin))
          .build();
    }
    bar.stepTo(done);
  }

  @Override
  public void close() {
    if (bar != null) {
      bar.close();
    }
  }
}
