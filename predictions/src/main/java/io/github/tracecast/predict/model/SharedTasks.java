package io.github.tracecast.predict.model;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.LongConsumer;

/** Runs tasks on several threads. */
public final class SharedTasks {
  private SharedTasks() {}

  /**
   * Runs {@code atOnce} tasks at a time. The first failure ends the others.
   *
   * @param progress receives the number of finished tasks
   * @return the result of each task, in their order
   */
  public static <T> List<T> results(List<Callable<T>> tasks, int atOnce, LongConsumer progress) {
    ExecutorService pool =
        Executors.newFixedThreadPool(atOnce, Thread.ofPlatform().daemon().factory());
    try {
      ExecutorCompletionService<T> service = new ExecutorCompletionService<>(pool);
      List<Future<T>> futures = tasks.stream().map(service::submit).toList();
      for (int finished = 1; finished <= tasks.size(); finished++) {
        service.take().get();
        progress.accept(finished);
      }
      return futures.stream().map(Future::resultNow).toList();
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case RuntimeException failure -> throw failure;
        case Error failure -> throw failure;
        case IOException failure -> throw new UncheckedIOException(failure);
        case null, default -> throw new IllegalStateException(e.getCause());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } finally {
      pool.shutdownNow(); // interrupts the tasks, which then end the processes that they wait for
    }
  }
}
