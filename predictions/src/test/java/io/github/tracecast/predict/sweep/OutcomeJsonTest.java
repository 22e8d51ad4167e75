package io.github.tracecast.predict.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OutcomeJsonTest {
  @ParameterizedTest
  @ValueSource(strings = {"", " ", "null", "1", "[]", "{}", "{\"reason\": null}", "{\"reason\""})
  void whatIsNoOutcomeIsNone(String text) {
    assertThat(OutcomeJson.read(text)).isEmpty();
  }
}
