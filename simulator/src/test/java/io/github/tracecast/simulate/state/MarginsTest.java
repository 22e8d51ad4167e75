package io.github.tracecast.simulate.state;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MarginsTest {
  /** As a loop of calls that are not modelled, followed by one with collectives. */
  @Test
  void periodsWithoutComparisonsMayPrecedeOnesThatHaveSome() {
    Margins margins = new Margins(1, 1);
    for (int period = 0; period < 3; period++) {
      margins.next();
    }

    margins.restart();
    margins.notLess(10, 0);
    margins.next();
    margins.notLess(7, 0);

    assertThat(margins.agree()).isTrue();
    assertThat(margins.horizon()).isEqualTo(2);
  }
}
