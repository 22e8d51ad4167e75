package io.github.tracecast.predict.usage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tracecast.trace.text.UsageException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProductionTest {
  /** Three runs of 0.1 s + 0.2 s, which is more than 0.3 s as a double, end within 0.9 s; three of 0.301 s do not. */
  @ParameterizedTest
  @CsvSource({"0.30000000000000004, 5", "0.301, 10"})
  void runsThatEndExactlyAtTheDeadlineEndInTime(double seconds, long nodes) {
    Production production = Production.parse("times=3 deadline=0.9s");

    assertThat(production.nodes(seconds, 5)).hasValue(nodes);
  }

  @Test
  void noStepsAreRefused() {
    assertThatThrownBy(() -> Production.parse("0"))
        .isInstanceOf(UsageException.class)
        .hasMessageEndingWith(
            "found 0; expected a whole number of time steps of at least 1, such as"
                + " 100000, or a time (s, min, h, d) above 0, such as 12h");
  }
}
