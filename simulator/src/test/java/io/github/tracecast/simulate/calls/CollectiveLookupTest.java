package io.github.tracecast.simulate.calls;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CollectiveLookupTest {
  @Test
  void ranksOfAGridCountTheLastDimensionFastest() {
    // 2 x 3, closed: rank 1 is (0,1); its neighbours are (1,1) = 4 twice, (0,0) = 0 and (0,2) = 2
    CollectiveLookup.Topology grid =
        CollectiveLookup.Topology.cartesian(1, 6, new int[] {2, 3}, new int[] {1, 1});
    assertThat(grid.sources()).containsExactly(4, 4, 0, 2);
    assertThat(grid.all()).containsExactly(0, 2, 4);
    assertThat(grid.next(2, 6)).isEqualTo(4);
    assertThat(grid.next(4, 6)).isEqualTo(6);
  }
}
