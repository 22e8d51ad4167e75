package io.github.tracecast.compress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tracecast.compress.CompressOptions.DeltaDetail;
import io.github.tracecast.compress.CompressOptions.Deltas;
import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.Unit;
import io.github.tracecast.trace.times.Distribution;
import io.github.tracecast.trace.validation.TraceValidator;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DeltaDetailTest {
  private static final CompressOptions GROUPS =
      CompressOptions.DEFAULT.withDetail(DeltaDetail.GROUPS);

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

  private interface Program {
    void run(int rank, EventSink sink);
  }

  private static Trace calls(Program program) {
    Compressor compressor = new Compressor(RANKS, GROUPS);
    for (int rank = 0; rank < RANKS; rank++) {
      program.run(rank, compressor.task(rank));
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
    assertThat(deltas(run(GROUPS, NOISE)))
        .isNotEmpty()
        .allSatisfy(delta -> assertThat(delta.ranks()).isEqualTo(RankList.range(0, RANKS)));
  }

  @Test
  void ranksThatLastinglyDifferAreGroups() {
    List<Delta> deltas = deltas(run(GROUPS, IMBALANCE));
    assertThat(deltas)
        .extracting(Delta::ranks)
        .containsOnly(RankList.section(0, 2, RANKS / 2), RankList.section(1, 2, RANKS / 2));
    assertThat(deltas)
        .allSatisfy(delta -> assertThat(delta.byExecution().getFirst().mean())
            .isCloseTo(delta.ranks().contains(0) ? 100 : 200, within(5.0)));
  }

  @Test
  void positionsThatLastinglyDifferAreKeptInOrder() {
    assertThat(deltas(run(GROUPS, BY_POSITION)))
        .singleElement()
        .satisfies(delta -> assertThat(delta.byExecution())
            .extracting(distribution -> Math.floor(distribution.mean()))
            .containsExactly(100.0, 200.0, 300.0, 100.0));
  }

  @Test
  void aSmallDifferenceInMuchOfTheRunKeepsRanksApart() {
    Time twoPercent = (rank, step, round, random) -> (rank == 5 ? 102 : 100) + random.nextDouble();
    assertThat(deltas(run(GROUPS, twoPercent)))
        .extracting(Delta::ranks)
        .contains(RankList.of(5))
        .doesNotContain(RankList.range(0, RANKS));
  }

  @Test
  void aLargeDifferenceInLittleOfTheRunKeepsNobodyApart() {
    Trace trace = calls((rank, sink) -> {
      sink.begin(MpiCall.BARRIER, sink.site("little"))
          .compute(Unit.MICROSECONDS, rank % 2 == 0 ? 1 : 10)
          .end();
      sink.begin(MpiCall.BARRIER, sink.site("much"))
          .compute(Unit.MICROSECONDS, 1e6)
          .end();
    });
    assertThat(deltas(trace)).singleElement().satisfies(delta -> {
      assertThat(delta.ranks()).isEqualTo(RankList.range(0, RANKS));
      assertThat(delta.byExecution().getFirst().mean()).isEqualTo(5.5);
    });
  }

  @Test
  void whereRanksTakeTurnsInBeingLastEachExecutionIsKept() {
    Trace trace = calls((rank, sink) -> {
      for (int step = 0; step < 100; step++) {
        sink.begin(MpiCall.BARRIER, sink.site("turn"))
            .compute(Unit.MICROSECONDS, step % 7 == rank % 2 ? 300 : 100)
            .end();
      }
    });
    List<Delta> deltas = deltas(trace);
    assertThat(deltas)
        .extracting(Delta::ranks)
        .containsExactlyInAnyOrder(
            RankList.section(0, 2, RANKS / 2), RankList.section(1, 2, RANKS / 2));
    for (Delta delta : deltas) {
      for (int step = 0; step < 100; step++) {
        assertThat(delta.byExecution().get(step % delta.byExecution().size()).mean())
            .isEqualTo(step % 7 == delta.ranks().min() % 2 ? 300 : 100);
      }
    }
  }

  @Test
  void timesInsideCallsAreNotToldApartByExecution() {
    Trace trace = calls((rank, sink) -> {
      for (int step = 0; step < 100; step++) {
        sink.begin(MpiCall.BARRIER, sink.site("turn"))
            .inside(Unit.MICROSECONDS, step % 7 == rank % 2 ? 300 : 100)
            .end();
      }
    });
    assertThat(deltas(trace))
        .isNotEmpty()
        .allSatisfy(delta -> assertThat(delta.byExecution()).hasSize(1));
  }

  /** Holds for all times: here, each of a hundred calls takes a different time. */
  @Test
  void whatIsKeptApartStaysWithinItsBounds() {
    Trace trace = calls((rank, sink) -> {
      Random random = new Random(rank);
      for (int step = 0; step < 60; step++) {
        for (int site = 0; site < 100; site++) {
          sink.begin(MpiCall.BARRIER, sink.site("site " + site))
              .compute(Unit.MICROSECONDS, 1000 * (1 + rank % 23) * random.nextDouble())
              .end();
        }
      }
    });
    int byExecution = 0;
    for (Event event : trace.events()) {
      List<RankList> groups =
          event.deltas().stream().map(Delta::ranks).distinct().toList();
      assertThat(groups.size()).isLessThanOrEqualTo(16);
      assertThat(groups.stream().mapToInt(ranks -> ranks.sections().size()).sum())
          .isLessThanOrEqualTo(64);
      for (Delta delta : event.deltas()) {
        int count = delta.byExecution().size();
        byExecution += count > 1 ? count : 0;
      }
    }
    assertThat(byExecution).isPositive().isLessThanOrEqualTo(DeltaBudget.DISTRIBUTIONS);
  }

  @Test
  void sharedDetailKeepsOneDeltaAPath() {
    List<Delta> deltas = deltas(run(GROUPS.withDetail(DeltaDetail.SHARED), IMBALANCE));
    assertThat(deltas).hasSize(3); // the rank's first event, after itself, after the step
    assertThat(deltas).allSatisfy(delta -> assertThat(delta.ranks().size()).isEqualTo(RANKS));
  }

  @Test
  void eachRankCanHaveDeltasOfItsOwn() {
    assertThat(deltas(run(GROUPS.withDetail(DeltaDetail.RANKS), NOISE)))
        .extracting(Delta::ranks)
        .doesNotContain(RankList.range(0, RANKS))
        .contains(RankList.of(0), RankList.of(63));
  }

  @Test
  void eachValueCanBeKeptInOrder() {
    List<Delta> deltas = deltas(run(GROUPS.withDetail(DeltaDetail.ALL), NOISE));
    assertThat(deltas).hasSize(RANKS);
    Random random = new Random(7);
    assertThat(deltas.get(7).byExecution())
        .hasSize(4 * STEPS)
        .allSatisfy(
            distribution -> assertThat(distribution.mean()).isEqualTo(NOISE.of(7, 0, 0, random)));
  }

  @Test
  void countSumMinAndMaxAreExactUnlessIterationsAreKept() {
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
    for (DeltaDetail detail :
        EnumSet.complementOf(EnumSet.of(DeltaDetail.ITERATIONS))) { // these are rounded
      for (Deltas kind : List.of(Deltas.MINAVGMAX, Deltas.HISTOGRAM)) {
        CompressOptions options = GROUPS.withDetail(detail).withDeltas(kind).withBuckets(5);
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
