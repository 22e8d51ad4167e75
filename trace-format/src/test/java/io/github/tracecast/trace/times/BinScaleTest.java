package io.github.tracecast.trace.times;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BinScaleTest {
  @ParameterizedTest
  @ValueSource(doubles = {0, 1e-300, 0.001, 0.999, 1, 1.19, 1.5, 2, 1e6, 1e300})
  void aValueLiesInItsBin(double value) {
    int bin = BinScale.bin(value);

    assertThat(value).isGreaterThanOrEqualTo(BinScale.lower(bin)).isLessThan(BinScale.upper(bin));
    assertThat(BinScale.bin(Math.nextDown(BinScale.upper(bin)))).isEqualTo(bin);
  }

  @Test
  void fourBinsMakeAPowerOfTwo() {
    assertThat(BinScale.bin(2.0)).isEqualTo(BinScale.bin(1.0) + 4);
    assertThat(BinScale.lower(BinScale.bin(8.0))).isEqualTo(8);
  }

  @Test
  void zeroHasABinOfItsOwn() {
    assertThat(BinScale.lower(BinScale.bin(0))).isZero();
    assertThat(BinScale.upper(BinScale.bin(0))).isEqualTo(Double.MIN_NORMAL);
  }
}
