package io.github.tracecast.platform;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.MathContext;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuantityTest {

  @ParameterizedTest
  @CsvSource({
    "175MBps, 175e6, bytes_per_second",
    "10 Gbit/s, 1.25e9, bytes_per_second",
    "8Kbps, 1000, bytes_per_second",
    "6ns/B, 6e-9, seconds_per_byte",
    "90ns, 90e-9, seconds",
    "1.5KiB, 1536, bytes",
    "2.8Gf, 2.8e9, flops_per_second",
    "1.4Gips, 1.4e9, instructions_per_second",
    "350W, 350, watts",
    "28.14 kW, 28140, watts",
    "1.5MW, 1.5e6, watts",
    "60pJ/B, 60e-12, joules_per_byte",
    "2 nJ/B, 2e-9, joules_per_byte",
    "3uJ/B, 3e-6, joules_per_byte",
    "1mJ/B, 1e-3, joules_per_byte",
    "1J/B, 1, joules_per_byte",
    "0.5, 0.5, ''",
    "-3, -3, ''"
  })
  void aNumberWithItsUnitIsExactInTheBaseUnit(String text, BigDecimal number, String unit) {
    Quantity quantity = Quantity.parse(text).orElseThrow();

    assertThat(quantity.inBaseUnit()).isEqualByComparingTo(number);
    assertThat(quantity.dimension().baseUnit()).isEqualTo(unit);
    assertThat(Quantity.parse(quantity.text()).orElseThrow().inBaseUnit())
        .isEqualByComparingTo(number);
  }

  @ParameterizedTest
  @CsvSource({
    "0.086ns/B, 11.6279GBps",
    "6ns/B, 166.667MBps",
    "1us/B, 1MBps",
    "2s/B, 0.5Bps",
    "0.5ps/B, 2TBps",
    "0.5fs/B, ''",
    "0ns/B, 0ns/B",
    "10GBps, 10GBps",
    "1.25Gbit/s, 1.25Gbit/s",
    "3us, 3us"
  })
  void aTimePerByteIsABandwidth(String text, String bandwidth) {
    assertThat(Quantity.parse(text)
            .map(quantity -> quantity.asBandwidth(new MathContext(6)).text())
            .orElse(""))
        .isEqualTo(bandwidth);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "fast",
        "2x2x2",
        "1 parsec",
        "MBps",
        "1us + 2ns/B",
        "1Qs",
        "0B: 1us",
        "1KiW",
        "1J",
        "1 J/s"
      })
  void anythingElseIsNone(String text) {
    assertThat(Quantity.parse(text)).isEmpty();
  }
}
