package io.github.tracecast.simulate.replay;

import static io.github.tracecast.trace.Parameter.*;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.decompress.Programs;
import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.MappingSpec;
import io.github.tracecast.simulate.FastForward;
import io.github.tracecast.simulate.ReplayOptions;
import io.github.tracecast.simulate.engine.FlowEngine;
import io.github.tracecast.simulate.engine.LogGpEngine;
import io.github.tracecast.simulate.engine.TimingEngine;
import io.github.tracecast.simulate.lanes.Lane;
import io.github.tracecast.simulate.result.ReplayResult;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Term;
import io.github.tracecast.trace.Trace;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Skipping by the shared replay, over the engine that times each message in its turn. */
class FastForwardTest {
  /** Cases of a random family: 20, and more at night ({@code -Dseeds=100}). */
  private static final int SEEDS = Integer.getInteger("seeds", 20);

  private static final long MANY = 1_000_000;

  /** Uses the engine that computes the time of each message in order. */
  private static ReplayResult replay(Trace trace, String platform, FastForward fastForward) {
    return replay(trace, platform, fastForward, machine -> new LogGpEngine(machine));
  }

  private static ReplayResult replay(
      Trace trace, String platform, FastForward fastForward, Function<Machine, TimingEngine> by) {
    Machine machine = Machine.fit(
        Replays.platform(platform, Map.of()), trace.header().ranks(), MappingSpec.parse("blocked"));
    ReplayOptions options = ReplayOptions.defaults().with(fastForward);
    Lane lane = new Lane(machine, options);
    return new Replay(Programs.of(trace), lane, by.apply(machine), n -> {}).run();
  }

  /** Everything except the fields that describe the method. */
  private static ReplayResult found(ReplayResult result) {
    return new ReplayResult(
        result.engine(),
        result.ranks(),
        result.events(),
        result.calls(),
        0,
        List.of(),
        result.messages(),
        result.bytes(),
        result.programMessages(),
        result.programBytes(),
        result.traffic(),
        result.links(),
        result.warnings());
  }

  private static ReplayResult sameAsUnrolled(Trace trace, String platform) {
    ReplayResult skipping = replay(trace, platform, FastForward.auto());
    ReplayResult whole = replay(trace, platform, FastForward.off());
    assertThat(found(skipping)).isEqualTo(found(whole));
    assertThat(whole.skips()).isEmpty();
    assertThat(whole.eventsReplayed()).isEqualTo(whole.calls());
    assertThat(skipping.deviationSeconds()).isZero();
    return skipping;
  }

