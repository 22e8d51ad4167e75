package io.github.tracecast.decompress;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.RankPartition;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClassMembersTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
  void everyClassHasTheListsThatHoldItsLowestRank(int seed) {
    Random random = new Random(seed);
    int ranks = 4 + random.nextInt(60);
    List<RankList> lists = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      int density = 1 + random.nextInt(8);
      lists.add(RankList.of(
          IntStream.range(0, ranks).filter(rank -> random.nextInt(8) < density).toArray()));
    }
    RankPartition partition = new RankPartition(ranks);
    lists.forEach(partition::split);
    int[] classOf = partition.classOf();
    int[] lowest = new int[partition.count()];
    for (int rank = ranks - 1; rank >= 0; rank--) {
      lowest[classOf[rank]] = rank;
    }

    int[][] members = ClassMembers.of(lists, classOf, lowest);

    for (int id = 0; id < lowest.length; id++) {
      int rank = lowest[id];
      assertThat(members[id])
          .isEqualTo(IntStream.range(0, lists.size())
              .filter(i -> Arrays.binarySearch(lists.get(i).toArray(), rank) >= 0)
              .toArray());
    }
  }
}
