package io.github.tracecast.trace.times;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DistributionTest {
  @Test
  void scaledValuesAreAsManyAndThatManyTimesAsLarge() {
    assertThat(new Distribution.MinAvgMax(3, 1, 2, 4).scaled(2))
        .isEqualTo(new Distribution.MinAvgMax(3, 2, 4, 8));
    assertThat(new Distribution.MeanStdDev(3, 1, 2, 1, 4).scaled(2))
        .isEqualTo(new Distribution.MeanStdDev(3, 2, 4, 2, 8));
  }

  @Test
  void aScaledHistogramKeepsItsShapeButNotTheRanksOfItsExtremes() {
    Distribution.Histogram histogram = new Distribution.Histogram(
        List.of(new Bin(0, 2, 3, 1, 1, 1), new Bin(4, 8, 1, 6, 6, 6)),
        Optional.of(new Distribution.Extremes(1, 2)));
    assertThat(histogram.scaled(2))
        .isEqualTo(new Distribution.Histogram(
            List.of(new Bin(0, 4, 3, 2, 2, 2), new Bin(8, 16, 1, 12, 12, 12))));
  }
}
