package io.github.tracecast.simulate.replay;

import static io.github.tracecast.simulate.replay.Replays.L;
import static io.github.tracecast.simulate.replay.Replays.O;
import static io.github.tracecast.simulate.replay.Replays.arrival;
import static io.github.tracecast.simulate.replay.Replays.end;
import static io.github.tracecast.simulate.replay.Replays.inside;
import static io.github.tracecast.simulate.replay.Replays.replay;
import static io.github.tracecast.trace.Parameter.*;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tracecast.simulate.ReplayException;
import io.github.tracecast.simulate.result.ReplayResult;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Term;
import org.junit.jupiter.api.Test;

/** Requests from their making to their end; {@code loggp-default}. */
class RequestLifeCycleTest {

  @Test
  void persistentRequestsAreStartedAgainAndAgain() {
    TraceSketch sketch = new TraceSketch(2);
    sketch
        .call(MpiCall.SEND_INIT, 0, DESTINATION, 1, COUNT, 1)
        .call(MpiCall.RECV_INIT, 1, SOURCE, 0, COUNT, 1)
        .call(MpiCall.START, sketch.all(), REQUEST, 1)
        .call(MpiCall.WAIT, sketch.all(), REQUEST, 1)
        .loop(2, sketch.all(), 3);
    ReplayResult result = replay(sketch);
    assertThat(end(result, 0)).isEqualTo(3 * O);
    // messages are there at 4000, 5500, 7000; received at 5500, 7000, 8500
    assertThat(end(result, 1)).isEqualTo(arrival(O, 1) + 3 * O);
  }

  @Test
  void persistentRequestsAreNamedAmongThemselvesHoweverManyOthersThereAre() {
    TraceSketch folded = new TraceSketch(2).ring(2);
    prepareAndExchange(folded);
    folded
        .call(MpiCall.START, folded.all(), REQUEST, Term.persistent(1))
        .call(MpiCall.WAIT, folded.all(), REQUEST, Term.persistent(1))
        .call(MpiCall.WAIT, folded.all(), REQUEST, 1)
        .loop(2, folded.all(), 10);
    TraceSketch spelled = new TraceSketch(2).ring(100);
    prepareAndExchange(spelled);
    for (int step = 0; step < 10; step++) {
      if (step > 0) {
        exchange(spelled);
      }
      spelled
          .call(MpiCall.START, spelled.all(), REQUEST, step + 2)
          .call(MpiCall.WAIT, spelled.all(), REQUEST, step + 2)
          .call(MpiCall.WAIT, spelled.all(), REQUEST, 1);
    }
    for (int rank = 0; rank < 2; rank++) {
      assertThat(end(replay(folded), rank)).isEqualTo(end(replay(spelled), rank));
    }
  }

  private static void prepareAndExchange(TraceSketch sketch) {
    sketch
        .call(MpiCall.SEND_INIT, 0, DESTINATION, 1, COUNT, 1)
        .call(MpiCall.RECV_INIT, 1, SOURCE, 0, COUNT, 1);
    exchange(sketch);
  }

  private static void exchange(TraceSketch sketch) {
    sketch
        .call(MpiCall.ISEND, 0, DESTINATION, 1, COUNT, 1, TAG, 5)
        .call(MpiCall.IRECV, 1, SOURCE, 0, COUNT, 1, TAG, 5);
  }

  @Test
  void startallStartsAllAndSynchronousOnesWait() {
    TraceSketch sketch = new TraceSketch(2);
    sketch
        .call(MpiCall.SSEND_INIT, 0, DESTINATION, 1, COUNT, 1)
        .call(MpiCall.BSEND_INIT, 0, DESTINATION, 1, COUNT, 100_000)
        .call(MpiCall.STARTALL, 0, REQUESTS, new long[] {2, 1})
        .call(MpiCall.WAIT, 0, REQUEST, 1)
        .call(MpiCall.WAIT, 0, REQUEST, 2)
        .compute(100)
        .call(MpiCall.RECV, 1, SOURCE, 0, COUNT, 1)
        .call(MpiCall.RECV, 1, SOURCE, 0, COUNT, 100_000);
    ReplayResult result = replay(sketch);
    assertThat(inside(result, 3)).isZero(); // buffered
    assertThat(end(result, 0)).isEqualTo(arrival(100_000 + L + 2 * O, 1));
  }

  @Test
  void startingAnActiveRequestIsRefused() {
    TraceSketch sketch = new TraceSketch(2)
        .call(MpiCall.RECV_INIT, 1, SOURCE, 0, COUNT, 1)
        .call(MpiCall.START, 1, REQUEST, 1)
        .call(MpiCall.START, 1, REQUEST, 1);
    assertThatThrownBy(() -> replay(sketch))
        .isInstanceOf(ReplayException.class)
        .hasMessage(
            "event 2 (MPI_Start) on rank 1: found a start of an active request; expected an earlier wait or test"
                + " that completed it");
  }

