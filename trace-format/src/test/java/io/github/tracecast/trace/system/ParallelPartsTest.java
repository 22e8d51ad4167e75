package io.github.tracecast.trace.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class ParallelPartsTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 50})
  void eachPartRunsOnceAndIsSettledInOrder(int threads) throws IOException {
    AtomicInteger ran = new AtomicInteger();
    List<Integer> settled = new ArrayList<>();
    List<Long> reports = new ArrayList<>();
    ParallelParts.run(20, threads, reports::add, new ParallelParts.Part() {
      @Override
      public void run(int number, LongConsumer progress) {
        ran.addAndGet(1 << number);
        progress.accept(3);
      }

      @Override
      public void settle(int number) {
        settled.add(number);
      }
    });
    assertThat(ran).hasValue((1 << 20) - 1);
    assertThat(settled).hasSize(20).isSorted();
    assertThat(reports).hasSize(20).isSorted().last().isEqualTo(60L);
  }

  @Test
  void partsRunAtTheSameTime() throws IOException {
    CyclicBarrier all = new CyclicBarrier(3);
    ParallelParts.run(3, 3, done -> {}, (number, progress) -> await(all));
  }

  private static void await(CyclicBarrier barrier) {
    try {
      barrier.await(30, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void theFirstPartThatFailsIsReportedAlthoughALaterOneFailsEarlier() {
    CountDownLatch laterFailed = new CountDownLatch(1);
    AtomicInteger begun = new AtomicInteger();
    assertThatThrownBy(() -> ParallelParts.run(100, 2, done -> {}, (number, progress) -> {
          begun.incrementAndGet();
          if (number == 1) {
            laterFailed.countDown();
            throw new IOException("of part 1");
          }
          await(laterFailed);
          throw new IOException("of part 0");
        }))
        .isInstanceOf(IOException.class)
        .hasMessage("of part 0");
    assertThat(begun).hasValue(2);
  }

  @Test
  void aLaterPartEndsAtItsNextReport() {
    CountDownLatch begun = new CountDownLatch(1);
    assertThatThrownBy(() -> ParallelParts.run(2, 2, done -> {}, (number, progress) -> {
          if (number == 0) {
            await(begun);
            throw new IllegalArgumentException("of part 0");
          }
          begun.countDown();
          while (true) {
            progress.accept(1); // ends only by the failure of part 0
          }
        }))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("of part 0");
  }

  /** The comparison of part 1 finds an earlier failure than the part itself. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void aFailureOfAComparisonReplacesThatOfItsPart(int threads) {
    List<Integer> settled = new ArrayList<>();
    assertThatThrownBy(() -> ParallelParts.run(5, threads, done -> {}, new ParallelParts.Part() {
          @Override
          public void run(int number, LongConsumer progress) {
            if (number > 0) {
              throw new IllegalStateException("part " + number);
            }
          }

          @Override
          public void settle(int number) {
            settled.add(number);
            if (number > 0) {
              throw new IllegalStateException("comparison " + number);
            }
          }
        }))
        .hasMessage("comparison 1");
    assertThat(settled).containsExactly(0, 1);
  }

  @Test
  void aPartRunsWhileTheNextIsSearchedFor() throws IOException {
    CountDownLatch ran = new CountDownLatch(1);
    ParallelParts.run(
        number -> {
          if (number == 1) {
            await(ran);
          }
          return number < 3 ? (part, progress) -> ran.countDown() : null;
        },
        2,
        done -> {});
  }

  /** Each pair of a part that fails, or none, and a search that fails or finds no part. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void theFirstFailureOfAPartOrASearchIsReported(int threads) {
    int parts = 6;
    for (int failing = 0; failing <= parts; failing++) {
      for (int last = 0; last <= parts; last++) {
        int wrong = failing;
        int lost = last;
        List<Integer> searches = new ArrayList<>();
        assertThatThrownBy(() -> ParallelParts.run(
                number -> {
                  searches.add(number);
                  if (number == lost) {
                    throw new IOException("search " + number);
                  }
                  return (part, progress) -> {
                    if (part >= wrong) {
                      throw new IOException("part " + part);
                    }
                  };
                },
                threads,
                done -> {}))
            .hasMessage(wrong < lost ? "part " + wrong : "search " + lost);
        assertThat(searches).doesNotHaveDuplicates().isSorted().hasSizeLessThanOrEqualTo(lost + 1);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void eachFoundPartRunsAndNoneFollowsTheLast(int threads) throws IOException {
    AtomicInteger ran = new AtomicInteger();
    List<Integer> searches = new ArrayList<>();
    ParallelParts.run(
        number -> {
          searches.add(number);
          return number < 20 ? (part, progress) -> ran.addAndGet(1 << part) : null;
        },
        threads,
        done -> {});
    assertThat(ran).hasValue((1 << 20) - 1);
    assertThat(searches).hasSize(21).isSorted();
  }
}
