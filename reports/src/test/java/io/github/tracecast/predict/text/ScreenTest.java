package io.github.tracecast.predict.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ScreenTest {
  @Test
  void inAPipeColumnsSetsTheWidth() {
    assertThat(Screen.piped("132")).isEqualTo(new Screen(false, 132, false));
    assertThat(Screen.piped("7").width()).isEqualTo(Screen.LEAST_WIDTH);
  }

  @Test
  void whatIsNoNumberOfColumnsIsIgnored() {
    for (String columns : new String[] {null, "", "0", "-80", "wide", "99999"}) {
      assertThat(Screen.piped(columns)).as(columns).isEqualTo(Screen.PIPED);
    }
  }
}
