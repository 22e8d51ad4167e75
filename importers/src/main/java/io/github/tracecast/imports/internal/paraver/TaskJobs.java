package io.github.tracecast.imports.internal.paraver;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs the jobs of tasks on several threads, the jobs of each task in order. Only a few jobs of
 * tasks may be unfinished; then the thread that adds a job first runs others. After a job has
 * failed, no further job of its task is run. Jobs without a task run in any order. Thread-safe.
 *
 * <p>The thread that adds jobs prefers jobs without a task, and other threads prefer the jobs of
 * tasks. So on two threads, blocks mostly stay in the cache of one core, and tasks in that of the other.
 */
final class TaskJobs {
  /** The number of unfinished jobs per thread, so that no thread waits for the reading thread. */
  private static final int AHEAD = 4;

  /** The jobs of a task that wait. */
  private static final class Lane {
    private final ArrayDeque<Runnable> jobs = new ArrayDeque<>();
    private boolean running;
    private @Nullable Throwable failure;
  }

  private final Lane[] lanes;
  private final int most;

  /** The jobs without a task that wait. */
  private final ArrayDeque<Runnable> withoutTask = new ArrayDeque<>();

  /** The lanes with waiting jobs, of which none is running. */
  private final ArrayDeque<Lane> ready = new ArrayDeque<>();

  private int unfinished;
  private boolean closed;

  TaskJobs(int tasks, int threads) {
    lanes = new Lane[tasks];
    Arrays.setAll(lanes, task -> new Lane());
    most = threads == 1 ? 0 : AHEAD * threads;
  }

  void add(int task, Runnable job) {
    synchronized (this) {
      Lane lane = lanes[task];
      lane.jobs.add(job);
      unfinished++;
      if (!lane.running && lane.jobs.size() == 1) {
        ready.add(lane);
        notifyAll();
      }
    }
    runUntil(() -> unfinished <= most);
  }

  /** Adds a job without a task, which must not fail. */
  synchronized void add(Runnable job) {
    withoutTask.add(job);
    notifyAll();
  }

  /** Runs jobs until {@link #close} is called, first those of tasks. */
  void work() {
    runUntil(() -> false, true);
  }

  /**
   * Runs all jobs.
   *
   * @throws RuntimeException the failure of the first task that has failed, which may be an Error
   */
  void finish() {
    runUntil(() -> unfinished == 0);
    for (Lane lane : lanes) {
      switch (lane.failure) {
        case null -> {}
        case Error error -> throw error;
        case RuntimeException failure -> throw failure;
        default -> throw new AssertionError(lane.failure); // jobs throw nothing else
      }
    }
  }

  synchronized void close() {
    closed = true;
    notifyAll();
  }

  /**
   * Runs jobs until a condition holds, which may change only when a job ends. First runs jobs
   * without a task.
   */
  void runUntil(BooleanSupplier condition) {
    runUntil(condition, false);
  }

  private void runUntil(BooleanSupplier condition, boolean tasksFirst) {
    for (Runnable job = take(condition, tasksFirst);
        job != null;
        job = take(condition, tasksFirst)) {
      job.run();
    }
  }

  private synchronized @Nullable Runnable take(BooleanSupplier enough, boolean tasksFirst) {
    try {
      while (!closed && !enough.getAsBoolean()) {
        if (!withoutTask.isEmpty() && !(tasksFirst && !ready.isEmpty())) {
          Runnable job = withoutTask.remove();
          return () -> runWithoutTask(job);
        }
        Lane lane = ready.poll();
        if (lane != null) {
          lane.running = true;
          return () -> run(lane);
        }
        wait();
      }
      return null;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private void runWithoutTask(Runnable job) {
    job.run();
    synchronized (this) {
      notifyAll();
    }
  }

  private void run(Lane lane) {
    try {
      Runnable job;
      synchronized (this) {
        job = lane.jobs.remove();
      }
      if (lane.failure == null) {
        job.run();
      }
    } catch (RuntimeException | Error e) {
      lane.failure = e;
    } finally {
      done(lane);
    }
  }

  private synchronized void done(Lane lane) {
    lane.running = false;
    unfinished--;
    if (!lane.jobs.isEmpty()) {
      ready.add(lane);
    }
    notifyAll();
  }
}
