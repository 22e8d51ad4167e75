package io.github.tracecast.simulate.replay;

import static io.github.tracecast.simulate.replay.Replays.L;
import static io.github.tracecast.simulate.replay.Replays.O;
import static io.github.tracecast.simulate.replay.Replays.end;
import static io.github.tracecast.simulate.replay.Replays.inside;
import static io.github.tracecast.simulate.replay.Replays.lanes;
import static io.github.tracecast.simulate.replay.Replays.replay;
import static io.github.tracecast.trace.Parameter.COUNT;
import static io.github.tracecast.trace.Parameter.DESTINATION;
import static io.github.tracecast.trace.Parameter.SOURCE;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.simulate.FastForward;
import io.github.tracecast.simulate.ReplayOptions;
import io.github.tracecast.simulate.ReplayOptions.DeltaMode;
import io.github.tracecast.simulate.result.ReplayResult;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.times.Distribution;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Calls that are not modelled take the time that was recorded inside them. */
class KeptTimesTest {
  private static Distribution micros(double min, double avg, double max) {
    return new Distribution.MinAvgMax(1, min, avg, max);
  }

  /** Rank 0 writes for 40 us and rank 1 for 10 us, and rank 1 waits for a byte of rank 0. */
  private static TraceSketch writing() {
    TraceSketch sketch = new TraceSketch(2);
    return sketch
        .call(MpiCall.FILE_WRITE, sketch.all())
        .inside(RankList.of(0), micros(30, 40, 70))
        .inside(RankList.of(1), micros(10, 10, 10))
        .call(MpiCall.SEND, 0, DESTINATION, 1, COUNT, 1)
        .call(MpiCall.RECV, 1, SOURCE, 0, COUNT, 1);
  }

  private static ReplayOptions options(DeltaMode deltas, double scale) {
    return new ReplayOptions(deltas, 1, scale, Map.of()).with(FastForward.off());
  }

  @Test
  void theyDelayTheirRankAndThoseThatWaitForIt() {
    ReplayResult result = replay(writing());
    assertThat(end(result, 0)).isEqualTo(40_000 + O);
    assertThat(end(result, 1)).isEqualTo(40_000 + O + L + O);
    assertThat(inside(result, 0)).isEqualTo(50_000);
  }

  @Test
  void theyAreWorkInCallsAndNeitherComputationNorWaiting() {
    ReplayResult.RankTimes rank = replay(writing()).ranks().getFirst();
    assertThat(rank.computeSeconds()).isZero();
    assertThat(rank.callSeconds()).isEqualTo((40_000 + O) / 1e9);
    assertThat(rank.waitSeconds()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"AVG, 40000", "HISTOGRAM, 40000", "MIN, 30000", "MAX, 70000"})
  void theyFollowTheChosenTimesAndNoFactorOnComputation(DeltaMode deltas, long nanoseconds) {
    ReplayResult alone = replay(writing().trace(), "loggp-default", Map.of(), options(deltas, 0.5));
    ReplayResult lane = lanes(
            writing().trace(), "loggp-default", List.of(Map.of()), options(deltas, 0.5))
        .orElseThrow()
        .getFirst();
    assertThat(end(alone, 0)).isEqualTo(nanoseconds + O);
    assertThat(end(lane, 0)).isEqualTo(nanoseconds + O);
  }

  @Test
  void aLoopOfThemIsSkippedExactly() {
    TraceSketch sketch = new TraceSketch(2);
    sketch
        .call(MpiCall.FILE_WRITE, sketch.all())
        .inside(sketch.all(), micros(1, 2, 4), micros(3, 6, 9))
        .call(MpiCall.BARRIER, sketch.all())
        .loop(0, sketch.all(), 100_000);
    ReplayResult skipping = lanes(
            sketch.trace(), "loggp-default", List.of(Map.of()), ReplayOptions.defaults())
        .orElseThrow()
        .getFirst();
    ReplayResult whole =
        replay(sketch.trace(), "loggp-default", Map.of(), options(DeltaMode.AVG, 1));
    assertThat(skipping.eventsReplayed()).isLessThan(10_000);
    assertThat(skipping.predictedSeconds()).isEqualTo(whole.predictedSeconds());
    assertThat(inside(skipping, 0)).isEqualTo(2 * 100_000 * 4_000L);
  }
}
