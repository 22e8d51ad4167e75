package io.github.tracecast.simulate.costs;

import static io.github.tracecast.simulate.replay.Replays.end;
import static io.github.tracecast.trace.Parameter.*;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.tracecast.simulate.ReplayException;
import io.github.tracecast.simulate.ReplayOptions;
import io.github.tracecast.simulate.ReplayOptions.DeltaMode;
import io.github.tracecast.simulate.replay.Replays;
import io.github.tracecast.simulate.replay.TraceSketch;
import io.github.tracecast.simulate.result.ReplayResult;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Unit;
import io.github.tracecast.trace.times.Bin;
import io.github.tracecast.trace.times.Distribution;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Computation before the calls: modes, scales, units, draws. */
class ComputeTimesTest {
  private static final Distribution SPREAD = new Distribution.MinAvgMax(10, 2, 5, 20);

  /** Two buckets: 30 times 10 on the average, 10 times 110. */
  private static final Distribution HISTOGRAM = new Distribution.Histogram(
      List.of(new Bin(0, 100, 30, 4, 10, 40), new Bin(100, 200, 10, 100, 110, 190)));

  private static ReplayOptions options(DeltaMode mode, long seed) {
    return new ReplayOptions(mode, seed, 1, Map.of());
  }

  private static ReplayResult replay(TraceSketch sketch, ReplayOptions options) {
    return Replays.replay(sketch.trace(), "loggp-default", Map.of(), options);
  }

  private static TraceSketch one(Unit unit, Distribution distribution) {
    return new TraceSketch(1).compute(unit, distribution).call(MpiCall.PCONTROL, 0);
  }

  @ParameterizedTest
  @CsvSource({"AVG, 5, 35", "MIN, 2, 4", "MAX, 20, 190"})
  void aModeTakesItsValueEachTime(DeltaMode mode, double ofSpread, double ofHistogram) {
    ReplayOptions options = options(mode, 1);
    assertThat(end(replay(one(Unit.MICROSECONDS, SPREAD), options), 0)).isEqualTo(ofSpread * 1_000);
    assertThat(end(replay(one(Unit.MICROSECONDS, HISTOGRAM), options), 0))
        .isEqualTo(ofHistogram * 1_000);
  }

  @Test
  void instructionsTakeThePlatformsRate() {
    TraceSketch sketch = one(Unit.INSTRUCTIONS, new Distribution.MinAvgMax(1, 7e6, 7e6, 7e6));
    for (Map.Entry<String, Double> rate :
        Map.of("1Gips", 7e6, "2Gips", 3.5e6, "0.7Gips", 1e7).entrySet()) {
      ReplayResult result = Replays.replay(
          sketch.trace(),
          "loggp-default",
          Map.of("node.instruction_rate", rate.getKey()),
          ReplayOptions.defaults());
      assertThat(end(result, 0)).isCloseTo(rate.getValue(), within(1e-3));
    }
  }

  @Test
  void scalesMultiplyOverallAndByCallSite() {
    TraceSketch sketch = new TraceSketch(2)
        .compute(100)
        .call(MpiCall.PCONTROL, 0)
        .compute(100)
        .call(MpiCall.PCONTROL, 1);
    ReplayResult result =
        replay(sketch, new ReplayOptions(DeltaMode.AVG, 1, 0.5, Map.of("site1", 3.0)));
    assertThat(end(result, 0)).isEqualTo(50_000);
    assertThat(end(result, 1)).isEqualTo(150_000);
    assertThat(result.ranks().get(1).computeSeconds()).isEqualTo(150e-6);
    assertThat(end(replay(sketch, new ReplayOptions(DeltaMode.AVG, 1, 0, Map.of())), 1))
        .isZero();
  }

  @ParameterizedTest
  @CsvSource({"-1", "NaN", "Infinity"})
  void anImpossibleScaleIsRefused(double scale) {
    assertThatThrownBy(() -> new ReplayOptions(DeltaMode.AVG, 1, scale, Map.of()))
        .isInstanceOf(ReplayException.class)
        .hasMessageContaining("found computation scale");
  }

  @ParameterizedTest
  @EnumSource(DeltaMode.class)
  void aSeedGivesTheSameTimesAgain(DeltaMode mode) {
    TraceSketch sketch = new TraceSketch(8);
    sketch
        .compute(Unit.MICROSECONDS, HISTOGRAM)
        .call(MpiCall.BARRIER, sketch.all())
        .loop(0, sketch.all(), 50);
    assertThat(replay(sketch, options(mode, 3))).isEqualTo(replay(sketch, options(mode, 3)));
    boolean drawn = mode == DeltaMode.HISTOGRAM;
    assertThat(replay(sketch, options(mode, 3))
            .ranks()
            .equals(replay(sketch, options(mode, 4)).ranks()))
        .isEqualTo(!drawn);
  }

  @Test
  void theMeanOfManyDrawsIsTheMean() {
    for (Distribution distribution : List.of(SPREAD, HISTOGRAM)) {
      int draws = 200_000;
      double sum = 0;
      double squares = 0;
      for (int execution = 0; execution < draws; execution++) {
        double value = Draw.from(distribution, 1, 7, 3, execution);
        assertThat(value).isBetween(distribution.min(), distribution.max());
        sum += value;
        squares += value * value;
      }
      double mean = sum / draws;
      double error = Math.sqrt((squares / draws - mean * mean) / draws);
      assertThat(mean).isCloseTo(distribution.mean(), within(4 * error));
    }
  }