  @Test
  void startingWhatIsNotPersistentIsRefused() {
    TraceSketch sketch = new TraceSketch(2)
        .call(MpiCall.IRECV, 1, SOURCE, 0, COUNT, 1)
        .call(MpiCall.START, 1, REQUEST, 1);
    assertThatThrownBy(() -> replay(sketch))
        .isInstanceOf(ReplayException.class)
        .hasMessageContaining(
            "event 1 (MPI_Start) on rank 1: found a start of a request that is not persistent");
  }

  @Test
  void startsOfRequestsThatTheTraceLacksAreLeftOut() {
    TraceSketch sketch = new TraceSketch(2)
        .call(MpiCall.START, 1, REQUEST, Term.NONE)
        .call(MpiCall.STARTALL, 1, REQUESTS, Term.NONE);
    assertThat(end(replay(sketch), 1)).isZero();
  }

  @Test
  void persistentRequestsOfNobodyTakeNoTime() {
    TraceSketch sketch = new TraceSketch(1)
        .call(MpiCall.SEND_INIT, 0, DESTINATION, Term.NONE, COUNT, 1)
        .call(MpiCall.RECV_INIT, 0, SOURCE, Term.NONE, COUNT, 1)
        .call(MpiCall.STARTALL, 0, REQUESTS, new long[] {1, 2})
        .call(MpiCall.WAITALL, 0, REQUESTS, new long[] {1, 2})
        .loop(2, RankList.of(0), 2);
    assertThat(end(replay(sketch), 0)).isZero();
  }

  @Test
  void waitingForNullInactiveAndEndedRequestsTakesNoTime() {
    TraceSketch sketch = new TraceSketch(2)
        .call(MpiCall.RECV_INIT, 0, SOURCE, 1, COUNT, 1)
        .call(MpiCall.IRECV, 0, SOURCE, 0, COUNT, 1)
        .call(MpiCall.SEND, 0, DESTINATION, 0, COUNT, 1)
        .call(MpiCall.WAIT, 0, REQUEST, 1)
        .call(MpiCall.WAITALL, 0, REQUESTS, new long[] {1, 2})
        .call(MpiCall.WAITANY, 0, REQUESTS, new long[] {1, 2})
        .call(MpiCall.WAITSOME, 0, REQUESTS, new long[] {1, 2})
        .call(MpiCall.WAIT, 0, REQUEST, Term.NONE);
    ReplayResult result = replay(sketch);
    assertThat(end(result, 0)).isEqualTo(2 * O + L);
  }

  @Test
  void aRequestThatIsNamedTwiceIsWaitedForOnce() {
    TraceSketch sketch = new TraceSketch(2)
        .call(MpiCall.SEND, 0, DESTINATION, 1, COUNT, 1)
        .call(MpiCall.IRECV, 1, SOURCE, 0, COUNT, 1)
        .call(MpiCall.WAITALL, 1, REQUESTS, new long[] {1, 1});
    assertThat(end(replay(sketch), 1)).isEqualTo(arrival(O, 1) + O);
  }

  @Test
  void waitallPaysTheOverheadOfEachMessage() {
    TraceSketch sketch = new TraceSketch(3)
        .call(MpiCall.SEND, RankList.of(1, 2), DESTINATION, 0, COUNT, 1)
        .call(MpiCall.IRECV, 0, SOURCE, 1, COUNT, 1)
        .call(MpiCall.IRECV, 0, SOURCE, 2, COUNT, 1)
        .call(MpiCall.WAITALL, 0, REQUESTS, new long[] {2, 1});
    ReplayResult result = replay(sketch);
    assertThat(end(result, 0)).isEqualTo(arrival(O, 1) + 2 * O);
    assertThat(result.ranks().get(0).waitSeconds() * 1e9).isEqualTo(arrival(O, 1));
  }

  @Test
  void aFreedReceiveStillTakesItsMessage() {
    TraceSketch sketch = new TraceSketch(2)
        .call(MpiCall.SEND, 0, DESTINATION, 1, COUNT, 1)
        .compute(100)
        .call(MpiCall.SEND, 0, DESTINATION, 1, COUNT, 1)
        .call(MpiCall.IRECV, 1, SOURCE, 0, COUNT, 1)
        .call(MpiCall.REQUEST_FREE, 1, REQUEST, 1)
        .call(MpiCall.WAIT, 1, REQUEST, 1)
        .call(MpiCall.RECV, 1, SOURCE, 0, COUNT, 1);
    ReplayResult result = replay(sketch);
    assertThat(end(result, 1)).isEqualTo(O + 100_000 + O + L + O); // the second message
    assertThat(result.warnings()).isEmpty();
  }

  @Test
  void freeingAnActivePersistentRequestLetsItEnd() {
    TraceSketch sketch = new TraceSketch(2)
        .call(MpiCall.SSEND_INIT, 0, DESTINATION, 1, COUNT, 1)
        .call(MpiCall.START, 0, REQUEST, 1)
        .call(MpiCall.REQUEST_FREE, 0, REQUEST, 1)
        .compute(100)
        .call(MpiCall.RECV, 1, SOURCE, 0, COUNT, 1);
    ReplayResult result = replay(sketch);
    assertThat(end(result, 0)).isEqualTo(O);
    assertThat(end(result, 1)).isEqualTo(arrival(100_000 + L + 2 * O, 1) + O);
  }

