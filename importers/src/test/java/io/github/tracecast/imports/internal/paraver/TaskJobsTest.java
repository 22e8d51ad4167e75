package io.github.tracecast.imports.internal.paraver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tracecast.trace.system.ParallelParts;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class TaskJobsTest {
  private static final int TASKS = 5;
  private static final int JOBS = 400;

  /** Runs jobs as the importer does: the first thread adds them, and all threads run them. */
  private static void run(int threads, ParallelParts.Part adding, TaskJobs jobs)
      throws IOException {
    ParallelParts.run(threads, threads, done -> {}, (thread, report) -> {
      if (thread > 0) {
        jobs.work();
        return;
      }
      try {
        adding.run(thread, report);
        jobs.finish();
      } finally {
        jobs.close();
      }
    });
  }

  @Test
  void theJobsOfATaskRunInOrderAndFewWait() throws IOException {
    for (int threads : new int[] {1, 2, 5}) {
      TaskJobs jobs = new TaskJobs(TASKS, threads);
      List<List<Integer>> done = new ArrayList<>();
      AtomicInteger unfinished = new AtomicInteger();
      for (int task = 0; task < TASKS; task++) {
        done.add(new ArrayList<>());
      }
      run(
          threads,
          (thread, report) -> {
            for (int i = 0; i < JOBS; i++) {
              int job = i;
              unfinished.incrementAndGet();
              jobs.add(i % 7 % TASKS, () -> {
                done.get(job % 7 % TASKS).add(job);
                unfinished.decrementAndGet();
              });
              assertThat(unfinished.get()).isLessThanOrEqualTo(threads == 1 ? 0 : 4 * threads);
            }
          },
          jobs);
      assertThat(done).allSatisfy(own -> assertThat(own).isSorted());
      assertThat(done.stream().mapToInt(List::size).sum()).isEqualTo(JOBS);
    }
  }

  @Test
  void anErrorEndsItsTaskToo() {
    TaskJobs jobs = new TaskJobs(TASKS, 2);
    AtomicInteger later = new AtomicInteger();
    assertThatThrownBy(() -> run(
            2,
            (thread, report) -> {
              jobs.add(1, () -> {
                throw new OutOfMemoryError("task 1");
              });
              jobs.add(1, later::incrementAndGet);
            },
            jobs))
        .isInstanceOf(OutOfMemoryError.class);
    assertThat(later).hasValue(0);
  }

  @Test
  void theFailureOfTheFirstTaskIsThrownAndEndsThisTask() {
    for (int threads : new int[] {1, 2, 5}) {
      TaskJobs jobs = new TaskJobs(TASKS, threads);
      AtomicInteger later = new AtomicInteger();
      assertThatThrownBy(() -> run(
              threads,
              (thread, report) -> {
                jobs.add(3, () -> fail("task 3"));
                jobs.add(1, () -> fail("task 1"));
                jobs.add(1, later::incrementAndGet);
                jobs.add(2, later::incrementAndGet);
              },
              jobs))
          .hasMessage("task 1");
      assertThat(later).hasValue(1);
    }
  }

  private static void fail(String message) {
    throw new IllegalArgumentException(message);
  }
}
