package io.github.tracecast.simulate.replay;

import static io.github.tracecast.simulate.replay.Replays.L;
import static io.github.tracecast.simulate.replay.Replays.O;
import static io.github.tracecast.simulate.replay.Replays.arrival;
import static io.github.tracecast.simulate.replay.Replays.end;
import static io.github.tracecast.simulate.replay.Replays.replay;
import static io.github.tracecast.trace.Parameter.*;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.simulate.result.ReplayResult;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Term;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** LogGP's g, the gap between the starts of a rank's sends and between those of its receptions. */
class GapTest {
  private static final long GAP = 4_000;
  private static final Map<String, String> WIDE = Map.of("mpi.gap", "4us");

  private static TraceSketch twoSends(double computedBetween) {
    return new TraceSketch(3)
        .call(MpiCall.SEND, 0, DESTINATION, 1, COUNT, 1)
        .compute(computedBetween)
        .call(MpiCall.SEND, 0, DESTINATION, 2, COUNT, 1)
        .call(MpiCall.RECV, RankList.of(1, 2), SOURCE, 0, COUNT, 1);
  }

  @Test
  void aGapNoLongerThanTheOverheadsHasNoEffect() {
    ReplayResult result = replay(twoSends(0));
    assertThat(end(result, 1)).isEqualTo(5_500);
    assertThat(end(result, 2)).isEqualTo(7_000);
    assertThat(replay(twoSends(0), Map.of("mpi.gap", "1500ns")).ranks()).isEqualTo(result.ranks());
  }

  @Test
  void aFlightOverheadDelaysTheArrivalAndNothingElse() {
    ReplayResult result =
        replay(twoSends(0), Map.of("mpi.flight_overhead", "0B: 1us; 1B: 2us; 2B: 9us"));
    assertThat(end(result, 0)).isEqualTo(2 * O);
    assertThat(end(result, 1)).isEqualTo(O + L + 2_000 + O);
    assertThat(end(result, 2)).isEqualTo(2 * O + L + 2_000 + O);
  }

  @Test
  void theSecondSendStartsAGapAfterTheFirst() {
    ReplayResult result = replay(twoSends(0), WIDE);
    assertThat(end(result, 0)).isEqualTo(GAP + O);
    assertThat(end(result, 1)).isEqualTo(O + L + O);
    assertThat(end(result, 2)).isEqualTo(GAP + O + L + O);
  }

  @Test
  void whatARankComputesBetweenCountsAsGap() {
    assertThat(end(replay(twoSends(1), WIDE), 0)).isEqualTo(GAP + O);
    assertThat(end(replay(twoSends(2.5), WIDE), 0)).isEqualTo(GAP + O);
    assertThat(end(replay(twoSends(3), WIDE), 0)).isEqualTo(O + 3_000 + O);
  }

  @Test
  void standingStillForTheGapIsWaiting() {
    ReplayResult.RankTimes sender = replay(twoSends(0), WIDE).ranks().get(0);
    assertThat(sender.callSeconds()).isEqualTo((GAP + O) / 1e9);
    assertThat(sender.waitSeconds()).isEqualTo((GAP - O) / 1e9);
  }

  @Test
  void receptionsAreAGapApartButNotFromSends() {
    TraceSketch sketch = new TraceSketch(3)
        .call(MpiCall.SEND, RankList.of(1, 2), DESTINATION, 0, COUNT, 1)
        .call(MpiCall.SEND, 0, DESTINATION, 1, COUNT, 1)
        .call(MpiCall.IRECV, 0, SOURCE, 1, COUNT, 1)
        .call(MpiCall.IRECV, 0, SOURCE, 2, COUNT, 1)
        .call(MpiCall.WAITALL, 0, REQUESTS, new long[] {2, 1})
        .call(MpiCall.RECV, 1, SOURCE, 0, COUNT, 1);
    assertThat(end(replay(sketch, WIDE), 0)).isEqualTo(O + L + GAP + O);
  }

  @Test
  void aGapCountsWhereReceiveOverheadsDoNot() {
    TraceSketch sketch = new TraceSketch(3)
        .call(MpiCall.SEND, RankList.of(1, 2), DESTINATION, 0, COUNT, 1)
        .call(MpiCall.RECV, 0, SOURCE, 1, COUNT, 1)
        .call(MpiCall.RECV, 0, SOURCE, 2, COUNT, 1);
    Map<String, String> free = Map.of("mpi.gap", "4us", "mpi.receive_overhead_charged", "no");
    assertThat(end(replay(sketch, free), 0)).isEqualTo(O + L + GAP);
  }

  @Test
  void aGapBySizeIsThatOfTheMessageBefore() {
    Map<String, String> figures = Map.of("mpi.gap", "0B: 4us; 1KiB: 1us + 6ns/B");
    TraceSketch longFirst = new TraceSketch(2)
        .call(MpiCall.SEND, 0, DESTINATION, 1, COUNT, 2_000)
        .call(MpiCall.SEND, 0, DESTINATION, 1, COUNT, 1)
        .call(MpiCall.RECV, 1, SOURCE, 0, COUNT, 2_000)
        .call(MpiCall.RECV, 1, SOURCE, 0, COUNT, 1);
    assertThat(end(replay(longFirst, figures), 0)).isEqualTo(13_000 + O);
    // the receiver takes the long one at its arrival, the short one 13 us later
    assertThat(end(replay(longFirst, figures), 1)).isEqualTo(arrival(O, 2_000) + 13_000 + O);
  }

  @Test
  void sendsToNobodyLeaveNoGap() {
    TraceSketch sketch = new TraceSketch(2)
        .call(MpiCall.SEND, 0, DESTINATION, Term.NONE, COUNT, 1)
        .call(MpiCall.SEND, 0, DESTINATION, 1, COUNT, 1)
        .call(MpiCall.RECV, 1, SOURCE, 0, COUNT, 1);
    assertThat(end(replay(sketch, WIDE), 0)).isEqualTo(O);
  }

  @Test
  void aBlockingCollectiveGoesThroughItsRanksPort() {
    TraceSketch sketch = new TraceSketch(2);
    sketch
        .call(MpiCall.SEND, 0, DESTINATION, 1, COUNT, 1)
        .call(MpiCall.BCAST, sketch.all(), ROOT, 0, COUNT, 1)
        .call(MpiCall.SEND, 0, DESTINATION, 1, COUNT, 1)
        .call(MpiCall.RECV, 1, SOURCE, 0, COUNT, 1)
        .call(MpiCall.RECV, 1, SOURCE, 0, COUNT, 1);
    assertThat(end(replay(sketch, WIDE), 0)).isEqualTo(2 * GAP + O);
  }

  @Test
  void aNonBlockingCollectiveSendsBesideItsRank() {
    TraceSketch sketch = new TraceSketch(2);
    sketch
        .call(MpiCall.SEND, 0, DESTINATION, 1, COUNT, 1)
        .call(MpiCall.IBCAST, sketch.all(), ROOT, 0, COUNT, 1)
        .compute(4)
        .call(MpiCall.SEND, 0, DESTINATION, 1, COUNT, 1)
        .call(MpiCall.WAIT, 0, REQUEST, 1)
        .call(MpiCall.RECV, 1, SOURCE, 0, COUNT, 1)
        .call(MpiCall.RECV, 1, SOURCE, 0, COUNT, 1)
        .call(MpiCall.WAIT, 1, REQUEST, 1);
    // the broadcast's send starts at the gap's end, 4 us, and is over before the rank's own second
    // one
    assertThat(end(replay(sketch, WIDE), 0)).isEqualTo(O + 4_000 + O);
  }
}
