package io.github.tracecast.simulate.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WaitsTest {
  private final Waits waits = new Waits(3);

  @Test
  void aBlockedRowRunsWhenTheLastOfItsRequestsEnds() {
    waits.expect(1, 40, false);
    waits.expect(1, 44, true);
    waits.expect(1, 48, false);
    waits.block(1);
    assertThat(waits.pending(1)).isEqualTo(2);

    waits.ended(1);
    assertThat(waits.anyReady()).isFalse();

    waits.ended(1);
    assertThat(waits.next()).isEqualTo(1);
    assertThat(waits.isBlocked(1)).isFalse();
    assertThat(waits.count(1)).isEqualTo(3);
  }

  @Test
  void aRowWhoseRequestsEndBeforeItBlocksIsNotMadeReady() {
    waits.expect(0, 40, false);
    waits.ended(0);

    assertThat(waits.isPending(0)).isFalse();
    assertThat(waits.anyReady()).isFalse();
  }

  @Test
  void aRowThatRunsLaterGivesWayToAReadyOne() {
    waits.readyLater(0);
    waits.ready(2);
    assertThat(waits.next()).isEqualTo(2);
    assertThat(waits.yields(2)).isTrue();
    assertThat(waits.next()).isEqualTo(0);
    assertThat(waits.next()).isEqualTo(2);
    assertThat(waits.yields(2)).isFalse();
  }

  @Test
  void onlyARankThatStandsIsResumed() {
    waits.stand(2);
    waits.stand(1);
    assertThat(waits.stands(1)).isTrue();
    waits.resume(1);
    waits.resume(7); // a strand never stands
    assertThat(waits.stands(1)).isFalse();
    assertThat(waits.stands(2)).isTrue();
  }

  @Test
  void whatIsNotKeptIsNoLongerExpected() {
    waits.expect(0, 40, false);
    waits.expect(0, 45, false);
    waits.expect(0, 48, false);

    waits.keepFirst(0, 2);

    assertThat(waits.count(0)).isEqualTo(2);
    assertThat(waits.expected(0, 1)).isEqualTo(45);
  }
}
