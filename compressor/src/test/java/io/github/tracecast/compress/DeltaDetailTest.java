package io.github.tracecast.compress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tracecast.compress.CompressOptions.DeltaDetail;
import io.github.tracecast.compress.CompressOptions.Deltas;
import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.Distribution;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.TraceValidator;
import io.github.tracecast.trace.Unit;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DeltaDetailTest {
  private static final int RANKS = 64;
  private static final int STEPS = 200;

  private interface Time {
    double of(int rank, int step, int round, Random random);
  }

  /** Steps of four rounds of one call, then another. */
  private static Trace run(CompressOptions options, Time time) {
    Compressor compressor = new Compressor(RANKS, options);
    for (int rank = 0; rank < RANKS; rank++) {
      Random random = new Random(rank);
      EventSink sink = compressor.task(rank);
      for (int step = 0; step < STEPS; step++) {
        for (int round = 0; round < 4; round++) {
          sink.begin(MpiCall.BARRIER, sink.site("round"))
              .compute(Unit.MICROSECONDS, time.of(rank, step, round, random))
              .end();
        }
        sink.begin(MpiCall.BARRIER, sink.site("step"))
            .compute(Unit.MICROSECONDS, 1)
            .end();
      }
      compressor.finish(rank);
    }
    Trace trace = compressor.trace("", List.of());
    TraceValidator.check(trace);
    return trace;
  }

  private static List<Delta> deltas(Trace trace) {
    return trace.events().getFirst().deltas();
  }

  private static final Time NOISE = (rank, step, round, random) -> 100 + 5 * random.nextGaussian();

  private static final Time IMBALANCE =
      (rank, step, round, random) -> (rank % 2 == 0 ? 100 : 200) + 5 * random.nextGaussian();

  private static final Time BY_POSITION =
      (rank, step, round, random) -> 100 * (1 + round % 3) + random.nextDouble();

  @Test
  void noiseIsSharedByAllRanks() {
    assertThat(deltas(run(CompressOptions.DEFAULT, NOISE)))
        .isNotEmpty()
        .allSatisfy(delta -> assertThat(delta.ranks()).isEqualTo(RankList.range(0, RANKS)));
  }

  @Test
  void ranksThatLastinglyDifferAreGroups() {
    List<Delta> deltas = deltas(run(CompressOptions.DEFAULT, IMBALANCE));
    assertThat(deltas)
        .extracting(Delta::ranks)
        .containsOnly(RankList.section(0, 2, RANKS / 2), RankList.section(1, 2, RANKS / 2));
    assertThat(deltas)
        .allSatisfy(delta -> assertThat(delta.byExecution().getFirst().mean())
            .isCloseTo(delta.ranks().contains(0) ? 100 : 200, within(5.0)));
  }

  @Test
  void positionsThatLastinglyDifferAreKeptInOrder() {
    assertThat(deltas(run(CompressOptions.DEFAULT, BY_POSITION)))
        .singleElement()
        .satisfies(delta -> assertThat(delta.byExecution())
            .extracting(distribution -> Math.floor(distribution.mean()))
            .containsExactly(100.0, 200.0, 300.0, 100.0));
  }

  @Test
  void sharedDetailKeepsOneDeltaAPath() {
    List<Delta> deltas =
        deltas(run(CompressOptions.DEFAULT.withDetail(DeltaDetail.SHARED), IMBALANCE));
    assertThat(deltas).hasSize(3); // the rank's first event, after itself, after the step
    assertThat(deltas).allSatisfy(delta -> assertThat(delta.ranks().size()).isEqualTo(RANKS));
  }

  @Test
  void eachRankCanHaveDeltasOfItsOwn() {
    assertThat(deltas(run(CompressOptions.DEFAULT.withDetail(DeltaDetail.RANKS), NOISE)))
        .extracting(Delta::ranks)
        .doesNotContain(RankList.range(0, RANKS))
        .contains(RankList.of(0), RankList.of(63));
  }

  @Test
  void eachValueCanBeKeptInOrder() {
    List<Delta> deltas = deltas(run(CompressOptions.DEFAULT.withDetail(DeltaDetail.ALL), NOISE));
    assertThat(deltas).hasSize(RANKS);
    Random random = new Random(7);
    assertThat(deltas.get(7).byExecution())
        .hasSize(4 * STEPS)
        .allSatisfy(
            distribution -> assertThat(distribution.mean()).isEqualTo(NOISE.of(7, 0, 0, random)));
  }

  @Test
  void countSumMinAndMaxAreExactWhateverIsKept() {
    double sum = 0;
    double min = Double.MAX_VALUE;
    double max = 0;
    for (int rank = 0; rank < RANKS; rank++) {
      Random random = new Random(rank);
      for (int i = 0; i < 4 * STEPS; i++) {
        double value = IMBALANCE.of(rank, 0, 0, random);
        sum += value;
        min = Math.min(min, value);
        max = Math.max(max, value);
      }
    }
    for (DeltaDetail detail : DeltaDetail.values()) {
      for (Deltas kind : List.of(Deltas.MINAVGMAX, Deltas.HISTOGRAM)) {
        CompressOptions options =
            CompressOptions.DEFAULT.withDetail(detail).withDeltas(kind).withBuckets(5);
        List<Distribution> all = deltas(run(options, IMBALANCE)).stream()
            .flatMap(delta -> delta.byExecution().stream())
            .toList();
        assertThat(all.stream().mapToLong(Distribution::count).sum()).isEqualTo(4L * STEPS * RANKS);
        assertThat(all.stream().mapToDouble(Distribution::sum).sum())
            .isCloseTo(sum, within(1e-6 * sum));
        assertThat(all.stream().mapToDouble(Distribution::min).min().orElseThrow())
            .isEqualTo(min);
        assertThat(all.stream().mapToDouble(Distribution::max).max().orElseThrow())
            .isEqualTo(max);
        assertThat(all)
            .allSatisfy(distribution -> assertThat(
                    distribution instanceof Distribution.Histogram histogram
                        ? histogram.bins().size()
                        : 1)
                .isLessThanOrEqualTo(5));
      }
    }
  }
}
