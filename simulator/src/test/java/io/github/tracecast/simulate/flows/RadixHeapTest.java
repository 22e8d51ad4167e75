package io.github.tracecast.simulate.flows;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The queue of a simulation removes entries in the order of {@link AlarmQueue}. */
class RadixHeapTest {
  private static final int STEPS = 3_000;

  private final RadixHeap heap = new RadixHeap();

  private static List<Integer> drained(RadixHeap heap) {
    List<Integer> tokens = new ArrayList<>();
    while (!heap.isEmpty()) {
      tokens.add(heap.remove());
    }
    return tokens;
  }

  @Test
  void equalTimesKeepTheOrderOfInsertion() {
    heap.add(7, 1);
    heap.add(5, 2);
    heap.add(7, 3);
    heap.addLast(5, 9, 0, 4);
    heap.addLast(5, 8, 0, 5);
    heap.add(5, 6);
    assertThat(drained(heap)).containsExactly(2, 6, 5, 4, 1, 3);
    assertThat(heap.earliest()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void anEntryThatComesBackKeepsItsNumber() {
    heap.add(1, 10);
    heap.add(1, 11);
    heap.add(4, 12);
    heap.remove();
    heap.remove();
    heap.add(4, heap.removedNumber(), 11); // inserted after 12 in time, but before it in number
    heap.add(4, 13);
    assertThat(drained(heap)).containsExactly(11, 12, 13);
  }

  @Test
  void entriesOfEqualTimeAndNumberKeepTheOrderOfInsertion() {
    heap.add(9, 7, 1);
    heap.add(9, 3, 2);
    heap.add(9, 3, 3);
    heap.add(9, 3, 4);
    assertThat(drained(heap)).containsExactly(2, 3, 4, 1);
  }

  static IntStream seeds() {
    return IntStream.range(0, 40);
  }

  /** Times are from a range of 1 to 2^39 ps, so some cases have mostly ties and others have none. */
  @ParameterizedTest
  @MethodSource("seeds")
  void entriesLeaveInTheOrderOfAPlainHeap(int seed) {
    Random random = new Random(seed);
    AlarmQueue plain = new AlarmQueue();
    long range = 1L << seed;
    long now = 0;
    for (int step = 0; step < STEPS; step++) {
      int choice = random.nextInt(8);
      if (choice < 3) {
        long time = now + random.nextLong(range);
        plain.add(time, step);
        heap.add(time, step);
      } else if (choice == 3) {
        long time = now + random.nextLong(range);
        int rank = random.nextInt(5);
        plain.addLast(time, rank, step, step);
        heap.addLast(time, rank, step, step);
      } else if (!plain.isEmpty()) {
        assertThat(heap.earliest()).isEqualTo(plain.earliest());
        now = plain.earliest();
        long number = plain.number();
        int token = plain.remove();
        assertThat(heap.remove()).isEqualTo(token);
        assertThat(heap.removedNumber()).isEqualTo(number);
        if (choice == 4) {
          long later = now + 1 + random.nextLong(range);
          plain.add(later, number, token);
          heap.add(later, number, token);
        }
      }
    }
    List<List<Long>> all = new ArrayList<>();
    heap.forEach((time, token) -> all.add(List.of(time, (long) token)));
    List<List<Long>> expected = new ArrayList<>();
    plain.forEach((time, token) -> expected.add(List.of(time, (long) token)));
    assertThat(all).isEqualTo(expected).isNotEmpty();
    List<Integer> rest = new ArrayList<>();
    while (!plain.isEmpty()) {
      rest.add(plain.remove());
    }
    assertThat(drained(heap)).isEqualTo(rest);
  }
}
