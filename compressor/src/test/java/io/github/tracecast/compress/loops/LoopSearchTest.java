package io.github.tracecast.compress.loops;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class LoopSearchTest {
  /** Cases of a random family: 20, and more at night ({@code -Dseeds=100}). */
  private static final int SEEDS = Integer.getInteger("seeds", 20);

  private static String text(LoopSearch search, String stream) {
    return search.run(Streams.letters(stream)).nest().text(Character::toString);
  }

  @ParameterizedTest
  @CsvSource({
    "'', ''",
    "A, A",
    "AB, A B",
    "AA, 2(A)",
    "AAAAAAAA, 8(A)",
    "ABABAB, 3(A B)",
    "BACACACBACACAC, 2(B 3(A C))",
    "XABABCABABCY, X 2(2(A B) C) Y",
    "ABCABCABCAB, 3(A B C) A B",
    "AABBAABBAABB, 3(2(A) 2(B))"
  })
  void bothSearchesFindThePlainLoops(String stream, String expected) {
    assertThat(text(LoopSearch.GREEDY, stream)).isEqualTo(expected);
    assertThat(text(LoopSearch.OPTIMAL, stream)).isEqualTo(expected);
  }

  @Test
  void theGreedySearchLosesIterationsWhereInnerLoopsReachAcrossOuterOnes() {
    // the two As where iterations meet are folded first
    assertThat(text(LoopSearch.GREEDY, "ABAABAABA")).isEqualTo("A 2(B 2(A)) B A");
    assertThat(text(LoopSearch.OPTIMAL, "ABAABAABA")).isEqualTo("3(A B A)");
  }

  @Test
  void theOptimalSearchSplitsInnerLoopsWhereOuterOnesGainIterations() {
    String stream = "AABAAAABAAAABAA";
    assertThat(text(LoopSearch.GREEDY, stream)).isEqualTo("2(A) 2(B 4(A)) B 2(A)");
    assertThat(text(LoopSearch.OPTIMAL, stream)).isEqualTo("3(2(A) B 2(A))");
  }

  @Test
  void theColumnsOfTheTableAreCounted() {
    LoopDiscovery found = LoopSearch.OPTIMAL.run(Streams.letters("XBACACACBACACACBACACACY"));
    LoopNest nest = found.nest();
    assertThat(nest.text(Character::toString)).isEqualTo("X 3(B 3(A C)) Y");
    assertThat(nest.outline()).isEqualTo("... 3(1 3(2)) ...");
    assertThat(nest.rawLength()).isEqualTo(23);
    assertThat(nest.loopedLength()).isEqualTo(21);
    assertThat(nest.writtenLength()).isEqualTo(5);
    assertThat(found.span()).isEqualTo(21 / 23.0);
    assertThat(found.ratio()).isEqualTo(23 / 5.0);
    assertThat(found.exact()).isTrue();
  }

  @ParameterizedTest
  @EnumSource(LoopSearch.class)
  void whatIsFoundExpandsToTheStream(LoopSearch search) {
    for (int seed = 1; seed <= SEEDS; seed++) {
      Random random = new Random(seed);
      int[] program = Streams.program(random, seed);
      assertThat(Streams.expanded(search.run(program).nest()))
          .as("program %d", seed)
          .isEqualTo(program);
      int[] stream = Streams.random(random, seed, 1 + random.nextInt(4));
      assertThat(Streams.expanded(search.run(stream).nest()))
          .as("stream %d", seed)
          .isEqualTo(stream);
    }
    int[] word = Streams.fibonacci(2000);
    assertThat(Streams.expanded(search.run(word).nest())).isEqualTo(word);
  }

  @Test
  void theOptimalNestIsAsShortAsTheShortestOfAllNests() {
    for (int seed = 1; seed <= SEEDS; seed++) {
      Random random = new Random(seed);
      int[] stream = seed % 2 == 0
          ? Streams.random(random, 1 + seed / 8, 2)
          : Arrays.copyOf(Streams.program(random, seed / 5 + 1), seed / 5 + 1);
      assertThat(LoopSearch.OPTIMAL.run(stream).nest().writtenLength())
          .as("stream %d: %s", seed, Arrays.toString(stream))
          .isEqualTo(shortest(stream));
    }
  }

  @Test
  void theOptimalNestIsAsShortAsPossibleForAllShortStreamsOfTwoSymbols() {
    for (int length = 0; length <= 12; length++) {
      for (int bits = 0; bits < 1 << length; bits++) {
        int[] stream = new int[length];
        for (int i = 0; i < length; i++) {
          stream[i] = bits >> i & 1;
        }
        LoopDiscovery found = LoopSearch.OPTIMAL.run(stream);
        assertThat(found.nest().writtenLength())
            .as(() -> Arrays.toString(stream))
            .isEqualTo(shortest(stream));
        assertThat(Streams.expanded(found.nest())).isEqualTo(stream);
      }
    }
  }

  @Test
  void theOptimalNestIsNeverLongerThanTheGreedyOne() {
    for (int seed = 1; seed <= SEEDS; seed++) {
      int[] stream = Streams.program(new Random(seed), 3 * seed);
      assertThat(LoopSearch.OPTIMAL.run(stream).nest().writtenLength())
          .as("program %d", seed)
          .isLessThanOrEqualTo(LoopSearch.GREEDY.run(stream).nest().writtenLength());
    }
  }

  @Test
  void bodiesThatAreTooLongToTryAllStartsAreFoundAndSaidToBeInexact() {
    int[] body = new int[5000];
    Arrays.setAll(body, i -> i);
    int[] stream = Streams.repeated(body, 3);
    LoopDiscovery found = LoopSearch.OPTIMAL.run(stream);
    assertThat(found.exact()).isFalse();
    assertThat(found.nest().writtenLength()).isEqualTo(5000);
    assertThat(Streams.expanded(found.nest())).isEqualTo(stream);
  }

  /** Tries all splits and all periods of all stretches. */
  private static long shortest(int[] stream) {
    int n = stream.length;
    int[][] least = new int[n + 1][n + 1];
    for (int length = 1; length <= n; length++) {
      for (int from = 0; from + length <= n; from++) {
        int best = length;
        for (int split = 1; split < length; split++) {
          best = Math.min(best, least[from][split] + least[from + split][length - split]);
        }
        for (int period = 1; period <= length / 2; period++) {
          if (length % period == 0
              && Arrays.equals(
                  stream, from, from + length - period, stream, from + period, from + length)) {
            best = Math.min(best, least[from][period]);
          }
        }
        least[from][length] = best;
      }
    }
    return n == 0 ? 0 : least[0][n];
  }
}
