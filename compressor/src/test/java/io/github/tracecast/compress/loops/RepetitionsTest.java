package io.github.tracecast.compress.loops;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RepetitionsTest {
  /** Cases of a random family: 20, and more at night ({@code -Dseeds=100}). */
  private static final int SEEDS = Integer.getInteger("seeds", 20);

  @Test
  void repetitionsAreThoseThatTryingAllPeriodsFinds() {
    for (int seed = 1; seed <= SEEDS; seed++) {
      Random random = new Random(seed);
      int[] stream = seed % 3 == 0
          ? Streams.program(random, seed / 2)
          : Streams.random(random, seed / 2, 1 + random.nextInt(3));
      Repetitions found = new Repetitions(stream);
      List<String> list = new ArrayList<>();
      for (int i = 0; i < found.count(); i++) {
        list.add(found.period(i) + ": " + found.start(i) + " to " + found.end(i));
      }
      assertThat(list).as("stream %d", seed).isEqualTo(byTrying(stream));
    }
  }

  @Test
  void thereAreFewerRepetitionsThanSymbols() {
    int[] word = Streams.fibonacci(10_000);
    assertThat(new Repetitions(word).count()).isBetween(7_000, word.length - 1);
  }

  private static List<String> byTrying(int[] stream) {
    List<String> found = new ArrayList<>();
    List<String> stretches = new ArrayList<>();
    for (int period = 1; period <= stream.length / 2; period++) {
      int start = 0;
      for (int i = period; i <= stream.length; i++) {
        if (i == stream.length || stream[i] != stream[i - period]) {
          String stretch = start + " to " + i;
          if (i - start >= 2 * period && !stretches.contains(stretch)) {
            stretches.add(stretch);
            found.add(period + ": " + stretch);
          }
          start = i - period + 1;
        }
      }
    }
    return found;
  }
}