  @Test
  void skippingIsUnrollingUnderContentionToo() {
    int skipped = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      Trace trace = RandomProgram.ofLoops(seed, 60).sketch().trace();
      ReplayResult skipping = replay(trace, "bluegene-l", FastForward.auto(), FlowEngine::new);
      assertThat(found(skipping))
          .isEqualTo(found(replay(trace, "bluegene-l", FastForward.off(), FlowEngine::new)));
      skipped += skipping.skips().isEmpty() ? 0 : 1;
    }
    assertThat(skipped).as("programs of which something was skipped").isGreaterThan(SEEDS / 6);
  }

  @Test
  void skippingIsUnrollingForEveryProgram() {
    int skipped = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      Trace trace = RandomProgram.ofLoops(seed, 60).sketch().trace();
      ReplayResult result = sameAsUnrolled(
          trace,
          List.of("loggp-default", "bluegene-l", "graphene", "bluegene-l").get(seed % 4));
      skipped += result.skips().isEmpty() ? 0 : 1;
    }
    assertThat(skipped).as("programs of which something was skipped").isGreaterThan(SEEDS / 3);
  }

  private static TraceSketch ring(long iterations) {
    TraceSketch sketch = new TraceSketch(4);
    sketch
        .compute(10)
        .call(MpiCall.IRECV, sketch.all(), SOURCE, Term.ANY, TAG, 1, COUNT, 100)
        .call(MpiCall.SEND, sketch.all(), DESTINATION, Term.rankPlusMod(1), TAG, 1, COUNT, 100)
        .call(MpiCall.WAIT, sketch.all(), REQUEST, 1);
    return sketch.loop(0, sketch.all(), iterations);
  }

  @Test
  void aMillionIterationsCostWhatAThousandDo() {
    ReplayResult thousand = replay(ring(1_000).trace(), "loggp-default", FastForward.auto());
    ReplayResult million = replay(ring(MANY).trace(), "loggp-default", FastForward.auto());
    assertThat(million.eventsReplayed()).isEqualTo(thousand.eventsReplayed()).isLessThan(200);
    assertThat(million.calls()).isEqualTo(4 * 3 * MANY);
    assertThat(million.predictedSeconds()).isEqualTo(1_000 * thousand.predictedSeconds());
    assertThat(million.skips()).singleElement().satisfies(skip -> {
      assertThat(skip.loop()).isZero();
      assertThat(skip.depth()).isOne();
      assertThat(skip.period())
          .as("which of equal times comes first may change")
          .isBetween(1L, 4L);
      assertThat(skip.times()).isOne();
      assertThat(skip.iterations()).isGreaterThan(MANY - 20);
    });
  }

  /** Even ranks have a loop of N iterations, odd ones the same calls in a loop of N/2 with two of them, begun before it. */
  @Test
  void ranksMaySitInDifferentLoops() {
    TraceSketch sketch = new TraceSketch(4);
    RankList even = RankList.of(0, 2);
    RankList odd = RankList.of(1, 3);
    exchange(sketch, odd);
    exchange(sketch, even).loop(2, even, 2_001);
    int first = sketch.size();
    exchange(sketch, odd);
    exchange(sketch, odd).loop(first, odd, 1_000);
    ReplayResult result = sameAsUnrolled(sketch.trace(), "loggp-default");
    assertThat(result.skips()).singleElement().satisfies(skip -> {
      assertThat(skip.loop()).isZero();
      assertThat(skip.period() % 2).isZero();
      assertThat(skip.iterations()).isGreaterThan(1_900);
    });
  }

  private static TraceSketch exchange(TraceSketch sketch, RankList who) {
    return sketch
        .compute(7)
        .call(MpiCall.SEND, who, DESTINATION, Term.rankPlusMod(1), TAG, 1, COUNT, 100)
        .call(MpiCall.RECV, who, SOURCE, Term.rankPlusMod(-1), TAG, 1, COUNT, 100);
  }

  /** Rank 0 waits for the end of a loop of ranks 1 and 2; rank 3 has ended long before. */
  @Test
  void whoDoesNotTakePartKeepsItsOwnTime() {
    TraceSketch sketch = new TraceSketch(4);
    RankList two = RankList.of(1, 2);
    sketch
        .call(MpiCall.SENDRECV, 1, DESTINATION, 2, SOURCE, 2, TAG, 1, RECEIVE_TAG, 1, COUNT, 10)
        .call(MpiCall.SENDRECV, 2, DESTINATION, 1, SOURCE, 1, TAG, 1, RECEIVE_TAG, 1, COUNT, 10)
        .loop(0, two, 5_000)
        .call(MpiCall.SEND, 1, DESTINATION, 0, TAG, 2, COUNT, 10)
        .call(MpiCall.RECV, 0, SOURCE, 1, TAG, 2, COUNT, 10)
        .compute(3)
        .call(MpiCall.BARRIER, 3, COMMUNICATOR, 1);
    ReplayResult result = sameAsUnrolled(sketch.trace(), "loggp-default");
    assertThat(result.skips())
        .singleElement()
        .satisfies(skip -> assertThat(skip.iterations()).isGreaterThan(4_900));
    assertThat(result.ranks().get(0).waitSeconds()).isGreaterThan(5_000 * 5e-6);
    assertThat(result.ranks().get(3).endSeconds()).isEqualTo(3e-6);
  }

  /** Rank 0 sends to itself, to wait, and to rank 1, which computes for longer than that between its receives: ever more messages wait. */
  @Test
  void whatGrowsIsNotSkipped() {
    TraceSketch sketch = new TraceSketch(2);
    RankList zero = RankList.of(0);
    RankList one = RankList.of(1);
    sketch
        .call(MpiCall.SENDRECV, zero, DESTINATION, 0, SOURCE, 0, TAG, 2, RECEIVE_TAG, 2, COUNT, 9)
        .call(MpiCall.SEND, zero, DESTINATION, 1, TAG, 1, COUNT, 10)
        .loop(0, zero, 500)
        .compute(1_000)
        .call(MpiCall.RECV, one, SOURCE, Term.ANY, TAG, 1, COUNT, 10)
        .loop(2, one, 500);
    assertThat(sameAsUnrolled(sketch.trace(), "loggp-default").eventsReplayed())
        .isGreaterThan(1_000);
  }

  /** What a rank sends has a period of three iterations. */
  @Test
  void aPeriodMayBeSeveralIterations() {
    TraceSketch sketch = new TraceSketch(2);
    sketch
        .compute(5)
        .call(
            MpiCall.SEND,
            sketch.all(),
            DESTINATION,
            Term.rankPlusMod(1),
            TAG,
            1,
            COUNT,
            new long[][] {{100}, {2_000}, {50}})
        .call(MpiCall.RECV, sketch.all(), SOURCE, Term.rankPlusMod(1), TAG, 1, COUNT, 2_000)
        .loop(0, sketch.all(), 10_000);
    ReplayResult result = sameAsUnrolled(sketch.trace(), "loggp-default");
    assertThat(result.skips()).singleElement().satisfies(skip -> {
      assertThat(skip.period() % 3).isZero();
      assertThat(skip.iterations()).isGreaterThan(9_900);
    });
  }
}
