package io.github.tracecast.trace.system;

import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs numbered parts of a computation, such as the files of ranks, on several threads. A thread
 * takes the next part when it has ended a part, so at most as many parts are under way as there are
 * threads.
 *
 * <p>The outcome is the same as with one thread: the failure of the first part that fails is
 * thrown. Parts before this part are completed first, because one of them may fail, too. Parts
 * after this part end at their next report of progress.
 */
public final class ParallelParts {
  private static final ThreadFactory THREADS =
      Thread.ofPlatform().daemon().name("part-", 0).factory();

  private final int parts;
  private final LongConsumer progress;
  private final Part part;
  private final BitSet ended = new BitSet();
  private int next;
  private int settled;
  private long done;

  /** The first part that has failed so far; {@link #parts} if no part has failed. */
  private volatile int failed;

  private @Nullable Throwable failure;

  /** A computation whose parts do not depend on each other. */
  @FunctionalInterface
  public interface Part {
    /**
     * Runs a part.
     *
     * @param progress receives the amount of work since its last report
     */
    void run(int number, LongConsumer progress) throws IOException;

    /**
     * Compares a part with earlier parts. It is called in ascending order of parts, by one thread
     * at a time, after the part and all parts before it have ended. If the part has failed, the
     * comparison may find an earlier failure.
     */
    default void settle(int number) {}
  }

  /** Ends a part after the failure of an earlier part. */
  private static final class Stopped extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Stopped() {
      super("an earlier part failed", null, false, false);
    }
  }

  private ParallelParts(int parts, LongConsumer progress, Part part) {
    this.parts = parts;
    this.progress = progress;
    this.part = part;
    this.failed = parts;
  }

  /** Returns the number of processor cores that this process may use. */
  public static int cores() {
    return Runtime.getRuntime().availableProcessors(); // respects cgroups and affinity masks
  }

  /**
   * Runs parts 0 to {@code parts - 1}.
   *
   * @param threads the largest number of parts under way at the same time, at least 1
   * @param progress receives the amount of work of all parts from time to time, from any of the
   *     threads, but from one thread at a time
   */
  public static void run(int parts, int threads, LongConsumer progress, Part part)
      throws IOException {
    ParallelParts all = new ParallelParts(parts, progress, part);
    List<Thread> others = new ArrayList<>();
    for (int i = 1; i < Math.min(threads, parts); i++) {
      Thread other = THREADS.newThread(all::takeParts);
      other.start();
      others.add(other);
    }
    all.takeParts();
    try {
      for (Thread other : others) {
        other.join();
      }
    } catch (InterruptedException e) {
      all.end(-1, e);
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
    all.rethrow();
  }

  private void takeParts() {
    for (int number = take(); number >= 0; number = take()) {
      int own = number;
      Throwable thrown = null;
      try {
        part.run(own, more -> report(own, more));
      } catch (Throwable e) { // errors must reach the waiting thread too
        thrown = e;
      }
      end(own, thrown);
    }
  }

  private synchronized int take() {
    return next < Math.min(parts, failed) ? next++ : -1;
  }

  private void report(int number, long more) {
    if (number > failed) {
      throw new Stopped();
    }
    synchronized (this) {
      done += more;
      progress.accept(done);
    }
  }

  private synchronized void end(int number, @Nullable Throwable thrown) {
    if (thrown != null && number < failed) {
      failed = number;
      failure = thrown;
    }
    if (number >= 0) {
      ended.set(number);
    }
    while (settled <= failed && ended.get(settled)) {
      int one = settled++;
      try {
        part.settle(one);
      } catch (RuntimeException e) {
        failed = one;
        failure = e;
      }
    }
  }

  private void rethrow() throws IOException {
    switch (failure) {
      case null -> {}
      case IOException e -> throw e;
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      default -> throw new IllegalStateException(failure);
    }
  }
}
