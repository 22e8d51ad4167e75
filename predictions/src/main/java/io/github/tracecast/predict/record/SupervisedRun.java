package io.github.tracecast.predict.record;

import io.github.tracecast.predict.internal.UsageException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A run of the user's command that ends with this process, whatever ends that. When this process is told to end by a signal, the command
 * is told so too, and this process lives on until {@link #close}: what was recorded is still written. One thread.
 */
public final class SupervisedRun implements AutoCloseable {
  /** Exit codes above it tell the signal that ended a program. */
  private static final int SIGNALLED = 128;

  private static final int LAST_SIGNAL = 64;
  private static final long PATIENCE_MINUTES = 10;

  private final Process process;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread atShutdown = new Thread(this::shutDown, "end the recorded command");
  private volatile boolean interrupted;

  private SupervisedRun(Process process) {
    this.process = process;
    Runtime.getRuntime().addShutdownHook(atShutdown);
  }

  /**
   * Starts a command with this process' input and outputs.
   *
   * @param more what is set in its environment
   * @throws UsageException where it cannot be started
   */
  public static SupervisedRun start(
      List<String> command, Map<String, String> more, RecorderLibrary recorder) {
    if (Commands.onPath(command.getFirst()).isEmpty()) {
      throw new UsageException("cannot run " + command.getFirst() + ": found no such program");
    }
    ProcessBuilder builder = new ProcessBuilder(recorder.supervised(command)).inheritIO();
    builder.environment().putAll(more);
    try {
      return new SupervisedRun(builder.start());
    } catch (IOException e) {
      throw new UsageException("cannot run " + command.getFirst() + ": " + e.getMessage());
    }
  }

  /** Waits for the end of the command: its exit code, or 128 and the signal that ended it. */
  public int await() throws InterruptedException {
    return process.waitFor();
  }

  /** Whether this process was told to end meanwhile. */
  public boolean isInterrupted() {
    return interrupted;
  }

  /** Whether an exit code tells of an end by a signal. */
  public static boolean isSignal(int exitCode) {
    return exitCode > SIGNALLED && exitCode <= SIGNALLED + LAST_SIGNAL;
  }

  /** Runs beside the thread that waits for the command, and keeps the process alive until that one is done. */
  private void shutDown() {
    if (closed.getCount() == 0) {
      return;
    }
    interrupted = true;
    process.destroy();
    try {
      closed.await(PATIENCE_MINUTES, TimeUnit.MINUTES);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Says that all is written: nothing is left that must happen before this process ends. */
  @Override
  public void close() {
    closed.countDown();
    if (!interrupted) {
      try {
        Runtime.getRuntime().removeShutdownHook(atShutdown);
      } catch (IllegalStateException e) {
        return; // it runs already, and sees that all is closed
      }
    }
  }
}
