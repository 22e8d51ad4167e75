package io.github.tracecast.trace.system;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/**
 * Cleans up when a signal ends the program before {@link #close}. Temporary files must be created
 * within {@link #unlessEnded}, so that no file appears after the clean-up. Thread-safe.
 */
public final class AtSignal implements AutoCloseable {
  /** The exit codes of processes that SIGHUP, SIGINT and SIGTERM ended. */
  private static final Set<Integer> ENDING = Set.of(129, 130, 143);

  private static final long PATIENCE_MILLIS = 2000;

  private final Thread hook;
  private boolean ended;

  private AtSignal(Runnable cleaning) {
    this.hook = new Thread(() -> end(cleaning), "clean up at a signal");
  }

  /** Creates a resource that the clean-up after a signal must remove. */
  @FunctionalInterface
  public interface Making<T> {
    T make() throws IOException;
  }

  /**
   * Watches for signals. If a signal is already ending the program, nothing will be cleaned up: the
   * only work that still goes on is work for which the end of the program waits, such as writing
   * the trace of an interrupted recording.
   */
  public static AtSignal run(Runnable cleaning) {
    AtSignal watch = new AtSignal(cleaning);
    try {
      Runtime.getRuntime().addShutdownHook(watch.hook);
    } catch (IllegalStateException e) {
      return watch; // a signal is ending the program already
    }
    return watch;
  }

  private synchronized void end(Runnable cleaning) {
    ended = true;
    cleaning.run();
  }

  /** Creates a resource, or waits for the end of the program if a signal is ending it already. */
  public synchronized <T> T unlessEnded(Making<T> making) throws IOException {
    if (ended) {
      waitForEnd();
    }
    return making.make();
  }

  /**
   * Waits so that a signal can end this process, if the signal has just ended a child process.
   * Ctrl-C reaches this process and the child, and the exit code of the child shows it.
   *
   * @param exitCode the exit code of the child process
   */
  public static void letEnd(int exitCode) throws InterruptedException {
    if (ENDING.contains(exitCode)) {
      Thread.sleep(PATIENCE_MILLIS);
    }
  }

  private static void waitForEnd() {
    while (true) {
      LockSupport.park();
    }
  }

  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      return; // a signal is ending the program already
    }
  }
}
