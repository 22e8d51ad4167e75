package io.github.tracecast.predict.sweep;

import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Threads that share tasks. */
final class SharedTasks {
  private SharedTasks() {}

  /** Runs this number of tasks at a time. The first failure ends the others. */
  static void run(List<Runnable> tasks, int atOnce) {
    ExecutorService pool =
        Executors.newFixedThreadPool(atOnce, Thread.ofPlatform().daemon().factory());
    try {
      ExecutorCompletionService<Void> service = new ExecutorCompletionService<>(pool);
      tasks.forEach(task -> service.submit(task, null));
      for (int i = 0; i < tasks.size(); i++) {
        service.take().get();
      }
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case RuntimeException failure -> throw failure;
        case Error failure -> throw failure;
        case null, default -> throw new IllegalStateException(e.getCause());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } finally {
      pool.shutdownNow();
    }
  }
}