  @Test
  void aCancelledReceiveTakesNoMessageAndNoTime() {
    TraceSketch sketch = new TraceSketch(2)
        .call(MpiCall.IRECV, 1, SOURCE, 0, COUNT, 1)
        .call(MpiCall.CANCEL, 1, REQUEST, 1)
        .call(MpiCall.WAIT, 1, REQUEST, 1)
        .call(MpiCall.RECV, 1, SOURCE, 0, COUNT, 1)
        .call(MpiCall.SEND, 0, DESTINATION, 1, COUNT, 1);
    ReplayResult result = replay(sketch);
    assertThat(inside(result, 2)).isZero();
    assertThat(end(result, 1)).isEqualTo(arrival(O, 1) + O);
    assertThat(result.warnings()).isEmpty();
  }

  @Test
  void aReceiveThatHasMetItsMessageCannotBeCancelled() {
    TraceSketch sketch = new TraceSketch(2)
        .call(MpiCall.IRECV, 1, SOURCE, 0, COUNT, 1)
        .compute(100)
        .call(MpiCall.CANCEL, 1, REQUEST, 1)
        .call(MpiCall.WAIT, 1, REQUEST, 1)
        .call(MpiCall.SEND, 0, DESTINATION, 1, COUNT, 1);
    ReplayResult result = replay(sketch);
    assertThat(end(result, 1)).isEqualTo(100_000 + O);
    assertThat(result.warnings()).isEmpty();
  }

  @Test
  void aCancelledPersistentReceiveCanBeStartedAgain() {
    TraceSketch sketch = new TraceSketch(2)
        .call(MpiCall.RECV_INIT, 1, SOURCE, Term.ANY, COUNT, 1)
        .call(MpiCall.START, 1, REQUEST, 1)
        .call(MpiCall.CANCEL, 1, REQUEST, 1)
        .call(MpiCall.WAIT, 1, REQUEST, 1)
        .call(MpiCall.START, 1, REQUEST, 1)
        .call(MpiCall.WAIT, 1, REQUEST, 1)
        .compute(10)
        .call(MpiCall.SEND, 0, DESTINATION, 1, COUNT, 1);
    assertThat(end(replay(sketch), 1)).isEqualTo(arrival(10_000 + O, 1) + O);
  }

  @Test
  void anOffsetReachesBackOverManyRequestsThatHaveEnded() {
    TraceSketch sketch = new TraceSketch(2);
    sketch
        .call(MpiCall.IRECV, 1, SOURCE, 0, COUNT, 1, TAG, 9)
        .call(MpiCall.ISEND, 1, DESTINATION, 1, COUNT, 1)
        .call(MpiCall.RECV, 1, SOURCE, 1, COUNT, 1)
        .call(MpiCall.WAIT, 1, REQUEST, 1)
        .loop(1, RankList.of(1), 1_000);
    sketch
        .call(MpiCall.WAIT, 1, REQUEST, 1_001)
        .call(MpiCall.SEND, 0, DESTINATION, 1, COUNT, 1, TAG, 9);
    ReplayResult result = replay(sketch);
    assertThat(end(result, 1)).isEqualTo(1_000 * (2 * O + L) + O);
    assertThat(result.warnings()).isEmpty();
  }

  @Test
  void requestsThatNobodyWaitsForGoOutOfReach() {
    TraceSketch sketch = new TraceSketch(2).ring(4);
    sketch.call(MpiCall.ISEND, 0, DESTINATION, 1, COUNT, 100_000).loop(0, RankList.of(0), 100);
    sketch.call(MpiCall.RECV, 1, SOURCE, 0, COUNT, 100_000).loop(1, RankList.of(1), 100);
    ReplayResult result = replay(sketch);
    assertThat(end(result, 0)).isEqualTo(100 * O);
    assertThat(result.warnings()).isEmpty();
  }

  @Test
  void anOffsetBeforeTheFirstRequestIsRefused() {
    TraceSketch sketch = new TraceSketch(1).call(MpiCall.WAIT, 0, REQUEST, 1);
    assertThatThrownBy(() -> replay(sketch))
        .isInstanceOf(ReplayException.class)
        .hasMessageContaining("event 0 (MPI_Wait) on rank 0: found request offset 1");
  }

  @Test
  void callsThatAreNotModelledStillCountAmongTheRequests() {
    TraceSketch sketch = new TraceSketch(2)
        .call(MpiCall.IRECV, 1, SOURCE, 0, COUNT, 1)
        .call(MpiCall.FILE_IWRITE, 1, COUNT, 1)
        .call(MpiCall.WAIT, 1, REQUEST, 2)
        .call(MpiCall.WAIT, 1, REQUEST, 1)
        .call(MpiCall.SEND, 0, DESTINATION, 1, COUNT, 1);
    ReplayResult result = replay(sketch);
    assertThat(inside(result, 2)).isEqualTo(arrival(O, 1) + O);
    assertThat(inside(result, 3)).isZero();
  }
}
