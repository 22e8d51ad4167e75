package io.github.tracecast.simulate.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class TurnQueueTest {
  /** Cases of a random family: 20, and more at night ({@code -Dseeds=100}). */
  private static final int SEEDS = Integer.getInteger("seeds", 20);

  private record Entry(long time, long number, int token) {}

  private static final Comparator<Entry> ORDER =
      Comparator.comparingLong(Entry::time).thenComparingLong(Entry::number);

  static IntStream seeds() {
    return IntStream.range(0, SEEDS);
  }

  /** Few times or many, so that numbers decide often or never; seldom more removed than added. */
  @ParameterizedTest
  @MethodSource("seeds")
  void entriesComeByTimeAndThenByNumber(int seed) {
    Random random = new Random(seed);
    long latest = 1L << random.nextInt(50);
    TurnQueue queue = new TurnQueue();
    PriorityQueue<Entry> expected = new PriorityQueue<>(ORDER);
    long now = 0;
    int ahead = 1 + random.nextInt(500);
    for (int token = 0; token < 5_000; token++) {
      Entry entry = new Entry(
          now + random.nextLong(latest), (long) random.nextInt(1 << 20) << 39 | token, token);
      if (entry.time() > now || expected.isEmpty()) {
        queue.add(entry.time(), entry.number(), token);
        expected.add(entry);
      }
      if (expected.size() > ahead || random.nextInt(5) == 0) {
        Entry first = expected.remove();
        assertThat(queue.earliest()).isEqualTo(first.time());
        assertThat(queue.remove()).isEqualTo(first.token());
        now = first.time();
      }
    }
    while (!expected.isEmpty()) {
      assertThat(queue.remove()).isEqualTo(expected.remove().token());
    }
    assertThat(queue.isEmpty()).isTrue();
    assertThat(queue.earliest()).isEqualTo(Long.MAX_VALUE);
  }

  /** As when ranks go in step: a thousand entries a time, lowest numbers first, some added meanwhile. */
  @ParameterizedTest
  @ValueSource(ints = {7, 8, 9, 1_000, 70_000})
  void manyEntriesOfOneTimeComeByNumber(int count) {
    TurnQueue queue = new TurnQueue();
    List<Integer> removed = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int token = (int) (i * 7_919L % count);
      queue.add(1_000_000, (long) token << 39, token);
    }
    for (int i = 0; i < count; i++) {
      removed.add(queue.remove());
      queue.add(2_000_000, count - i, count + i);
    }
    assertThat(removed).isEqualTo(IntStream.range(0, count).boxed().toList());
    assertThat(queue.remove()).isEqualTo(2 * count - 1);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 99})
  void nothingComesBeforeWhatWasRemoved(long time) {
    TurnQueue queue = new TurnQueue();
    queue.add(100, 0, 0);
    queue.remove();
    assertThatThrownBy(() -> queue.add(time, 0, 1)).isInstanceOf(AssertionError.class);
  }
}
