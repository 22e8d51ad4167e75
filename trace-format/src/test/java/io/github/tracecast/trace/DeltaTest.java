package io.github.tracecast.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tracecast.trace.times.Bin;
import io.github.tracecast.trace.times.Distribution;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class DeltaTest {
  private static Delta delta(Distribution... byExecution) {
    return new Delta(
        Delta.Kind.COMPUTE,
        Unit.MICROSECONDS,
        Delta.AFTER_ANY,
        RankList.of(0),
        List.of(byExecution));
  }

  private static Distribution once(double micros) {
    return new Distribution.MinAvgMax(1, micros, micros, micros);
  }

  @Test
  void aPeriodHasTheValuesOfAllPeriods() {
    Delta delta = delta(once(1), once(2), once(1), once(2), once(1), once(2));

    assertThat(delta.byExecution())
        .containsExactly(
            new Distribution.MinAvgMax(3, 1, 1, 1), new Distribution.MinAvgMax(3, 2, 2, 2));
  }

  @Test
  void noKindOfDistributionLosesValues() {
    Stream.of(
            new Distribution.MinAvgMax(4, 1, 2, 3),
            new Distribution.MeanStdDev(4, 1, 2, 0.5, 3),
            new Distribution.Histogram(
                List.of(new Bin(1, 2, 3, 1, 1.5, 2), new Bin(2, 4, 1, 3, 3, 3))))
        .forEach(each -> {
          Distribution all = delta(each, each).byExecution().getFirst();
          assertThat(all.count()).isEqualTo(8);
          assertThat(all.sum()).isEqualTo(2 * each.sum());
          assertThat(all.mean()).isEqualTo(each.mean());
        });
  }

  @Test
  void moreValuesThanALongCountsAreRefused() {
    for (long count : LongStream.of(1L << 61, 1L << 62, Long.MAX_VALUE).toArray()) {
      Distribution many = new Distribution.MinAvgMax(count, 0, 0, 0);
      assertThatThrownBy(() -> delta(many, many, many, many))
          .isInstanceOf(TraceException.class)
          .hasMessageContaining("more than 2^63 - 1 values");
    }
  }
}
