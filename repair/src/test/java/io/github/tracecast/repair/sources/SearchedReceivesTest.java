package io.github.tracecast.repair.sources;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.simulate.lanes.Totals;
import org.junit.jupiter.api.Test;

class SearchedReceivesTest {
  private static final int LOST = 2;
  private static final int NAMED = 1;

  private final SearchedReceives receives = new SearchedReceives(4, new int[] {LOST}, 3);

  @Test
  void eachReceiveHasTheSourceThatItTook() {
    receives.begins(0, LOST);
    receives.asks(0, 100);
    receives.begins(0, LOST);
    receives.asks(0, 7);
    receives.meets(7, 2);
    receives.meets(100, 1);

    assertThat(receives.of(LOST, 0).toIntArray()).containsExactly(1, 2);
    assertThat(receives.of(LOST, 1).toIntArray()).isEmpty();
  }

  @Test
  void aReceiveWithoutAMessageHasAnUnknownSource() {
    receives.begins(1, LOST);
    receives.begins(1, LOST);
    receives.asks(1, 3);
    receives.meets(3, 0);

    assertThat(receives.of(LOST, 1).toIntArray()).containsExactly(TakenSources.UNKNOWN, 0);
  }

  @Test
  void aReceiveThatNamesItsSourceIsNoneOfTheCallBefore() {
    receives.begins(1, LOST);
    receives.begins(1, NAMED);
    receives.asks(1, 3);
    receives.meets(3, 0);

    assertThat(receives.of(LOST, 1).toIntArray()).containsExactly(TakenSources.UNKNOWN);
  }

  @Test
  void whatIsSkippedRepeatsWhatWasRecordedSince() {
    take(0, 1);
    Totals.Moment since = receives.moment();
    take(0, 2);
    take(1, 0);

    since.repeat(2);
    take(0, 1);

    assertThat(receives.of(LOST, 0).toIntArray()).containsExactly(1, 2, 2, 2, 1);
    assertThat(receives.of(LOST, 1).toIntArray()).containsExactly(0);
  }

  private void take(int rank, int source) {
    receives.begins(rank, LOST);
    receives.asks(rank, 5);
    receives.meets(5, source);
  }
}
