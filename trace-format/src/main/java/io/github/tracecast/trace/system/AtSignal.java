package io.github.tracecast.trace.system;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/**
 * Cleans up when a signal ends the program before this is closed. Temporary files are created
 * within {@link #unlessEnded}, so that none appears after the clean-up. Thread-safe.
 */
public final class AtSignal implements AutoCloseable {
  /** Exit codes of SIGHUP, SIGINT and SIGTERM. */
  private static final Set<Integer> ENDING = Set.of(129, 130, 143);

  private static final long PATIENCE_MILLIS = 2000;

  private final Thread hook;
  private boolean ended;

  private AtSignal(Runnable cleaning) {
    this.hook = new Thread(() -> end(cleaning), "clean up at a signal");
  }

  /** Creates a resource that needs a clean-up. */
  @FunctionalInterface
  public interface Making<T> {
    T make() throws IOException;
  }

  /**
   * Watches for signals. If one is ending the program already, nothing is cleaned up: only work that the end
   * waits for goes on then, such as writing the trace of an interrupted recording.
   */
  public static AtSignal run(Runnable cleaning) {
    AtSignal watch = new AtSignal(cleaning);
    try {
      Runtime.getRuntime().addShutdownHook(watch.hook);
    } catch (IllegalStateException e) {
      return watch; // the end has begun
    }
    return watch;
  }

  private synchronized void end(Runnable cleaning) {
    ended = true;
    cleaning.run();
  }

  /** Makes something. If a signal is ending the program already, this does not return. */
  public synchronized <T> T unlessEnded(Making<T> making) throws IOException {
    if (ended) {
      waitForEnd();
    }
    return making.make();
  }

  /**
   * Gives a signal the time to end this process, if it has just ended a child process: Ctrl-C goes to
   * both, and the exit code says so.
   *
   * @param exitCode of the child process
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
      return; // the signal came first
    }
  }
}
