package io.github.tracecast.simulate.calls;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Neighbours in communicators with a topology. */
class NeighboursTest {
  @Test
  void ranksOfAGridCountTheLastDimensionFastest() {
    // 2 x 3, closed: rank 1 is (0,1); its neighbours are (1,1) = 4 twice, (0,0) = 0 and (0,2) = 2
    Neighbours neighbours = new Neighbours();
    neighbours.cartesian(7, 1, 1, new int[] {2, 3}, new boolean[] {true, true});
    assertThat(neighbours.of(7, 1).sources()).containsExactly(4, 4, 0, 2);
    assertThat(neighbours.of(7, 1).all()).containsExactly(0, 2, 4);
    assertThat(neighbours.of(7, 1).next(2, 6)).isEqualTo(4);
    assertThat(neighbours.of(7, 1).next(4, 6)).isEqualTo(6);
  }
}
