package io.github.tracecast.compress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tracecast.compress.CompressOptions.DeltaDetail;
import io.github.tracecast.compress.CompressOptions.Deltas;
import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.Unit;
import io.github.tracecast.trace.times.Distribution;
import io.github.tracecast.trace.validation.TraceValidator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Means and standard deviations of several ranks and executions are those of all single values. */
class MeanStdDevTest {
  private static final CompressOptions OPTIONS =
      CompressOptions.DEFAULT.withDeltas(Deltas.MEANSTDDEV).withDetail(DeltaDetail.SHARED);
  private static final int RANKS = 7;
  private static final int STEPS = 300;

  /** Nanoseconds, as a clock counts. */
  private static double[][] times() {
    Random random = new Random(1);
    double[][] times = new double[RANKS][STEPS];
    for (double[] ofRank : times) {
      for (int step = 0; step < STEPS; step++) {
        ofRank[step] = (50_000 + random.nextInt(1000) * random.nextInt(1000)) / 1000.0;
      }
    }
    return times;
  }

  private static Trace compressed(double[][] times, CompressOptions options) {
    Compressor compressor = new Compressor(RANKS, options);
    for (int rank = 0; rank < RANKS; rank++) {
      EventSink sink = compressor.task(rank);
      for (double micros : times[rank]) {
        sink.begin(MpiCall.BARRIER, sink.site("a"))
            .compute(Unit.MICROSECONDS, micros)
            .end();
      }
      compressor.finish(rank);
    }
    Trace trace = compressor.trace("", List.of());
    TraceValidator.check(trace);
    return trace;
  }

  private static Distribution.MeanStdDev loop(Trace trace) {
    return trace.events().getFirst().deltas().stream()
        .filter(delta -> delta.after() >= 0)
        .map(delta -> (Distribution.MeanStdDev) delta.byExecution().getFirst())
        .findFirst()
        .orElseThrow();
  }

  /** All but the first of each rank, which follows another call. */
  private static void assertDirect(Distribution.MeanStdDev merged, double[][] times, double error) {
    int count = RANKS * (STEPS - 1);
    double mean = 0;
    for (double[] ofRank : times) {
      for (int step = 1; step < STEPS; step++) {
        mean += ofRank[step] / count;
      }
    }
    double variance = 0;
    for (double[] ofRank : times) {
      for (int step = 1; step < STEPS; step++) {
        variance += (ofRank[step] - mean) * (ofRank[step] - mean) / count;
      }
    }
    assertThat(merged.count()).isEqualTo(count);
    assertThat(merged.mean()).isCloseTo(mean, within(1e-6));
    assertThat(merged.deviation()).isCloseTo(Math.sqrt(variance), within(error));
  }

  @Test
  void mergedValuesAreThoseOfTheSingleOnes() {
    double[][] times = times();
    assertDirect(loop(compressed(times, OPTIONS)), times, 1e-3);
  }

  @Test
  void aHistogramGivesItsDeviationLater() {
    double[][] times = times();
    Trace histograms = compressed(times, OPTIONS.withDeltas(Deltas.HISTOGRAM).withBuckets(1000));
    Trace reduced =
        TimeDetail.reduce(histograms, OPTIONS.withDetail(CompressOptions.DEFAULT.detail()));
    assertDirect(loop(reduced), times, 1);
    assertThat(loop(TimeDetail.reduce(reduced, CompressOptions.DEFAULT))).isEqualTo(loop(reduced));
    assertThat(TimeDetail.reduce(reduced, CompressOptions.DEFAULT.withDeltas(Deltas.MINAVGMAX))
            .events()
            .getFirst()
            .deltas())
        .flatExtracting(Delta::byExecution)
        .hasOnlyElementsOfType(Distribution.MinAvgMax.class);
  }

  @Test
  void summariesOfARecorderAreWrittenInThisForm() {
    GroupTimes times = new GroupTimes(Unit.MICROSECONDS);
    DeltaSummary summary = new DeltaSummary(4, 40, 4 * (100 + 9), 7, 13);
    summary.bin(11, 2, 14, 7, 7);
    summary.bin(14, 2, 26, 13, 13);
    GroupTimes.Group group = new GroupTimes.Group(List.of(), ExecutionTimes.NONE);
    group.path(Delta.AFTER_NOTHING, summary);
    times.group(Delta.Kind.COMPUTE, RankList.range(0, 1), group);
    Compressor compressor = new Compressor(1, OPTIONS);
    FoldedTask task = compressor.folded(0);
    task.call(MpiCall.BARRIER, task.definitions().site("a"), List.of(), List.of(), 1, times);
    compressor.finish(0);
    assertThat(compressor.trace("", List.of()).events().getFirst().deltas())
        .flatExtracting(Delta::byExecution)
        .containsExactly(new Distribution.MeanStdDev(4, 7, 10, 3, 13));
  }
}
