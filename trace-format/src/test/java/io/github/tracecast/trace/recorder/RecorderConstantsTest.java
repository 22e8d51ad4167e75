package io.github.tracecast.trace.recorder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tracecast.trace.times.BinScale;
import org.junit.jupiter.api.Test;

/** The recorder's definitions, as Java reads them. */
class RecorderConstantsTest {
  @Test
  void aDefinitionIsANumberOrAText() {
    assertThat(RecorderConstants.integer("TC_LIST")).isEqualTo(128);
    assertThat(RecorderConstants.number("TC_EDGE_1")).isEqualTo(0x306FE0A31B715L);
    assertThat(RecorderConstants.real("TC_MATERIAL")).isEqualTo(2e-4);
    assertThat(RecorderConstants.text("TC_LOG_MAGIC"))
        .hasSize(RecorderConstants.integer("TC_MAGIC_LENGTH"));
  }

  @Test
  void whatIsNotDefinedIsNamed() {
    assertThatThrownBy(() -> RecorderConstants.integer("TC_UNKNOWN"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("TC_UNKNOWN");
  }

  @Test
  void theEdgesOfBinsAreThePowersOfTwo() {
    for (int bin = -8; bin < 8; bin++) {
      assertThat(BinScale.lower(bin)).isEqualTo(Math.pow(2, bin / 4.0));
    }
  }
}
