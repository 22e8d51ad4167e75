package io.github.tracecast.simulate.replay;

import static io.github.tracecast.simulate.replay.Replays.G;
import static io.github.tracecast.simulate.replay.Replays.L;
import static io.github.tracecast.simulate.replay.Replays.O;
import static io.github.tracecast.simulate.replay.Replays.arrival;
import static io.github.tracecast.simulate.replay.Replays.end;
import static io.github.tracecast.simulate.replay.Replays.inside;
import static io.github.tracecast.simulate.replay.Replays.replay;
import static io.github.tracecast.trace.Parameter.*;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.simulate.result.ReplayResult;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Term;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Eager and rendezvous messages in all modes; {@code loggp-default}, eager below 65,536 B. */
class ProtocolTest {
  /** Above the eager limit. */
  private static final long LARGE = 100_000;

  /** One way of the handshake. */
  private static final long HANDSHAKE = L + 2 * O;

  private static TraceSketch message(MpiCall send, long bytes, double receiverComputes) {
    return new TraceSketch(2)
        .call(send, 0, DESTINATION, 1, COUNT, bytes)
        .compute(receiverComputes)
        .call(MpiCall.RECV, 1, SOURCE, 0, COUNT, bytes);
  }

  @Test
  void aRendezvousAddsAHandshakeEachWayWhereTheReceiverIsEarly() {
    ReplayResult result = replay(message(MpiCall.SEND, LARGE, 0));
    long there = arrival(O + 2 * HANDSHAKE, LARGE);
    assertThat(end(result, 0)).isEqualTo(there);
    assertThat(end(result, 1)).isEqualTo(there + O);
  }

  @Test
  void aRendezvousStartsOneHandshakeAfterALateReceiver() {
    ReplayResult result = replay(message(MpiCall.SEND, LARGE, 1_000));
    long there = arrival(1_000_000 + HANDSHAKE, LARGE);
    assertThat(end(result, 0)).isEqualTo(there);
    assertThat(end(result, 1)).isEqualTo(there + O);
  }

  @Test
  void aReceiverThatComesWhileTheRequestIsUnderWayCostsNothing() {
    // the request to send is there at O + HANDSHAKE = 7000; the receive is posted at 6900
    assertThat(end(replay(message(MpiCall.SEND, LARGE, 6.9)), 1))
        .isEqualTo(arrival(O + 2 * HANDSHAKE, LARGE) + O);
    assertThat(end(replay(message(MpiCall.SEND, LARGE, 7.1)), 1))
        .isEqualTo(arrival(7_100 + HANDSHAKE, LARGE) + O);
  }

  @Test
  void theEagerLimitIsTheFirstSizeThatIsNotEager() {
    assertThat(end(replay(message(MpiCall.SEND, 65_535, 0)), 0)).isEqualTo(O);
    assertThat(end(replay(message(MpiCall.SEND, 65_536, 0)), 0))
        .isEqualTo(arrival(O + 2 * HANDSHAKE, 65_536));
  }

  @Test
  void aSynchronousSendWaitsForItsReceiverWhateverItsSize() {
    ReplayResult result = replay(message(MpiCall.SSEND, 1, 100));
    assertThat(end(result, 0)).isEqualTo(arrival(100_000 + HANDSHAKE, 1));
    assertThat(end(result, 1)).isEqualTo(arrival(100_000 + HANDSHAKE, 1) + O);
  }

  @Test
  void aBufferedSendReturnsAtOnceThoughItsDataWaits() {
    ReplayResult result = replay(message(MpiCall.BSEND, LARGE, 100));
    assertThat(end(result, 0)).isEqualTo(O);
    assertThat(end(result, 1)).isEqualTo(arrival(100_000 + HANDSHAKE, LARGE) + O);
  }

  @Test
  void aReadySendIsAStandardOne() {
    assertThat(replay(message(MpiCall.RSEND, LARGE, 0)).ranks())
        .isEqualTo(replay(message(MpiCall.SEND, LARGE, 0)).ranks());
  }

