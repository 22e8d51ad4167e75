package io.github.tracecast.simulate.replay;

import static io.github.tracecast.simulate.replay.Replays.O;
import static io.github.tracecast.simulate.replay.Replays.end;
import static io.github.tracecast.simulate.replay.Replays.inside;
import static io.github.tracecast.simulate.replay.Replays.replay;
import static io.github.tracecast.trace.Parameter.*;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.simulate.FastForward;
import io.github.tracecast.simulate.ReplayOptions;
import io.github.tracecast.simulate.ReplayOptions.DeltaMode;
import io.github.tracecast.simulate.result.ReplayResult;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Trace;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Senders of eager messages that wait until their receivers look; four ranks a node, from 100 B on. */
class ProgressTimesTest {
  /** Cases of a random family: 20, and more at night ({@code -Dseeds=100}). */
  private static final int SEEDS = Integer.getInteger("seeds", 20);

  private static final Map<String, String> FIGURES = Map.of(
      "node.cores", "4",
      "node.ranks_per_node", "4",
      "node.memory_latency", "100ns",
      "node.memory_bandwidth", "1ns/B",
      "mpi.gap", "0s",
      "mpi.eager_waits_from", "100B");

  /** A message of 101 B that rank 0 sends first is there. */
  private static final long ARRIVAL = O + 100 + 100;

  private static final RankList ZERO = RankList.of(0);

  /** Rank 0 sends to rank 1 first. */
  private static TraceSketch sending(int ranks, MpiCall send, long bytes) {
    return new TraceSketch(ranks).call(send, 0, DESTINATION, 1, COUNT, bytes, TAG, 0);
  }

  private static TraceSketch receiving(TraceSketch sketch) {
    return sketch.call(MpiCall.RECV, 1, SOURCE, 0, COUNT, 200, TAG, 0);
  }

  private static double returns(TraceSketch sketch) {
    return end(replay(sketch, FIGURES), 0);
  }

  @Test
  void aSenderWaitsUntilItsReceiverHasComputed() {
    ReplayResult result = replay(receiving(sending(2, MpiCall.SEND, 101).compute(10)), FIGURES);
    assertThat(end(result, 0)).isEqualTo(10_000);
    assertThat(end(result, 1)).isEqualTo(10_000 + O);
    assertThat(result.ranks().getFirst().waitSeconds()).isEqualTo((10_000 - O) / 1e9);
  }

