package io.github.tracecast.trace.times;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class EqualBucketsTest {
  @Test
  void singleValuesAreInTheBucketThatBeginsAtOrBeforeThem() {
    List<Bin> values = List.of(
        new Bin(10, 10, 1, 10, 10, 10),
        new Bin(20, 20, 2, 20, 20, 20),
        new Bin(60, 60, 1, 60, 60, 60));

    assertThat(EqualBuckets.of(values, 5))
        .isEqualTo(new EqualBuckets(10, 10, List.of(1L, 2L, 0L, 0L, 1L)));
  }

  /** Four of five values are from 0 to 20, because the mean is 20. */
  @Test
  void aBinThatCrossesEdgesIsDividedAsAReplayDrawsItsValues() {
    List<Bin> bin = List.of(new Bin(0, 128, 1000, 0, 20, 100));

    assertThat(EqualBuckets.of(bin, 5).counts()).containsExactly(800L, 50L, 50L, 50L, 50L);
  }

  @Test
  void bucketsAreRecognisedInAHistogram() {
    EqualBuckets buckets = new EqualBuckets(0.3, 0.1, List.of(2L, 0L, 0L, 3L, 1L));

    assertThat(EqualBuckets.in(buckets.histogram()).orElseThrow().counts())
        .isEqualTo(buckets.counts());
    assertThat(RatnTimes.line(new EqualBuckets(100, 50, List.of(2L, 0L, 3L)).histogram()))
        .contains("TIME: 100 50 2 0 3");
    assertThat(RatnTimes.line(new EqualBuckets(100, 50, List.of(2L)).histogram()))
        .contains("TIME: 100 50 2 0");
    assertThat(RatnTimes.line(new Distribution.MinAvgMax(7, 1.4, 2.6, 9))).contains("TIME: 1 3 9");
    assertThat(EqualBuckets.in(
            new Distribution.Histogram(List.of(Bin.ofEdges(1, 2, 1), Bin.ofEdges(2, 4, 1)))))
        .isEmpty();
  }

  @Test
  void emptyBucketsAreLeftOutAndTheOthersHaveTheirMiddleAsMean() {
    assertThat(new EqualBuckets(100, 50, List.of(2L, 0L, 3L)).histogram())
        .isEqualTo(new Distribution.Histogram(
            List.of(new Bin(100, 150, 2, 100, 125, 150), new Bin(200, 250, 3, 200, 225, 250))));
  }
}
