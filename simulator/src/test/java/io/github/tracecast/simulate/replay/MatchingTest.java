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

import io.github.tracecast.simulate.ReplayOptions;
import io.github.tracecast.simulate.result.ReplayResult;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Term;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The receive that a message matches: order, tags, wildcards, communicators; {@code loggp-default}. */
class MatchingTest {

  @Test
  void aTagIsReceivedOutOfOrder() {
    TraceSketch sketch = new TraceSketch(2)
        .call(MpiCall.SEND, 0, DESTINATION, 1, COUNT, 1, TAG, 1)
        .call(MpiCall.SEND, 0, DESTINATION, 1, COUNT, 1, TAG, 2)
        .call(MpiCall.RECV, 1, SOURCE, 0, COUNT, 1, TAG, 2)
        .call(MpiCall.RECV, 1, SOURCE, 0, COUNT, 1, TAG, 1);
    ReplayResult result = replay(sketch);
    assertThat(inside(result, 2)).isEqualTo(arrival(2 * O, 1) + O); // it waits for the second
    assertThat(inside(result, 3)).isEqualTo(O); // the first has been there for long
  }

  @Test
  void aSmallMessageDoesNotOvertakeALargeOne() {
    TraceSketch sketch = new TraceSketch(2)
        .call(MpiCall.SEND, 0, DESTINATION, 1, COUNT, 10_000)
        .call(MpiCall.SEND, 0, DESTINATION, 1, COUNT, 1)
        .call(MpiCall.RECV, 1, SOURCE, Term.ANY, COUNT, 10_000, TAG, Term.ANY)
        .call(MpiCall.RECV, 1, SOURCE, 0, COUNT, 1);
    ReplayResult result = replay(sketch);
    assertThat(inside(result, 2)).isEqualTo(arrival(O, 10_000) + O);
    assertThat(inside(result, 3)).isEqualTo(O);
  }

  @Test
  void anEagerMessageDoesNotOvertakeARendezvous() {
    TraceSketch sketch = new TraceSketch(2)
        .call(MpiCall.ISEND, 0, DESTINATION, 1, COUNT, 100_000)
        .call(MpiCall.SEND, 0, DESTINATION, 1, COUNT, 1)
        .call(MpiCall.RECV, 1, SOURCE, 0, COUNT, 100_000, TAG, Term.ANY)
        .call(MpiCall.RECV, 1, SOURCE, 0, COUNT, 1, TAG, Term.ANY)
        .call(MpiCall.WAIT, 0, REQUEST, 1);
    assertThat(inside(replay(sketch), 2)).isEqualTo(arrival(O + 2 * (L + 2 * O), 100_000) + O);
  }

  @Test
  void anyTagTakesTheMessagesOfOneSenderInTheirOrder() {
    TraceSketch sketch = new TraceSketch(2)
        .call(MpiCall.SEND, 0, DESTINATION, 1, COUNT, 1, TAG, 1)
        .call(MpiCall.SEND, 0, DESTINATION, 1, COUNT, 1_001, TAG, 2)
        .call(MpiCall.RECV, 1, SOURCE, 0, COUNT, 1_001, TAG, Term.ANY)
        .call(MpiCall.RECV, 1, SOURCE, 0, COUNT, 1_001, TAG, Term.ANY);
    ReplayResult result = replay(sketch);
    assertThat(inside(result, 2)).isEqualTo(arrival(O, 1) + O);
    assertThat(end(result, 1)).isEqualTo(arrival(2 * O, 1_001) + O);
    ReplayResult alone = Replays.lanes(
            sketch.trace(), "loggp-default", List.of(Map.of()), ReplayOptions.defaults())
        .orElseThrow()
        .getFirst();
    assertThat(alone.ranks()).isEqualTo(result.ranks());
  }

  @Test
  void anySourceTakesWhatIsSentFirst() {
    TraceSketch sketch = new TraceSketch(3)
        .compute(20)
        .call(MpiCall.SEND, 0, DESTINATION, 2, COUNT, 1)
        .compute(10)
        .call(MpiCall.SEND, 1, DESTINATION, 2, COUNT, 1_001)
        .call(MpiCall.RECV, 2, SOURCE, Term.ANY, COUNT, 1_001)
        .call(MpiCall.RECV, 2, SOURCE, Term.ANY, COUNT, 1_001);
    ReplayResult result = replay(sketch);
    assertThat(inside(result, 2)).isEqualTo(10_000 + O + L + 1_000 * G + O);
    assertThat(end(result, 2)).isEqualTo(20_000 + O + L + O);
  }

