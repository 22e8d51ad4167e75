package io.github.tracecast.trace.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.trace.text.Numbers.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumbersTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0 s",
    "1e-5, 10.00 us",
    "0.106857286, 106.9 ms",
    "9e-8, 90.00 ns",
    "2.5e-13, 0.2500 ps",
    "0.99996, 1.000 s",
    "0.00099996, 1.000 ms",
    "1.5, 1.500 s",
    "59.994, 59.99 s",
    "59.996, 1 min 0 s",
    "125.24, 2 min 5.2 s",
    "1000, 16 min 40 s",
    "3599.9, 1 h 0 min",
    "36000.0078, 10 h 0 min",
    "9e6, '2,500 h 0 min'",
    "-0.0021, -2.100 ms",
    "-90, -1 min 30 s"
  })
  void timesHaveFourDigitsAndTheUnitThatSuitsThem(double seconds, String text) {
    assertThat(Numbers.time(seconds)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"0.0021, +2.100 ms", "-0.0021, -2.100 ms", "0, 0 s"})
  void changesOfTimesHaveASign(double seconds, String text) {
    assertThat(Numbers.change(seconds)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0 B",
    "512, 512 B",
    "999.6, 1 kB",
    "3412, 3.41 kB",
    "25886720, 25.9 MB",
    "9.3e18, '9,300 PB'"
  })
  void amountsOfBytesHaveThreeDigitsAndADecimalPrefix(double bytes, String text) {
    assertThat(Numbers.bytes(bytes)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0 J",
    "41234, 41.2 kJ",
    "1, 1 J",
    "0.9996, 1 J",
    "0.99, 990 mJ",
    "0.00102, 1.02 mJ",
    "0.0009996, 1 mJ",
    "0.0004381, 438 uJ",
    "4.381e-8, 0.0438 uJ",
    "-0.002, -2 mJ",
  })
  void energiesHaveThreeDigitsAndAFittingUnit(double joules, String text) {
    assertThat(Numbers.energy(joules)).isEqualTo(text);
  }

  @Test
  void bandwidthsAreBytesPerSecond() {
    assertThat(Numbers.bandwidth(12.4e9)).isEqualTo("12.4 GB/s");
    assertThat(Numbers.bandwidth(Double.POSITIVE_INFINITY)).isEqualTo("Infinity B/s");
  }

  @Test
  void aTableHasOneUnitAndFourDigitsForItsLargestTime() {
    assertThat(TimeUnit.of(0.106857).number(0.106857)).isEqualTo("106.9");
    assertThat(TimeUnit.of(0.106857).symbol()).isEqualTo("ms");
    assertThat(TimeUnit.of(0.106857).number(1e-6)).isEqualTo("0.0");
    assertThat(TimeUnit.of(0.00196).number(0.00196)).isEqualTo("1.960");
    assertThat(TimeUnit.of(36000).number(36000.0078)).isEqualTo("36,000");
    assertThat(TimeUnit.of(3.2e-7).number(3.2e-7)).isEqualTo("320.0");
    assertThat(TimeUnit.of(3.2e-7).symbol()).isEqualTo("ns");
    assertThat(TimeUnit.of(0.05217).number(0.12953)).isEqualTo("129.5");
    assertThat(TimeUnit.of(0).number(0)).isEqualTo("0.000");
    assertThat(TimeUnit.of(1).number(-1e-9)).isEqualTo("0.000");
  }

  @Test
  void changesOfATableHaveOneUnitAndAsManyDecimals() {
    TimeUnit unit = TimeUnit.of(0.0053);
    assertThat(unit.signed(0.0053)).isEqualTo("+5.300");
    assertThat(unit.signed(-3.21e-6)).isEqualTo("-0.003");
    assertThat(unit.signed(3.21e-8)).isEqualTo("0.000");
    assertThat(unit.signed(0)).isEqualTo("0.000");
  }

  @Test
  void ratesHaveThreeDigits() {
    assertThat(Numbers.rate(165739)).isEqualTo("166,000");
    assertThat(Numbers.rate(12.345)).isEqualTo("12.3");
  }

  @Test
  void factorsHaveNoMoreDigitsThanTheyNeed() {
    assertThat(Numbers.factor(1.25)).isEqualTo("1.25");
    assertThat(Numbers.factor(1.0 / 3)).isEqualTo("0.333333");
  }

  @ParameterizedTest
  @CsvSource({
    "1.010206, 1.010",
    "60.8109, 60.81",
    "14.4403, 14.44",
    "1.5, 1.500",
    "12345.6, '12,350'",
    "0, 0",
    "0.00123456, 0.001235",
    "0.8547, 0.8547",
    "Infinity, any",
    "NaN, -"
  })
  void ratiosHaveFourDigitsAndKeepTheirZeros(double ratio, String text) {
    assertThat(Numbers.ratio(ratio)).isEqualTo(text);
  }

  @Test
  void sharesHaveOneDecimal() {
    assertThat(Numbers.percent(0.95662)).isEqualTo("95.7");
    assertThat(Numbers.percent(0.043)).isEqualTo("4.3");
  }
}
