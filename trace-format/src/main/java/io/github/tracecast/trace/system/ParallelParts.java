package io.github.tracecast.trace.system;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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

  private static final int NONE = Integer.MAX_VALUE;

  private final Finder finder;
  private final LongConsumer progress;

  /** Held while the next part is searched for. */
  private final Object search = new Object();

  /** The number of the next part; {@link #NONE} if there are no more parts. */
  private int next;

  /** The parts that have ended and are not settled yet. */
  private final Map<Integer, Part> ended = new HashMap<>();

  private int settled;
  private long done;

  /** The first part that has failed so far; {@link #NONE} if no part has failed. */
  private volatile int failed = NONE;

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

  /** Finds the parts of a computation one after another, while parts found before run. */
  @FunctionalInterface
  public interface Finder {
    /**
     * Returns the next part; null after the last part. It is called in ascending order of parts, by
     * one thread at a time. A failure is the failure of this part, and the last call.
     */
    @Nullable Part find(int number) throws IOException;
  }

  /** Ends a part after the failure of an earlier part. */
  private static final class Stopped extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Stopped() {
      super("an earlier part failed", null, false, false);
    }
  }

  private ParallelParts(Finder finder, LongConsumer progress) {
    this.finder = finder;
    this.progress = progress;
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
    run(number -> number < parts ? part : null, Math.min(threads, parts), progress);
  }

  /** Runs the parts that a finder finds, as {@link #run(int, int, LongConsumer, Part)} does. */
  public static void run(Finder finder, int threads, LongConsumer progress) throws IOException {
    ParallelParts all = new ParallelParts(finder, progress);
    List<Thread> others = new ArrayList<>();
    for (int i = 1; i < threads; i++) {
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
      all.end(-1, null, e);
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
    all.rethrow();
  }

  private void takeParts() {
    while (takePart()) {}
  }

  /** Finds and runs the next part. Returns false if there is none. */
  private boolean takePart() {
    int number = -1;
    Part part = null;
    Throwable thrown = null;
    try {
      synchronized (search) {
        if (next >= failed) {
          return false;
        }
        number = next;
        next = NONE; // no part follows unless this part is found
        part = finder.find(number);
        if (part == null) {
          return false;
        }
        next = number + 1;
      }
      int own = number;
      part.run(own, more -> report(own, more));
    } catch (Throwable e) { // errors must reach the waiting thread too
      thrown = e;
    }
    end(number, part, thrown);
    return true;
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

  /** @param part the part; null if it was not found */
  private synchronized void end(int number, @Nullable Part part, @Nullable Throwable thrown) {
    if (thrown != null && number < failed) {
      failed = number;
      failure = thrown;
    }
    if (part != null) {
      ended.put(number, part);
    }
    for (Part first = ended.remove(settled);
        first != null && settled <= failed;
        first = ended.remove(settled)) {
      int one = settled++;
      try {
        first.settle(one);
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