  @Test
  void aSendBelowTheDetachedLimitReturnsAtOnceThoughItIsNoEagerOne() {
    ReplayResult result =
        replay(message(MpiCall.SEND, LARGE, 0), Map.of("mpi.detached_limit", "200000B"));
    assertThat(end(result, 0)).isEqualTo(O);
    assertThat(end(result, 1)).isEqualTo(arrival(O + 2 * HANDSHAKE, LARGE) + O);
  }

  @Test
  void withoutHandshakeARendezvousOnlyWaitsForBothSides() {
    ReplayResult result =
        replay(message(MpiCall.SEND, LARGE, 100), Map.of("mpi.rendezvous_handshake", "no"));
    assertThat(end(result, 1)).isEqualTo(arrival(100_000, LARGE) + O);
  }

  @ParameterizedTest
  @EnumSource(
      value = MpiCall.class,
      names = {"ISEND", "ISSEND", "IBSEND", "IRSEND"})
  void theNonBlockingModesTakeTheTimeOfTheBlockingOnes(MpiCall call) {
    for (long bytes : new long[] {0, 1, LARGE}) {
      TraceSketch blocking = message(MpiCall.valueOf(call.name().substring(1)), bytes, 50);
      TraceSketch nonBlocking = new TraceSketch(2)
          .call(call, 0, DESTINATION, 1, COUNT, bytes)
          .call(MpiCall.WAIT, 0, REQUEST, 1)
          .compute(50)
          .call(MpiCall.IRECV, 1, SOURCE, 0, COUNT, bytes)
          .call(MpiCall.WAIT, 1, REQUEST, 1);
      assertThat(replay(nonBlocking).ranks()).isEqualTo(replay(blocking).ranks());
    }
  }

  @Test
  void communicationGoesOnWhileBothRanksCompute() {
    TraceSketch sketch = new TraceSketch(2)
        .call(MpiCall.ISEND, 0, DESTINATION, 1, COUNT, LARGE)
        .call(MpiCall.IRECV, 1, SOURCE, 0, COUNT, LARGE)
        .compute(1_000)
        .call(MpiCall.WAIT, RankList.of(0, 1), REQUEST, 1);
    ReplayResult result = replay(sketch);
    assertThat(end(result, 0)).isEqualTo(O + 1_000_000);
    assertThat(end(result, 1)).isEqualTo(1_000_000 + O);
  }

  @Test
  void allRanksOfARingExchangeAtOnce() {
    TraceSketch sketch = new TraceSketch(5);
    sketch.call(
        MpiCall.SENDRECV,
        sketch.all(),
        DESTINATION,
        Term.rankPlusMod(1),
        SOURCE,
        Term.rankPlusMod(-1),
        COUNT,
        LARGE,
        TAG,
        1,
        RECEIVE_TAG,
        1);
    ReplayResult result = replay(sketch);
    for (int rank = 0; rank < 5; rank++) {
      assertThat(end(result, rank)).isEqualTo(arrival(O + 2 * HANDSHAKE, LARGE) + O);
    }
  }

  @Test
  void anExchangeWithNobodyOnEitherSideTakesTheOtherSidesTime() {
    TraceSketch line = new TraceSketch(2)
        .call(MpiCall.SENDRECV, 0, DESTINATION, 1, SOURCE, Term.NONE, COUNT, 1)
        .call(MpiCall.SENDRECV, 1, DESTINATION, Term.NONE, SOURCE, 0, COUNT, 1);
    assertThat(end(replay(line), 0)).isEqualTo(O);
    assertThat(end(replay(line), 1)).isEqualTo(arrival(O, 1) + O);
    TraceSketch nobody = new TraceSketch(1)
        .call(MpiCall.SENDRECV, 0, DESTINATION, Term.NONE, SOURCE, Term.NONE, COUNT, 1);
    assertThat(end(replay(nobody), 0)).isZero();
  }