  /** Narrow, as wide as the extremes allow evenly, wide, and as wide as possible. */
  @ParameterizedTest
  @ValueSource(doubles = {0.1, 2, 3.872983346207417, 5, 6.7})
  void drawsHaveTheRecordedMeanAndDeviation(double deviation) {
    Distribution distribution = new Distribution.MeanStdDev(10, 2, 5, deviation, 20);
    int draws = 200_000;
    double sum = 0;
    double squares = 0;
    for (int execution = 0; execution < draws; execution++) {
      double value = Draw.from(distribution, 1, 7, 3, execution);
      assertThat(value).isBetween(2.0, 20.0);
      sum += value - 5;
      squares += (value - 5) * (value - 5);
    }
    assertThat(sum / draws).isCloseTo(0, within(4 * deviation / Math.sqrt(draws)));
    assertThat(Math.sqrt(squares / draws)).isCloseTo(deviation, within(0.02 * deviation));
  }

  @Test
  void bucketsAreDrawnByTheirWeight() {
    int inSecond = 0;
    for (int rank = 0; rank < 40_000; rank++) {
      double value = Draw.from(HISTOGRAM, 5, rank, 0, 0);
      assertThat(value > 40 && value < 100).as("between the buckets").isFalse();
      inSecond += value >= 100 ? 1 : 0;
    }
    assertThat(inSecond / 40_000.0).isCloseTo(0.25, within(0.01));
  }

  @Test
  void drawsDependOnSeedRankEventAndExecutionAlone() {
    double draw = Draw.from(HISTOGRAM, 1, 2, 3, 4);
    Draw.from(HISTOGRAM, 9, 9, 9, 9);
    assertThat(Draw.from(HISTOGRAM, 1, 2, 3, 4)).isEqualTo(draw);
    assertThat(List.of(
            Draw.from(HISTOGRAM, 2, 2, 3, 4),
            Draw.from(HISTOGRAM, 1, 3, 3, 4),
            Draw.from(HISTOGRAM, 1, 2, 4, 4),
            Draw.from(HISTOGRAM, 1, 2, 3, 5)))
        .doesNotContain(draw);
  }

  @Test
  void neighbouringKeysAreNotCorrelated() {
    // of ranks and executions whose sums are equal, no two draws are
    assertThat(Draw.from(SPREAD, 1, 2, 3, 4)).isNotEqualTo(Draw.from(SPREAD, 1, 3, 2, 4));
    assertThat(Draw.from(SPREAD, 1, 2, 3, 4)).isNotEqualTo(Draw.from(SPREAD, 1, 2, 4, 3));
    double product = 0;
    int pairs = 50_000;
    for (int i = 0; i < pairs; i++) {
      product += (Draw.from(SPREAD, 1, 0, 0, i) - 5) * (Draw.from(SPREAD, 1, 1, 0, i) - 5);
    }
    assertThat(product / pairs).isCloseTo(0, within(0.5)); // the variance is about 14
  }

  @Test
  void aRankWithoutEventsEndsAtOnce() {
    TraceSketch sketch = new TraceSketch(3).compute(10).call(MpiCall.PCONTROL, RankList.of(1));
    ReplayResult result = replay(sketch, ReplayOptions.defaults());
    assertThat(end(result, 0)).isZero();
    assertThat(end(result, 1)).isEqualTo(10_000);
    assertThat(result.eventsReplayed()).isEqualTo(1);
  }

  @Test
  void timeBeyondWhatCanBeCountedIsRefused() {
    TraceSketch longOne = new TraceSketch(1).compute(5e12).call(MpiCall.PCONTROL, 0);
    assertThatThrownBy(() -> replay(longOne, ReplayOptions.defaults()))
        .isInstanceOf(ReplayException.class)
        .hasMessageContaining("found a time of 5000000.0 s; expected 0 to 4611686.0");
    TraceSketch many = new TraceSketch(1);
    many.compute(4e12).call(MpiCall.PCONTROL, 0).loop(0, many.all(), 1_000);
    assertThatThrownBy(() -> replay(many, ReplayOptions.defaults()))
        .isInstanceOf(ReplayException.class)
        .hasMessageContaining("found more than 4611686.0")
        .hasMessageContaining("after the computation of rank 0");
    TraceSketch bytes = new TraceSketch(2);
    bytes
        .call(MpiCall.SEND, 0, DESTINATION, 1, COUNT, 1L << 40)
        .loop(0, RankList.of(0), 10)
        .call(MpiCall.RECV, 1, SOURCE, 0, COUNT, 1L << 40)
        .loop(1, RankList.of(1), 1_000_000);
    assertThatThrownBy(() -> Replays.replay(
            bytes.trace(),
            "loggp-default",
            Map.of("network.link_bandwidth", "1MBps"),
            ReplayOptions.defaults()))
        .isInstanceOf(ReplayException.class)
        .hasMessageContaining("s of simulated time");
  }

  @Test
  void profilesOfManyLongRanksDoNotOverflow() {
    int ranks = 1_000;
    TraceSketch sketch = new TraceSketch(ranks);
    sketch.compute(4e12).call(MpiCall.BARRIER, sketch.all());
    ReplayResult result = replay(sketch, ReplayOptions.defaults());
    assertThat(result.events().getFirst().computeSeconds()).isCloseTo(4e6 * ranks, within(1.0));
  }
}
