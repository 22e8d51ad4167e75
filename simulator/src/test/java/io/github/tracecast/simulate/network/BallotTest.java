package io.github.tracecast.simulate.network;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BallotTest {
  private final Ballot ballot = new Ballot(3);

  @Test
  void anOrderCountsAsFarAsAllLanesHaveAgreed() {
    assertThat(ballot.vote(0, 7)).isTrue();
    assertThat(ballot.vote(0, 8)).isTrue();
    assertThat(ballot.vote(1, 7)).isTrue();
    assertThat(ballot.agreedByAll(new int[] {0, 1})).isEqualTo(1);
    assertThat(ballot.agreedByAll(new int[] {0, 1, 2})).isZero();
    ballot.remove(1, new int[] {0, 1});
    assertThat(ballot.order().toIntArray()).containsExactly(8);
    assertThat(ballot.agreed(0)).isEqualTo(1);
    assertThat(ballot.agreed(1)).isZero();
  }

  @Test
  void aLaneThatWantsAnotherMessageChangesNothing() {
    ballot.vote(0, 7);
    assertThat(ballot.vote(1, 9)).isFalse();
    assertThat(ballot.order().toIntArray()).containsExactly(7);
    assertThat(ballot.agreed(1)).isZero();
  }

  @Test
  void whatOnlyDroppedLanesWantedIsForgotten() {
    ballot.vote(0, 7);
    ballot.vote(0, 8);
    ballot.vote(1, 7);
    ballot.keepOf(new int[] {1, 2});
    assertThat(ballot.order().toIntArray()).containsExactly(7);
  }
}