  @Test
  void sendingToNobodyAndReceivingFromNobodyTakesNoTime() {
    TraceSketch sketch = new TraceSketch(1)
        .call(MpiCall.SEND, 0, DESTINATION, Term.NONE, COUNT, LARGE)
        .call(MpiCall.RECV, 0, SOURCE, Term.NONE, COUNT, LARGE)
        .call(MpiCall.ISSEND, 0, DESTINATION, Term.NONE, COUNT, LARGE)
        .call(MpiCall.IRECV, 0, SOURCE, Term.NONE, COUNT, LARGE)
        .call(MpiCall.PROBE, 0, SOURCE, Term.NONE, TAG, 0)
        .call(MpiCall.WAITALL, 0, REQUESTS, new long[] {1, 2});
    ReplayResult result = replay(sketch);
    assertThat(end(result, 0)).isZero();
    assertThat(result.messages()).isZero();
  }

  @Test
  void anExchangeWithItselfGoesThroughMemory() {
    TraceSketch sketch =
        new TraceSketch(1).call(MpiCall.SENDRECV, 0, DESTINATION, 0, SOURCE, 0, COUNT, 101);
    Map<String, String> memory =
        Map.of("node.memory_latency", "100ns", "node.memory_bandwidth", "1ns/B");
    assertThat(end(replay(sketch, memory), 0)).isEqualTo(O + 100 + 100 + O);
  }

  @Test
  void memorysLatencyFollowsTheSize() {
    Map<String, String> memory = Map.of(
        "node.memory_latency", "0B: 100ns; 100B: 400ns + 2ns/B", "node.memory_bandwidth", "none");
    for (int bytes : new int[] {99, 101}) {
      TraceSketch sketch =
          new TraceSketch(1).call(MpiCall.SENDRECV, 0, DESTINATION, 0, SOURCE, 0, COUNT, bytes);
      assertThat(end(replay(sketch, memory), 0)).isEqualTo(O + (bytes < 100 ? 100 : 602) + O);
    }
  }

  @Test
  void ranksOfOneNodeTalkThroughMemory() {
    Map<String, String> memory = Map.of(
        "node.ranks_per_node",
        "2",
        "node.cores",
        "2",
        "node.memory_latency",
        "100ns",
        "node.memory_bandwidth",
        "1ns/B");
    TraceSketch sketch = new TraceSketch(4)
        .call(MpiCall.SEND, RankList.of(0, 2), DESTINATION, Term.rankPlus(1), COUNT, 101)
        .call(MpiCall.RECV, RankList.of(1, 3), SOURCE, Term.rankPlus(-1), COUNT, 101)
        .call(MpiCall.SEND, 1, DESTINATION, 2, COUNT, 101)
        .call(MpiCall.RECV, 2, SOURCE, 1, COUNT, 101);
    ReplayResult result = replay(sketch, memory);
    long within = O + 100 + 100 + O;
    assertThat(end(result, 3)).isEqualTo(within);
    assertThat(end(result, 2))
        .isEqualTo(arrival(within + O, 101) + O); // the other node, over the network
  }

  @Test
  void aBlockingSendToItselfWaitsForTheReceiveThatWasPostedBefore() {
    TraceSketch sketch = new TraceSketch(1)
        .call(MpiCall.IRECV, 0, SOURCE, 0, COUNT, 1)
        .call(MpiCall.SSEND, 0, DESTINATION, 0, COUNT, 1)
        .call(MpiCall.WAIT, 0, REQUEST, 1);
    ReplayResult result = replay(sketch);
    assertThat(inside(result, 1)).isEqualTo(arrival(O + 2 * HANDSHAKE, 1));
    assertThat(end(result, 0)).isEqualTo(arrival(O + 2 * HANDSHAKE, 1) + O);
  }

  @Test
  void overheadsFollowTheirSizesAndTheGapTheSender() {
    Map<String, String> figures = Map.of("mpi.receive_overhead", "2us");
    assertThat(end(replay(message(MpiCall.SEND, 1_001, 0), figures), 1))
        .isEqualTo(O + L + 1_000 * G + 2_000);
  }
}
