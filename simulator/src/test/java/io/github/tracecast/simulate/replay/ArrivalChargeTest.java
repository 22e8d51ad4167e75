package io.github.tracecast.simulate.replay;

import static io.github.tracecast.simulate.replay.Replays.L;
import static io.github.tracecast.simulate.replay.Replays.O;
import static io.github.tracecast.simulate.replay.Replays.end;
import static io.github.tracecast.simulate.replay.Replays.inside;
import static io.github.tracecast.simulate.replay.Replays.replay;
import static io.github.tracecast.simulate.replay.Replays.withoutSkips;
import static io.github.tracecast.trace.Parameter.*;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tracecast.simulate.FastForward;
import io.github.tracecast.simulate.ReplayOptions;
import io.github.tracecast.simulate.result.ReplayResult;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Term;
import io.github.tracecast.trace.Trace;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages that take their receivers' processors when they arrive. */
class ArrivalChargeTest {
  /** Cases of a random family: 20, and more at night ({@code -Dseeds=100}). */
  private static final int SEEDS = Integer.getInteger("seeds", 20);

  private static final Map<String, String> AT_ARRIVAL =
      Map.of("mpi.receive_overhead_charged", "at-arrival", "mpi.gap", "0s");

  /** Rank 1's message arrives at rank 0 after 4 us, while rank 0 computes. Rank 0 then sends. */
  private static TraceSketch sendsAfterAnArrival() {
    return new TraceSketch(3)
        .call(MpiCall.SEND, 1, DESTINATION, 0, COUNT, 1)
        .call(MpiCall.IRECV, 0, SOURCE, 1, COUNT, 1)
        .compute(10)
        .call(MpiCall.SEND, 0, DESTINATION, 2, COUNT, 1)
        .call(MpiCall.WAIT, 0, REQUESTS, new long[] {1})
        .call(MpiCall.RECV, 2, SOURCE, 0, COUNT, 1);
  }

  @Test
  void aMessageThatArrivesDuringComputationIsTakenBeforeTheNextSend() {
    assertThat(end(replay(sendsAfterAnArrival()), 2)).isEqualTo(10_000 + O + L + O);
    ReplayResult result = replay(sendsAfterAnArrival(), AT_ARRIVAL);
    assertThat(end(result, 2)).isEqualTo(10_000 + O + O + L + O);
    assertThat(end(result, 0)).isEqualTo(10_000 + O + O);
  }

  @Test
  void messagesThatArriveTogetherTakeTheProcessorOneAfterAnother() {
    TraceSketch sketch = new TraceSketch(4)
        .call(MpiCall.SEND, RankList.of(1, 2, 3), DESTINATION, 0, COUNT, 1)
        .call(MpiCall.RECV, 0, SOURCE, 3, COUNT, 1)
        .call(MpiCall.RECV, 0, SOURCE, 2, COUNT, 1)
        .call(MpiCall.RECV, 0, SOURCE, 1, COUNT, 1);
    assertThat(end(replay(sketch, AT_ARRIVAL), 0)).isEqualTo(O + L + 3 * O);
    Map<String, String> wide =
        Map.of("mpi.receive_overhead_charged", "at-arrival", "mpi.gap", "4us");
    assertThat(end(replay(sketch, wide), 0)).isEqualTo(O + L + 2 * 4_000 + O);
  }

  @Test
  void theReceiversWorkCountsAsOverhead() {
    ReplayResult.RankTimes receiver =
        replay(sendsAfterAnArrival(), AT_ARRIVAL).ranks().get(0);
    assertThat(receiver.computeSeconds()).isCloseTo(10e-6, within(1e-15));
    assertThat(receiver.callSeconds()).isCloseTo(2 * O / 1e9, within(1e-15));
    assertThat(receiver.waitSeconds()).isCloseTo(0, within(1e-15));
  }

  /** A message holds the processor when the receive is reached. The call begins all the same. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aReceiveThatWaitsForTheProcessorHasBegun(boolean choice) {
    TraceSketch sketch = new TraceSketch(4)
        .call(MpiCall.SEND, RankList.of(1, 3), DESTINATION, 0, COUNT, 1)
        .compute(50)
        .call(MpiCall.SEND, 2, DESTINATION, 0, COUNT, 1, TAG, 1)
        .compute(100)
        .call(MpiCall.SEND, 1, DESTINATION, 0, COUNT, 1, TAG, 1)
        .compute(10)
        .call(MpiCall.IRECV, 0, SOURCE, 1, COUNT, 1)
        .call(MpiCall.IRECV, 0, SOURCE, 3, COUNT, 1)
        .call(MpiCall.RECV, 0, SOURCE, choice ? Term.ANY : 2, COUNT, 1, TAG, 1)
        .call(MpiCall.RECV, 0, SOURCE, choice ? Term.ANY : 1, COUNT, 1, TAG, 1)
        .call(MpiCall.WAITALL, 0, REQUESTS, new long[] {2, 1});
    ReplayResult result = replay(sketch, AT_ARRIVAL);
    assertThat(inside(result, 5)).isEqualTo(50_000 + O + L + O - 10_000);
    assertThat(result.ranks().get(0).computeSeconds()).isCloseTo(10e-6, within(1e-15));
  }

  static IntStream seeds() {
    return IntStream.range(0, SEEDS);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void skippingIterationsChangesNothing(int seed) {
    for (boolean wildcards : new boolean[] {false, true}) {
      Trace trace = new RandomProgram(seed, 0, wildcards).sketch().trace();
      for (String gap : new String[] {"0s", "2us + 3ns/B"}) {
        Map<String, String> figures =
            Map.of("mpi.receive_overhead_charged", "at-arrival", "mpi.gap", gap);
        ReplayOptions all = ReplayOptions.defaults().with(FastForward.off());
        ReplayResult skipped = replay(trace, "loggp-default", figures, ReplayOptions.defaults());
        assertThat(withoutSkips(skipped))
            .isEqualTo(withoutSkips(replay(trace, "loggp-default", figures, all)));
      }
    }
  }
}