  /** The recorded run matched rank 1's message first. In the replay rank 2's is there first, and gets the first reply. */
  private static TraceSketch replies(Object to) {
    RankList workers = RankList.range(1, 2);
    TraceSketch sketch = new TraceSketch(3)
        .compute(100)
        .call(MpiCall.SEND, 1, DESTINATION, 0, COUNT, 1)
        .compute(10)
        .call(MpiCall.SEND, 2, DESTINATION, 0, COUNT, 1)
        .call(MpiCall.RECV, workers, SOURCE, 0, COUNT, 1)
        .call(MpiCall.RECV, 0, SOURCE, Term.ANY, COUNT, 1, MATCHED_SOURCE, new long[][] {{1}, {2}})
        .call(MpiCall.SEND, 0, DESTINATION, to, COUNT, 1);
    return sketch.loop(3, RankList.of(0), 2);
  }

  @Test
  void aReplyGoesToTheSenderOfTheMessageThatTheReplayMatched() {
    TraceSketch sketch = replies(Term.matched(1));
    long soon = 10_000 + O + L + O + O + L + O; // sent, received, answered, received
    long late = 100_000 + O + L + O + O + L + O;
    ReplayResult result = replay(sketch);
    assertThat(end(result, 2)).isEqualTo(soon);
    assertThat(end(result, 1)).isEqualTo(late);
    ReplayResult alone = Replays.lanes(
            sketch.trace(), "loggp-default", List.of(Map.of()), ReplayOptions.defaults())
        .orElseThrow()
        .getFirst();
    assertThat(alone.ranks()).isEqualTo(result.ranks());
  }

  @Test
  void aReplyWithARecordedDestinationGoesThere() {
    ReplayResult result = replay(replies(new long[][] {{1}, {2}}));
    assertThat(end(result, 2)).isEqualTo(100_000 + O + L + O + O + L + O);
  }

  /** Lanes of machines on which another worker is first are replayed apart. */
  @Test
  void lanesThatMatchOtherMessagesReplyToOthers() {
    List<Map<String, String>> figures = List.of(Map.of(), Map.of("network.link_latency", "200us"));
    List<ReplayResult> lanes = Replays.lanes(
            replies(Term.matched(1)).trace(), "loggp-default", figures, ReplayOptions.defaults())
        .orElseThrow();
    for (int lane = 0; lane < figures.size(); lane++) {
      assertThat(lanes.get(lane).ranks())
          .isEqualTo(replay(replies(Term.matched(1)), figures.get(lane)).ranks());
    }
  }

  /** Both are ready at 21.5 us; the replay knows that of rank 2 from the start, that of rank 1 once it has heard from rank 3. */
  @Test
  void ofTwoMessagesThatLeaveAtOnceTheOneOfTheLowerRankComesFirst() {
    TraceSketch sketch = new TraceSketch(4)
        .call(MpiCall.SEND, 3, DESTINATION, 1, COUNT, 1)
        .call(MpiCall.RECV, 1, SOURCE, 3, COUNT, 1)
        .compute(14.5)
        .call(MpiCall.SEND, 1, DESTINATION, 0, COUNT, 1_001)
        .compute(20)
        .call(MpiCall.SEND, 2, DESTINATION, 0, COUNT, 1)
        .call(MpiCall.RECV, 0, SOURCE, Term.ANY, COUNT, 1_001)
        .call(MpiCall.RECV, 0, SOURCE, Term.ANY, COUNT, 1_001);
    ReplayResult result = replay(sketch);
    assertThat(inside(result, 4)).isEqualTo(20_000 + arrival(O, 1_001) + O);
    assertThat(inside(result, 5)).isEqualTo(O);
  }

  @Test
  void receivesOfAnySourceAndOfANamedOneAreMetInTheOrderOfTheirPosting() {
    TraceSketch sketch = new TraceSketch(2)
        .call(MpiCall.IRECV, 1, SOURCE, Term.ANY, COUNT, 1)
        .call(MpiCall.IRECV, 1, SOURCE, 0, COUNT, 1)
        .call(MpiCall.WAIT, 1, REQUEST, 1)
        .call(MpiCall.WAIT, 1, REQUEST, 2)
        .compute(10)
        .call(MpiCall.SEND, 0, DESTINATION, 1, COUNT, 1)
        .compute(100)
        .call(MpiCall.SEND, 0, DESTINATION, 1, COUNT, 1);
    // the second posting waits for the second message: sent at 10 + 100 us and o
    assertThat(inside(replay(sketch), 2)).isEqualTo(10_000 + O + 100_000 + O + L + O);
  }

