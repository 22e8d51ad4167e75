package io.github.tracecast.compress.loops;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

/** Holds the searches to the complexities that {@link LoopSearch} states, by counting. */
class LoopSearchStepsTest {
  private static final int[] LENGTHS = {1_000, 4_000, 16_000, 64_000, 256_000};

  private static void assertSteps(
      LoopSearch search, IntFunction<int[]> streams, int power, double most) {
    for (int length : LENGTHS) {
      double log = Math.log(length) / Math.log(2);
      double unit = length * Math.pow(log, power);
      double steps = search.run(streams.apply(length)).steps();
      assertThat(steps / unit).as("steps a unit at length %d", length).isLessThan(most);
    }
  }

  @Test
  void repetitionsTakeStepsInProportionToNLogN() {
    for (int length : LENGTHS) {
      for (int[] stream : new int[][] {
        new int[length],
        Streams.fibonacci(length),
        Streams.steps(length),
        Streams.random(new Random(1), length, 3)
      }) {
        double unit = length * Math.log(length) / Math.log(2);
        assertThat(new Repetitions(stream).steps() / unit).isLessThan(9);
      }
    }
  }

  @Test
  void theGreedySearchTakesAtMostLogNSuchLevels() {
    assertSteps(LoopSearch.GREEDY, Streams::steps, 2, 2.5);
    assertSteps(LoopSearch.GREEDY, Streams::fibonacci, 2, 2.5);
    assertSteps(LoopSearch.GREEDY, int[]::new, 2, 2.5);
    assertSteps(LoopSearch.GREEDY, n -> Streams.random(new Random(2), n, 3), 2, 2.5);
    assertSteps(LoopSearch.GREEDY, LoopSearchStepsTest::binaryCounter, 2, 2.5);
  }

  @Test
  void theOptimalSearchTakesAConstantTimesNLogNStepsWhateverTheNumberOfIterations() {
    assertSteps(LoopSearch.OPTIMAL, Streams::steps, 1, 30);
    assertSteps(LoopSearch.OPTIMAL, int[]::new, 1, 30);
    assertSteps(LoopSearch.OPTIMAL, n -> Streams.random(new Random(3), n, 3), 1, 30);
  }

  @Test
  void theMostRepetitiveStreamsStayWithinTheBudgetForBodies() {
    for (int length : LENGTHS) {
      double log = Math.log(length) / Math.log(2);
      LoopDiscovery found = LoopSearch.OPTIMAL.run(Streams.fibonacci(length));
      assertThat(found.exact()).as("exact at length %d", length).isEqualTo(length <= 4_000);
      assertThat(found.steps()).as("length %d", length).isLessThan((long)
          (10 * Math.max(1 << 24, 9 * length * log)));
    }
  }

  @Test
  void bodiesOfAnyLengthTakeNoMoreThanTheBound() {
    for (int period : new int[] {1_000, 2_000, 4_000, 20_000, 60_000}) {
      int[] body = Streams.random(new Random(period), period, 1000);
      LoopDiscovery found = LoopSearch.OPTIMAL.run(Streams.repeated(body, 240_000 / period));
      assertThat(found.nest().writtenLength()).isLessThanOrEqualTo(period);
      assertThat(found.steps()).as("steps with bodies of %d", period).isLessThan(512L * 240_000);
    }
  }

  /** Doubled loops all the way down: as many levels as can be. */
  private static int[] binaryCounter(int length) {
    int[] stream = new int[length];
    for (int i = 0; i < length; i++) {
      stream[i] = Integer.numberOfTrailingZeros(i + 1) / 2;
    }
    return stream;
  }
}
