package io.github.tracecast.compress;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LongSequenceTest {
  /** Cases of a random family: 20, and more at night ({@code -Dseeds=100}). */
  private static final int SEEDS = Integer.getInteger("seeds", 20);

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 50})
  void aPeriodIsFoundAndAllNumbersComeBack(int period) {
    LongSequence sequence = new LongSequence(0);
    for (int i = 1; i < 5 * period + 1; i++) {
      sequence.append(i % period);
    }
    assertThat(sequence.period()).isEqualTo(period);
    assertThat(sequence.length()).isEqualTo(5L * period + 1);
    for (int i = 0; i < sequence.length(); i++) {
      assertThat(sequence.get(i)).isEqualTo(i % period);
    }
  }

  @Test
  void aSurpriseAfterManyRepetitionsIsKept() {
    LongSequence sequence = new LongSequence(7);
    for (int i = 1; i < 1000; i++) {
      sequence.append(7);
    }
    sequence.append(8);
    assertThat(sequence.period()).isEqualTo(1001);
    assertThat(sequence.get(999)).isEqualTo(7);
    assertThat(sequence.get(1000)).isEqualTo(8);
  }

  @Test
  void anyNumbersComeBackHoweverTheyAreAppended() {
    for (int seed = 1; seed <= SEEDS; seed++) {
      Random random = new Random(seed);
      int count = 1 + random.nextInt(seed);
      int kinds = 1 + random.nextInt(3);
      long[] expected = new long[count];
      int period = 1 + random.nextInt(6);
      for (int i = 0; i < count; i++) {
        expected[i] =
            i >= period && random.nextInt(20) > 0 ? expected[i - period] : random.nextInt(kinds);
      }
      LongSequence whole = new LongSequence(expected[0]);
      for (int i = 1; i < count; ) {
        LongSequence chunk = new LongSequence(expected[i++]);
        for (int more = random.nextInt(10); more > 0 && i < count; more--) {
          chunk.append(expected[i++]);
        }
        whole.append(chunk);
      }
      assertThat(whole.length()).isEqualTo(count);
      long[] one = whole.onePeriod();
      for (int i = 0; i < count; i++) {
        assertThat(whole.get(i)).as("seed %d, number %d", seed, i).isEqualTo(expected[i]);
        assertThat(one[i % one.length]).isEqualTo(expected[i]);
      }
    }
  }
}
