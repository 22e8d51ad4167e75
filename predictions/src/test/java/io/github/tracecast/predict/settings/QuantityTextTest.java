package io.github.tracecast.predict.settings;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuantityTextTest {
  @ParameterizedTest
  @CsvSource({
    "10000ns, 10 us",
    "1.58489us, 1.58489 us",
    "1500ms, 1.5 s",
    "0.5ns, 500 ps",
    "126.491MBps, 126.491 MB/s",
    "12000MBps, 12 GB/s",
    "1.5Gbps, 1.5 Gbit/s",
    "2048KiB, 2 MiB",
    "81920B, 81.92 kB",
    "6ns/B, 6 ns/B",
    "2.8Gf, 2.8 Gf",
    "12, 12",
    "xyzt, xyzt",
    "0B: 8us; 1420B: 9us, 0B: 8us; 1420B: 9us"
  })
  void quantitiesKeepAllDigitsInTheUnitThatSuitsThem(String written, String shown) {
    assertThat(QuantityText.of(written)).isEqualTo(shown);
  }
}