  @Test
  void aReceiverThatWaitsLooksWhenTheMessageIsThere() {
    assertThat(returns(receiving(sending(2, MpiCall.SEND, 101)))).isEqualTo(ARRIVAL);
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "102B", "65536B"})
  void aSmallerMessageIsNotWaitedFor(String from) {
    Map<String, String> figures =
        Map.of("node.cores", "4", "node.ranks_per_node", "4", "mpi.eager_waits_from", from);
    assertThat(end(replay(receiving(sending(2, MpiCall.SEND, 101).compute(10)), figures), 0))
        .isEqualTo(O);
  }

  @Test
  void aMessageToAnotherNodeIsNotWaitedFor() {
    Map<String, String> figures =
        Map.of("node.cores", "4", "node.ranks_per_node", "1", "mpi.eager_waits_from", "0B");
    assertThat(end(replay(receiving(sending(2, MpiCall.SEND, 101).compute(10)), figures), 0))
        .isEqualTo(O);
  }

  @Test
  void aMessageToItselfIsNotWaitedFor() {
    TraceSketch sketch = new TraceSketch(2)
        .call(MpiCall.SEND, 0, DESTINATION, 0, COUNT, 101, TAG, 0)
        .compute(10)
        .call(MpiCall.RECV, 0, SOURCE, 0, COUNT, 101, TAG, 0);
    assertThat(inside(replay(sketch, FIGURES), 0)).isEqualTo(O);
  }

  @Test
  void aBufferedSendReturnsAtOnceAndAReadyOneWaits() {
    assertThat(returns(receiving(sending(2, MpiCall.BSEND, 101).compute(10)))).isEqualTo(O);
    assertThat(returns(receiving(sending(2, MpiCall.RSEND, 101).compute(10)))).isEqualTo(10_000);
  }

  @Test
  void aSendThatWasStartedIsDoneWhenItsReceiverLooks() {
    for (double computes : new double[] {0, 50}) {
      TraceSketch sketch = receiving(sending(2, MpiCall.ISEND, 101).compute(10))
          .compute(computes)
          .call(MpiCall.WAIT, 0, REQUEST, 1);
      assertThat(returns(sketch)).isEqualTo(Math.max(10_000, O + 1_000 * (long) computes));
    }
  }

  @Test
  void aReceiverThatWaitsForSomebodyElseLooks() {
    TraceSketch sketch = sending(3, MpiCall.SEND, 101)
        .call(MpiCall.RECV, 1, SOURCE, 2, COUNT, 8, TAG, 0)
        .compute(50)
        .call(MpiCall.SEND, 2, DESTINATION, 1, COUNT, 8, TAG, 0);
    assertThat(returns(receiving(sketch))).isEqualTo(ARRIVAL);
  }

  @Test
  void aReceiverInACollectiveLooks() {
    TraceSketch sketch = sending(3, MpiCall.SEND, 101);
    int pair = sketch.communicator(1, 2);
    sketch
        .call(MpiCall.BARRIER, 1, COMMUNICATOR, pair)
        .compute(50)
        .call(MpiCall.BARRIER, 2, COMMUNICATOR, pair);
    assertThat(returns(receiving(sketch))).isEqualTo(ARRIVAL);
  }

  @Test
  void ranksThatSendToEachOtherBothLook() {
    ReplayResult result = replay(TraceSketch.sendingToEachOther(101), FIGURES);
    assertThat(end(result, 0)).isEqualTo(ARRIVAL + O);
    assertThat(end(result, 1)).isEqualTo(ARRIVAL + O);
  }

  @Test
  void aCallThatOnlyStartsSomethingDoesNotLook() {
    TraceSketch sketch = sending(3, MpiCall.SEND, 101)
        .compute(5)
        .call(MpiCall.IRECV, 1, SOURCE, 2, COUNT, 8, TAG, 0)
        .compute(5)
        .call(MpiCall.SEND, 1, DESTINATION, 2, COUNT, 8, TAG, 0)
        .call(MpiCall.ISEND, 1, DESTINATION, 2, COUNT, 8, TAG, 0)
        .call(MpiCall.WAIT, 1, REQUEST, 1)
        .compute(40);
    assertThat(returns(receiving(sketch))).isEqualTo(50_000 + 2 * O);
  }

  @Test
  void atTestsAndProbesAReceiverLooksOnce() {
    for (MpiCall looking : new MpiCall[] {MpiCall.TEST, MpiCall.IPROBE, MpiCall.PROBE}) {
      TraceSketch sketch = sending(2, MpiCall.SEND, 101)
          .call(MpiCall.IRECV, 1, SOURCE, 0, COUNT, 8, TAG, 7)
          .compute(20);
      if (looking == MpiCall.TEST) {
        sketch.call(looking, 1, REQUEST, 1, OUTCOMES, new long[] {0});
      } else if (looking == MpiCall.IPROBE) {
        sketch.call(looking, 1, SOURCE, 0, TAG, 0, OUTCOMES, new long[] {0});
      } else {
        sketch.call(looking, 1, SOURCE, 0, TAG, 0);
      }
      assertThat(returns(receiving(sketch.compute(20)))).as(looking.name()).isEqualTo(20_000);
    }
  }

  /** Rank 1 waits until 44,607 ns for the message with tag 2, and may have seen before that the message with tag 1 has arrived. */
  @Test
  void aReceiveOfWhatWasSeenBeforeDoesNotLook() {
    for (boolean before : new boolean[] {true, false}) {
      TraceSketch sketch =
          new TraceSketch(3).compute(50).call(MpiCall.SEND, 0, DESTINATION, 1, COUNT, 101, TAG, 0);
      if (before) {
        sketch.call(MpiCall.SEND, 2, DESTINATION, 1, COUNT, 8, TAG, 1);
      }
      sketch.compute(before ? 40 : 41.5).call(MpiCall.SEND, 2, DESTINATION, 1, COUNT, 8, TAG, 2);
      if (!before) {
        sketch.compute(5).call(MpiCall.SEND, 2, DESTINATION, 1, COUNT, 8, TAG, 1);
      }
      sketch
          .call(MpiCall.RECV, 1, SOURCE, 2, COUNT, 8, TAG, 2)
          .compute(20)
          .call(MpiCall.RECV, 1, SOURCE, 2, COUNT, 8, TAG, 1)
          .compute(20);
      long second = 43_107 + O + 20_000;
      assertThat(returns(receiving(sketch))).isEqualTo(before ? second + O + 20_000 : second);
    }
  }

  @Test
  void aRankThatHasEndedLooks() {
    TraceSketch sketch = sending(2, MpiCall.SEND, 101).compute(30).call(MpiCall.PCONTROL, 1);
    assertThat(returns(sketch)).isEqualTo(30_000);
    assertThat(returns(sending(2, MpiCall.SEND, 101))).isEqualTo(ARRIVAL);
  }

  /** Rank 1 tests at 1, 2, ... ms, long before the message leaves, and its clock is ahead all the while. */
  @Test
  void ofManyLooksAheadTheFirstAtOrAfterTheArrivalCounts() {
    TraceSketch sketch = new TraceSketch(2)
        .compute(77_500)
        .call(MpiCall.SEND, 0, DESTINATION, 1, COUNT, 101, TAG, 0);
    RankList one = RankList.of(1);
    sketch
        .compute(1_000)
        .call(MpiCall.IPROBE, one, SOURCE, 0, TAG, 0, OUTCOMES, new long[] {0})
        .loop(1, one, 100);
    assertThat(returns(receiving(sketch))).isEqualTo(78e6);
  }

  @Test
  void programsThatItConcernsNeedTheOrderOfTime() {
    Trace small = receiving(sending(2, MpiCall.SEND, 99).compute(10)).trace();
    Trace large = receiving(sending(2, MpiCall.SEND, 101).compute(10)).trace();
    ReplayOptions options = ReplayOptions.defaults();
    for (Trace trace : List.of(small, large)) {
      assertThat(
              Replays.lanes(trace, "loggp-default", List.of(FIGURES), options).orElseThrow())
          .containsExactly(replay(trace, "loggp-default", FIGURES, options));
    }
    assertThat(Replays.obstacle(small, FIGURES)).isEmpty();
    assertThat(Replays.obstacle(large, FIGURES)).isPresent();
  }

  @ParameterizedTest
  @EnumSource(DeltaMode.class)
  void randomProgramsReplayWithoutWarnings(DeltaMode mode) {
    for (int seed = 0; seed < SEEDS; seed++) {
      Trace trace = new RandomProgram(seed, 90, seed % 2 == 1).sketch().trace();
      ReplayOptions options = new ReplayOptions(mode, seed, 1, Map.of()).with(FastForward.off());
      assertThat(replay(trace, "loggp-default", FIGURES, options).warnings()).isEmpty();
    }
  }

  @Test
  void skippingIsUnrolling() {
    int skipped = 0;
    int concerned = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      Trace trace = RandomProgram.ofLoops(seed, 40).sketch().trace();
      ReplayOptions options = ReplayOptions.defaults();
      ReplayResult skipping = replay(trace, "loggp-default", FIGURES, options);
      ReplayResult whole = replay(trace, "loggp-default", FIGURES, options.with(FastForward.off()));
      assertThat(skipping.ranks()).isEqualTo(whole.ranks());
      assertThat(skipping.events()).isEqualTo(whole.events());
      boolean waits = Replays.obstacle(trace, FIGURES).isPresent();
      concerned += waits ? 1 : 0;
      skipped += waits && !skipping.skips().isEmpty() ? 1 : 0;
    }
    assertThat(concerned).as("programs with senders that wait").isGreaterThan(SEEDS / 3);
    assertThat(skipped).as("such programs of which something was skipped").isGreaterThan(SEEDS / 6);
  }

  /** Rank 0 sends and computes 3 us, rank 1 receives and computes 7 us: the sender goes at the receiver's pace. */
  @Test
  void aMillionIterationsGoAtTheReceiversPace() {
    RankList one = RankList.of(1);
    TraceSketch sketch = new TraceSketch(2)
        .compute(3)
        .call(MpiCall.SEND, 0, DESTINATION, 1, COUNT, 101, TAG, 0)
        .loop(0, ZERO, 1_000_000)
        .compute(7)
        .call(MpiCall.RECV, one, SOURCE, 0, COUNT, 101, TAG, 0)
        .loop(1, one, 1_000_000);
    ReplayResult result = replay(sketch, FIGURES);
    assertThat(result.eventsReplayed()).isLessThan(1_000);
    assertThat(end(result, 1)).isEqualTo(1e6 * (7_000 + O));
    assertThat(end(result, 0)).isEqualTo(1e6 * (7_000 + O) - O);
  }
}
