package io.github.tracecast.platform.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UnitsTest {

  @ParameterizedTest
  @CsvSource({
    "175MBps, 175e6", "175 MB/s, 175e6", "1GBps, 1e9", "1GiBps, 1073741824", "8Kbps, 1000",
        "10Gbps, 1.25e9",
    "10 Gbit/s, 1.25e9", "5Bps, 5", "1.5e3kB/s, 1.5e6", "8ns/B, 1.25e8", "+2TBps, 2e12",
        ".5MiB/s, 524288"
  })
  void bandwidthsHaveUnits(String text, double expected) {
    assertThat(Units.bytesPerSecond(text)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "90ns, 90e-9",
    "1.4us, 1.4e-6",
    "2ms, 2e-3",
    "1s, 1",
    "156.25 ns, 156.25e-9",
    "0s, 0",
    "7ps, 7e-12"
  })
  void timesAreTheNearestDoubles(String text, double expected) {
    assertThat(Units.seconds(text)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "0B, 0",
    "1000B, 1000",
    "2KB, 2000",
    "2KiB, 2048",
    "1.5KB, 1500",
    "3 MiB, 3145728",
    "1GB, 1000000000"
  })
  void sizesAreWholeBytes(String text, long expected) {
    assertThat(Units.bytes(text)).isEqualTo(expected);
  }

  @Test
  void speedsAndRatesHaveUnits() {
    assertThat(Units.flopsPerSecond("2.8Gf")).isEqualTo(2.8e9);
    assertThat(Units.flopsPerSecond("2.8 Gflop/s")).isEqualTo(2.8e9);
    assertThat(Units.instructionsPerSecond("0.7Gips")).isEqualTo(0.7e9);
    assertThat(Units.factor("0.4010")).isEqualTo(0.401);
  }

  @Test
  void powersAndEnergiesHaveUnits() {
    assertThat(Units.watts("0W")).isZero();
    assertThat(Units.watts("28.14kW")).isEqualTo(28_140);
    assertThat(Units.joulesPerByte("60pJ/B")).isEqualTo(60e-12);
  }

  @ParameterizedTest
  @ValueSource(strings = {"350", "-1W", "350w", "1e999W", "350J", "60pJ/B", "W"})
  void impossiblePowersAreRefused(String text) {
    assertRefused(Units::watts, text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"60", "-1J/B", "60pJ", "60ps/B", "60pW", "1KJ/B"})
  void impossibleEnergiesPerByteAreRefused(String text) {
    assertRefused(Units::joulesPerByte, text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "175",
        "-175MBps",
        "0MBps",
        "NaN",
        "nanMBps",
        "InfinityBps",
        "1e999MBps",
        "1e-999Bps",
        "MBps",
        "",
        "175MBs",
        "175mBps",
        "175 M Bps",
        "1,5MBps",
        "0x10MBps",
        "1..5MBps",
        "1e9999MBps",
        "0ns/B",
        "-6ns/B",
        "6nm/B",
        "1MB"
      })
  void impossibleBandwidthsAreRefused(String text) {
    assertRefused(Units::bytesPerSecond, text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "90", "-1ns", "nan", "1e400s", "3h", "ns", "90nss", "1 n s"})
  void impossibleTimesAreRefused(String text) {
    assertRefused(Units::seconds, text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"1000", "-1B", "0.5B", "1e300B", "1b", "9007199254740993B", "1.0001KB", "2PB2"})
  void impossibleSizesAreRefused(String text) {
    assertRefused(Units::bytes, text);
  }

  private static void assertRefused(Function<String, ?> reader, String text) {
    assertThatThrownBy(() -> reader.apply(text))
        .isInstanceOf(InvalidFigure.class)
        .hasMessageContaining(", such as");
  }
}
