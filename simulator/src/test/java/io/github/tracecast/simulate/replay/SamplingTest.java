package io.github.tracecast.simulate.replay;

import static io.github.tracecast.trace.Parameter.*;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tracecast.simulate.FastForward;
import io.github.tracecast.simulate.ReplayOptions;
import io.github.tracecast.simulate.ReplayOptions.DeltaMode;
import io.github.tracecast.simulate.fastforward.BatchMeans;
import io.github.tracecast.simulate.result.ReplayResult;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Term;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.Unit;
import io.github.tracecast.trace.times.Bin;
import io.github.tracecast.trace.times.Distribution;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Loops with random computation, sampled. */
class SamplingTest {
  private static final int ITERATIONS = 6_000;

  /** A ring whose ranks compute for a random time before each exchange: mostly short, sometimes long. */
  private static Trace ring(int iterations) {
    TraceSketch sketch = new TraceSketch(8);
    Distribution times = new Distribution.Histogram(
        List.of(new Bin(0, 20, 90, 5, 8, 20), new Bin(20, 120, 10, 40, 60, 120)));
    return sketch
        .compute(Unit.MICROSECONDS, times)
        .call(MpiCall.SEND, sketch.all(), DESTINATION, Term.rankPlusMod(1), TAG, 1, COUNT, 100)
        .call(MpiCall.RECV, sketch.all(), SOURCE, Term.rankPlusMod(-1), TAG, 1, COUNT, 100)
        .loop(0, sketch.all(), iterations)
        .trace();
  }

  private static ReplayResult replay(Trace trace, long seed, boolean enabled) {
    FastForward how = new FastForward(enabled, 0, 0.95, 0.03);
    return Replays.replay(
        trace,
        "loggp-default",
        Map.of(),
        new ReplayOptions(DeltaMode.HISTOGRAM, seed, 1, Map.of()).with(how));
  }

  @Test
  void theIntervalHoldsTheMeanOfFullReplaysAsOftenAsItSays() {
    Trace trace = ring(ITERATIONS);
    double mean = 0;
    for (int seed = 1; seed <= 100; seed++) {
      mean += replay(trace, seed, false).predictedSeconds() / 100;
    }
    int holds = 0;
    for (int seed = 1; seed <= 100; seed++) {
      ReplayResult sampled = replay(trace, 1_000 + seed, true);
      assertThat(sampled.skips()).isNotEmpty();
      assertThat(sampled.halfWidthSeconds()).isLessThan(0.031 * sampled.predictedSeconds());
      holds += Math.abs(sampled.predictedSeconds() - mean) <= sampled.halfWidthSeconds() ? 1 : 0;
    }
    assertThat(holds).isBetween(90, 100);
  }

  @Test
  void aSampledReplayAccountsForAllCallsAndAllTime() {
    ReplayResult sampled = replay(ring(ITERATIONS), 1, true);
    assertThat(sampled.calls()).isEqualTo(8 * 2 * ITERATIONS);
    assertThat(sampled.eventsReplayed()).isLessThan(sampled.calls() / 2);
    for (ReplayResult.RankTimes rank : sampled.ranks()) {
      assertThat(rank.endSeconds())
          .isCloseTo(rank.computeSeconds() + rank.callSeconds(), within(1e-11));
      assertThat(rank.waitSeconds()).isBetween(0.0, rank.callSeconds());
    }
    assertThat(sampled.messages()).isCloseTo(8 * ITERATIONS, within(8L * 40));
  }

  @Test
  void aMillionRandomIterationsCostWhatThousandsDo() {
    ReplayResult million = replay(ring(1_000_000), 1, true);
    assertThat(million.eventsReplayed()).isLessThan(100_000);
    assertThat(million.predictedSeconds() / 1_000_000)
        .isCloseTo(replay(ring(20_000), 2, false).predictedSeconds() / 20_000, within(1e-6));
  }

  @Test
  void shortLoopsAreReplayed() {
    assertThat(replay(ring(90), 1, true).skips()).isEmpty();
  }

  @Test
  void theIntervalOfACorrelatedSeriesIsHonest() {
    int holds = 0;
    for (int seed = 0; seed < 1_000; seed++) {
      Random random = new Random(seed);
      BatchMeans series = new BatchMeans();
      double x = 30;
      BatchMeans.Estimate estimate = null;
      while (!series.complete()
          || series.number() < 2_000
          || (estimate = series.estimate(0.95)) == null) {
        x = 0.8 * x + random.nextGaussian(); // correlated, and far from its mean 0 at first
        series.add(x);
      }
      holds += Math.abs(estimate.mean()) <= estimate.halfWidth() ? 1 : 0;
    }
    assertThat(holds).isBetween(900, 985);
  }

  /** The first narrow interval would hold the mean of only 850 of these series. */
  @Test
  void theIntervalThatEndsASeriesHoldsItsMean() {
    int holds = 0;
    for (int seed = 0; seed < 1_000; seed++) {
      Random random = new Random(seed);
      BatchMeans series = new BatchMeans();
      double x = 0;
      BatchMeans.Estimate estimate = null;
      while (!series.complete() || (estimate = series.narrow(0.95, 0.01)) == null) {
        x = 0.9 * x + 0.05 * Math.sqrt(1 - 0.9 * 0.9) * random.nextGaussian();
        series.add(1 + x);
      }
      holds += Math.abs(estimate.mean() - 1) <= estimate.halfWidth() ? 1 : 0;
    }
    assertThat(holds).isBetween(885, 960);
  }
}
