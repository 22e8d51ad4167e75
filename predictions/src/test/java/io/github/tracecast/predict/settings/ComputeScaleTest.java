package io.github.tracecast.predict.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tracecast.trace.text.UsageException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ComputeScaleTest {
  @ParameterizedTest
  @CsvSource({"1, 1", "0.5, 0.5", "0, 0", "3.5/2.8, 1.25", "35Gf / 28Gf, 1.25", "10Gf, 2"})
  void isAFactorARatioOrTheSpeedOfTheRecordingProcessor(String text, double onFiveGigaflops) {
    assertThat(ComputeScale.parse("--compute-scale", text).factorFor(5e9))
        .isEqualTo(onFiveGigaflops);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "0.1", "3.5/2.8", "10Gf", "123456789f"})
  void isTheSameAgainFromTheOptionItStandsFor(String text) {
    ComputeScale scale = ComputeScale.parse("--compute-scale", text);
    assertThat(ComputeScale.parse("--compute-scale", scale.option())).isEqualTo(scale);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "fast", "-1", "1e999", "3/0", "3/", "/3", "3Gf/2ms", "2ms", "0Gf"})
  void refusesWhatIsNoScale(String text) {
    assertThatThrownBy(() -> ComputeScale.parse("--compute-scale", text))
        .isInstanceOf(UsageException.class)
        .hasMessage("--compute-scale: found " + text
            + "; expected a factor such as 0.5, a ratio RECORDED/TARGET such as 3.5/2.8,"
            + " or the recording processor's speed such as 10Gf");
  }
}
