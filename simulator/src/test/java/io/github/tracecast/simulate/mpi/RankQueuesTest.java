package io.github.tracecast.simulate.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RankQueuesTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 15, 16, 17, 300})
  void aQueueGivesRanksInTheOrderOfTheirComing(int most) {
    Random random = new Random(most);
    RankQueue queue = new RankQueue();
    ArrayDeque<Integer> expected = new ArrayDeque<>();
    for (int step = 0; step < 5_000; step++) {
      int rank = random.nextInt(2 * most);
      if (expected.size() < most && random.nextInt(3) > 0 && !expected.contains(rank)) {
        queue.add(rank);
        expected.add(rank);
      } else if (!expected.isEmpty()) {
        assertThat(queue.remove()).isEqualTo(expected.remove());
      }
      assertThat(queue.isEmpty()).isEqualTo(expected.isEmpty());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 64, 1_000})
  void aSetHoldsEachRankOnce(int ranks) {
    Random random = new Random(ranks);
    RankSet set = new RankSet(ranks);
    TreeSet<Integer> expected = new TreeSet<>();
    for (int step = 0; step < 5_000; step++) {
      int rank = random.nextInt(ranks);
      assertThat(set.contains(rank)).isEqualTo(expected.contains(rank));
      if (expected.add(rank)) {
        set.add(rank);
      } else {
        expected.remove(rank);
        set.remove(rank);
      }
      assertThat(set.isEmpty()).isEqualTo(expected.isEmpty());
      if (!expected.isEmpty()) {
        assertThat(set.lowest()).isEqualTo(expected.first());
      }
    }
    TreeSet<Integer> held = new TreeSet<>();
    for (int i = 0; i < set.size(); i++) {
      held.add(set.get(i));
    }
    assertThat(held).isEqualTo(expected);
  }
}
