package io.github.tracecast.decompress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tracecast.trace.Communicator;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CommunicatorsTest {
  /** Cases of a random family: 20, and more at night ({@code -Dseeds=100}). */
  private static final int SEEDS = Integer.getInteger("seeds", 20);

  @Test
  void localAndWorldRanksAreInverseInGroupsOfAnyOrder() {
    for (int seed = 1; seed <= SEEDS; seed++) {
      Random random = new Random(seed);
      int ranks = 1 + random.nextInt(seed);
      Traces traces = new Traces(ranks);
      int[] members = members(random, ranks);
      int id = traces.communicator(members);
      Communicators communicators = Communicators.of(traces.build());
      assertThat(communicators.size(id)).isEqualTo(members.length);
      List<Integer> absent = new ArrayList<>();
      for (int world = 0; world < ranks; world++) {
        absent.add(world);
      }
      for (int local = 0; local < members.length; local++) {
        assertThat(communicators.worldRank(id, local, 0))
            .as("seed %d", seed)
            .isEqualTo(members[local]);
        assertThat(communicators.localRank(id, members[local]))
            .as("seed %d", seed)
            .isEqualTo(local);
        absent.remove((Integer) members[local]);
      }
      for (int world : absent) {
        assertThat(communicators.localRank(id, world)).as("seed %d", seed).isEqualTo(-1);
      }
    }
  }

  private static int[] members(Random random, int ranks) {
    List<Integer> all = new ArrayList<>();
    int stride = 1 + random.nextInt(3);
    for (int rank = 0; rank < ranks; rank += stride) {
      all.add(rank);
    }
    if (random.nextBoolean()) {
      Collections.reverse(all);
    }
    if (random.nextInt(3) == 0) {
      Collections.shuffle(all, random);
    }
    return all.stream().mapToInt(Integer::intValue).toArray();
  }

  @Test
  void selfIsAnotherCommunicatorForEachRank() {
    Communicators communicators = Communicators.of(new Traces(4).build());
    assertThat(communicators.size(Communicator.SELF)).isEqualTo(1);
    assertThat(communicators.worldRank(Communicator.SELF, 0, 3)).isEqualTo(3);
    assertThat(communicators.localRank(Communicator.SELF, 3)).isZero();
    assertThat(communicators.isWorldLike(Communicator.SELF)).isFalse();
    assertThatThrownBy(() -> communicators.worldRank(Communicator.SELF, 1, 3))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void worldLikeMeansAllRanksInTheirOwnOrder() {
    Traces traces = new Traces(4);
    int same = traces.communicator(0, 1, 2, 3);
    int reversed = traces.communicator(3, 2, 1, 0);
    int fewer = traces.communicator(0, 1, 2);
    Communicators communicators = Communicators.of(traces.build());
    assertThat(communicators.isWorldLike(Communicator.WORLD)).isTrue();
    assertThat(communicators.isWorldLike(same)).isTrue();
    assertThat(communicators.isWorldLike(reversed)).isFalse();
    assertThat(communicators.isWorldLike(fewer)).isFalse();
    assertThatThrownBy(() -> communicators.worldRank(fewer, 3, 0))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }
}
