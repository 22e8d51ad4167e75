package io.github.tracecast.platform;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GridsTest {
  @ParameterizedTest
  @CsvSource({
    "64x64, 3, 64x8x8",
    "32x256, 3, 32x16x16",
    "256x32, 3, 16x16x32",
    "4096, 3, 64x8x8",
    "12x20, 3, 12x4x5",
    "8x8x8, 3, 8x8x8",
    "64x64, 2, 64x64",
    "3x7, 3, 3x7",
    "1, 3, 1"
  })
  void theLongestSideIsFoldedUntilThereAreEnough(String shape, int dimensions, String folded) {
    int[] sides =
        java.util.Arrays.stream(shape.split("x")).mapToInt(Integer::parseInt).toArray();
    assertThat(Grids.text(Grids.folded(sides, dimensions))).isEqualTo(folded);
  }
}
