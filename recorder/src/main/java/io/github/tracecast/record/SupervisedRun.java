package io.github.tracecast.record;

import io.github.tracecast.trace.text.UsageException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A run of the user's command that ends at the latest when this process ends. A signal that ends
 * this process is passed to the command. This process stays alive until {@link #close}, so that the
 * recording can still be written. Not thread-safe.
 */
public final class SupervisedRun implements AutoCloseable {
  /** If a signal ends a program, the exit code is this number plus the signal's number. */
  private static final int SIGNALLED = 128;

  private static final int LAST_SIGNAL = 64;
  private static final long PATIENCE_MINUTES = 10;

  /**
   * Lets Open MPI 4 and 5 start more ranks than there are cores. The recorder notes in the trace
   * that ranks shared processors.
   */
  private static final Map<String, String> OVERSUBSCRIBING = Map.of(
      "OMPI_MCA_rmaps_base_oversubscribe", "1",
      "PRTE_MCA_rmaps_default_mapping_policy", ":oversubscribe");

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
   * @param more additional environment variables of the command
   * @throws UsageException if the command cannot be started
   */
  public static SupervisedRun start(
      List<String> command, Map<String, String> more, RecorderLibrary recorder) {
    if (Commands.onPath(command.getFirst()).isEmpty()) {
      throw new UsageException("cannot run " + command.getFirst() + ": found no such program");
    }
    ProcessBuilder builder = new ProcessBuilder(recorder.supervised(command)).inheritIO();
    OVERSUBSCRIBING.forEach(builder.environment()::putIfAbsent);
    builder.environment().putAll(more);
    try {
      return new SupervisedRun(builder.start());
    } catch (IOException e) {
      throw new UsageException("cannot run " + command.getFirst() + ": " + e.getMessage());
    }
  }

  /**
   * Waits for the end of the command. Returns its exit code, or 128 plus the signal that ended it.
   */
  public int await() throws InterruptedException {
    return process.waitFor();
  }

  /** Whether this process received a signal to end during the run. */
  public boolean isInterrupted() {
    return interrupted;
  }

  /** Whether an exit code means that a signal ended the program. */
  public static boolean isSignal(int exitCode) {
    return exitCode > SIGNALLED && exitCode <= SIGNALLED + LAST_SIGNAL;
  }

  /**
   * Shutdown hook: ends the command, and keeps the process alive until {@link #close}. The hook
   * runs in parallel to the thread that waits for the command.
   */
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

  /** Declares that all files are written, so that this process may end. */
  @Override
  public void close() {
    closed.countDown();
    if (!interrupted) {
      try {
        Runtime.getRuntime().removeShutdownHook(atShutdown);
      } catch (IllegalStateException e) {
        return; // the hook runs already, and ends because the run is closed
      }
    }
  }
}