  @Test
  void aNamedReceiveThatWasPostedFirstIsMetFirst() {
    TraceSketch sketch = new TraceSketch(2)
        .call(MpiCall.IRECV, 1, SOURCE, 0, COUNT, 1)
        .call(MpiCall.IRECV, 1, SOURCE, Term.ANY, COUNT, 1)
        .call(MpiCall.WAIT, 1, REQUEST, 2)
        .call(MpiCall.WAIT, 1, REQUEST, 1)
        .compute(10)
        .call(MpiCall.SEND, 0, DESTINATION, 1, COUNT, 1)
        .compute(100)
        .call(MpiCall.SEND, 0, DESTINATION, 1, COUNT, 1);
    assertThat(inside(replay(sketch), 2)).isEqualTo(10_000 + O + L + O);
  }

  @Test
  void anySourceLooksAtTheTagAndAtTheCommunicator() {
    TraceSketch sketch = new TraceSketch(2);
    int other = sketch.communicator(0, 1);
    sketch
        .call(MpiCall.SEND, 0, DESTINATION, 1, COUNT, 1, TAG, 1)
        .call(MpiCall.SEND, 0, DESTINATION, 1, COUNT, 1, TAG, 2, COMMUNICATOR, other)
        .call(MpiCall.SEND, 0, DESTINATION, 1, COUNT, 1, TAG, 2)
        .call(MpiCall.RECV, 1, SOURCE, Term.ANY, COUNT, 1, TAG, 2)
        .call(MpiCall.RECV, 1, SOURCE, Term.ANY, COUNT, 1, TAG, Term.ANY, COMMUNICATOR, other)
        .call(MpiCall.RECV, 1, SOURCE, Term.ANY, COUNT, 1, TAG, Term.ANY);
    ReplayResult result = replay(sketch);
    assertThat(inside(result, 3)).isEqualTo(arrival(3 * O, 1) + O);
    assertThat(result.warnings()).isEmpty();
  }

  @Test
  void aMessageDoesNotOvertakeOneThatIsStillToLeaveAtTheSameTime() {
    // Without overheads and gap. Rank 0 hears from rank 2 at 2500, computes to 44,500 and sends A
    // (1 B)
    // from then on;
    // the engine learns of A at 2500. Rank 1's message of 7001 B, under way since 0, is there at
    // 44,500 too,
    // so rank 0 goes on before A has left, and sends B (1001 B) at 44,500: A still is the first.
    TraceSketch sketch = new TraceSketch(4)
        .call(MpiCall.RECV, 0, SOURCE, 2, COUNT, 1)
        .compute(42)
        .call(MpiCall.SEND, 0, DESTINATION, 3, COUNT, 1)
        .call(MpiCall.RECV, 0, SOURCE, 1, COUNT, 7_001)
        .call(MpiCall.SEND, 0, DESTINATION, 3, COUNT, 1_001)
        .call(MpiCall.SEND, 1, DESTINATION, 0, COUNT, 7_001)
        .call(MpiCall.SEND, 2, DESTINATION, 0, COUNT, 1)
        .call(MpiCall.RECV, 3, SOURCE, 0, COUNT, 1)
        .call(MpiCall.RECV, 3, SOURCE, 0, COUNT, 1_001);
    ReplayResult result = replay(
        sketch, Map.of("mpi.send_overhead", "0s", "mpi.receive_overhead", "0s", "mpi.gap", "0s"));
    assertThat(inside(result, 6)).isEqualTo(44_500 + 2_500);
    assertThat(end(result, 3)).isEqualTo(44_500 + 2_500 + 6_000);
  }

  @Test
  void unexpectedMessagesWaitInOrder() {
    TraceSketch sketch = new TraceSketch(2);
    sketch.call(MpiCall.SEND, 0, DESTINATION, 1, COUNT, 8, TAG, 3).loop(0, RankList.of(0), 1_000);
    sketch
        .compute(10_000)
        .call(MpiCall.RECV, 1, SOURCE, Term.ANY, COUNT, 8, TAG, 3)
        .call(MpiCall.RECV, 1, SOURCE, 0, COUNT, 8, TAG, Term.ANY)
        .loop(1, RankList.of(1), 500);
    ReplayResult result = replay(sketch);
    assertThat(result.messages()).isEqualTo(1_000);
    assertThat(result.bytes()).isEqualTo(8_000);
    assertThat(end(result, 1))
        .isEqualTo(500 * 10_000_000.0 + 1_000 * O); // the loop computes each time
    assertThat(result.warnings()).isEmpty();
  }
}
