package io.github.tracecast.predict.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tracecast.predict.model.ParallelReplays.Task;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ParallelReplaysTest {
  private static <T> List<T> results(int threads, long memory, List<Task<T>> replays) {
    return ParallelReplays.withThreads(
        threads, () -> ParallelReplays.results(replays, replay -> memory, done -> {}));
  }

  /** Returns the most replays that were under way at a time. Each waits until {@code expected} have begun. */
  private static int atOnce(int threads, long memory, int replays, int expected) {
    AtomicInteger underWay = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    CountDownLatch begun = new CountDownLatch(expected);
    Task<Integer> replay = calls -> {
      most.accumulateAndGet(underWay.incrementAndGet(), Math::max);
      begun.countDown();
      await(begun);
      return underWay.decrementAndGet();
    };
    results(threads, memory, Collections.nCopies(replays, replay));
    return most.get();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void asManyReplaysRunAsThereAreThreads() {
    assertThat(atOnce(3, 0, 7, 3)).isEqualTo(3);
    assertThat(atOnce(1, 0, 7, 1)).isEqualTo(1);
  }

  @Test
  void replaysThatDoNotFitIntoMemoryTogetherRunOneAfterAnother() {
    assertThat(atOnce(4, Runtime.getRuntime().maxMemory(), 7, 1)).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({"8, 2, 4", "8, 1, 8", "8, 8, 1", "2, 8, 1"})
  void replaysWithinReplaysShareTheThreads(int threads, int replays, int ofEach) {
    assertThat(results(
            threads,
            0,
            Collections.<Task<Integer>>nCopies(replays, calls -> ParallelReplays.threads())))
        .containsOnly(ofEach);
  }

  @Test
  void theFirstFailureInTheOrderOfReplaysIsThrownAndEndsLaterReplays() {
    CountDownLatch laterFailed = new CountDownLatch(1);
    List<Task<String>> replays = new ArrayList<>();
    replays.add(calls -> {
      await(laterFailed);
      throw new IllegalArgumentException("first");
    });
    replays.add(calls -> {
      laterFailed.countDown();
      throw new IllegalArgumentException("second");
    });
    replays.add(calls -> {
      while (true) {
        calls.accept(1); // ends the replay when an earlier one has failed
      }
    });

    assertThatThrownBy(() -> results(3, 0, replays)).hasMessage("first");
  }
}
