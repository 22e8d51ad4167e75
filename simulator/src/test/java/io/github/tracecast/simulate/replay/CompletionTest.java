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
import io.github.tracecast.simulate.calls.OpenReceives;
import io.github.tracecast.simulate.result.ReplayResult;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Term;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Waitany, Waitsome and the tests, with and without what was recorded; probes; {@code loggp-default}. */
class CompletionTest {

  /** Rank 1's message is sent after 100 us, rank 2's after 10 us; rank 0 has posted both. */
  private static TraceSketch twoSenders() {
    return new TraceSketch(3)
        .compute(100)
        .call(MpiCall.SEND, 1, DESTINATION, 0, COUNT, 1)
        .compute(10)
        .call(MpiCall.SEND, 2, DESTINATION, 0, COUNT, 1)
        .call(MpiCall.IRECV, 0, SOURCE, 1, COUNT, 1)
        .call(MpiCall.IRECV, 0, SOURCE, 2, COUNT, 1);
  }

  private static final long[] BOTH = {2, 1};
  private static final long SOON = 10_000 + O + L;
  private static final long LATE = 100_000 + O + L;

  @Test
  void waitanyTakesWhatIsThereFirst() {
    TraceSketch sketch = twoSenders()
        .call(MpiCall.WAITANY, 0, REQUESTS, BOTH)
        .call(MpiCall.WAITANY, 0, REQUESTS, BOTH);
    ReplayResult result = replay(sketch);
    assertThat(inside(result, 4)).isEqualTo(SOON + O);
    assertThat(end(result, 0)).isEqualTo(LATE + O);
  }

  @Test
  void waitanyOfTwoThatAreThereTakesTheEarlier() {
    TraceSketch sketch = twoSenders()
        .compute(200)
        .call(MpiCall.WAITANY, 0, REQUESTS, BOTH)
        .call(MpiCall.WAITALL, 0, REQUESTS, new long[] {1}) // rank 2's: over by now
        .call(MpiCall.WAITALL, 0, REQUESTS, new long[] {2});
    ReplayResult result = replay(sketch);
    assertThat(inside(result, 4)).isEqualTo(O);
    assertThat(inside(result, 5)).isZero();
    assertThat(inside(result, 6)).isEqualTo(O);
  }

  @Test
  void waitanyWaitsForWhatWasRecorded() {
    TraceSketch sketch = twoSenders()
        .call(MpiCall.WAITANY, 0, REQUESTS, BOTH, OUTCOMES, new long[] {0})
        .call(MpiCall.WAITANY, 0, REQUESTS, BOTH, OUTCOMES, new long[] {1});
    ReplayResult result = replay(sketch);
    assertThat(inside(result, 4)).isEqualTo(LATE + O);
    assertThat(end(result, 0)).isEqualTo(LATE + 2 * O);
  }

  @Test
  void waitsomeTakesAllThatAreThere() {
    TraceSketch sketch = twoSenders().compute(200).call(MpiCall.WAITSOME, 0, REQUESTS, BOTH);
    assertThat(inside(replay(sketch), 4)).isEqualTo(2 * O);
  }

  @Test
  void waitsomeWaitsForOneIfNoneIsThere() {
    TraceSketch sketch = twoSenders()
        .call(MpiCall.WAITSOME, 0, REQUESTS, BOTH)
        .call(MpiCall.WAITALL, 0, REQUESTS, BOTH);
    assertThat(inside(replay(sketch), 4)).isEqualTo(SOON + O);
  }

  @Test
  void waitsomeWaitsForAllThatWereRecorded() {
    TraceSketch sketch =
        twoSenders().call(MpiCall.WAITSOME, 0, REQUESTS, BOTH, OUTCOMES, new long[] {1, 0});
    assertThat(inside(replay(sketch), 4)).isEqualTo(LATE + O);
  }

  @Test
  void countedCompletionsTakeWhatEndsFirst() {
    TraceSketch sketch = twoSenders()
        .call(MpiCall.WAITSOME, 0, REQUESTS, BOTH, COMPLETIONS, 1)
        .call(MpiCall.WAITSOME, 0, REQUESTS, BOTH, COMPLETIONS, 2);
    ReplayResult result = replay(sketch);
    assertThat(inside(result, 4)).isEqualTo(SOON + O);
    assertThat(end(result, 0)).isEqualTo(LATE + O);
  }

  @Test
  void countedCompletionsOfAllRequestsAreAWaitForAll() {
    TraceSketch counted = twoSenders().call(MpiCall.TESTSOME, 0, REQUESTS, BOTH, COMPLETIONS, 2);
    TraceSketch all = twoSenders().call(MpiCall.WAITALL, 0, REQUESTS, BOTH);
    assertThat(end(replay(counted), 0)).isEqualTo(end(replay(all), 0)).isEqualTo(LATE + O);
    assertThat(OpenReceives.decidedByTime(counted.trace())).isFalse();
  }

  @Test
  void countedCompletionsOfNoneTakeNoTime() {
    TraceSketch sketch = twoSenders()
        .compute(200)
        .call(MpiCall.TESTALL, 0, REQUESTS, BOTH, COMPLETIONS, 0)
        .call(MpiCall.TEST, 0, REQUEST, 2, COMPLETIONS, 1)
        .call(MpiCall.WAITALL, 0, REQUESTS, BOTH);
    ReplayResult result = replay(sketch);
    assertThat(inside(result, 4)).isZero();
    assertThat(inside(result, 5)).isEqualTo(O);
    assertThat(inside(result, 6)).isEqualTo(O);
  }

  @Test
  void severalCountedCompletionsLeaveTheLast() {
    TraceSketch sketch = new TraceSketch(4);
    for (int sender = 1; sender <= 3; sender++) {
      sketch.compute(100 - 30 * sender).call(MpiCall.SEND, sender, DESTINATION, 0, COUNT, 1);
    }
    for (int sender = 1; sender <= 3; sender++) {
      sketch.call(MpiCall.IRECV, 0, SOURCE, sender, COUNT, 1);
    }
    sketch.call(MpiCall.WAITANY, 0, REQUESTS, new long[] {3, 2, 1}, COMPLETIONS, 2);
    ReplayResult result = replay(sketch);
    assertThat(end(result, 0)).isEqualTo(40_000 + 2 * O + L); // rank 2's; rank 1's comes at 70 us
  }

  @Test
  void anOutcomeBeyondTheRequestsIsRefused() {
    TraceSketch sketch =
        twoSenders().call(MpiCall.WAITSOME, 0, REQUESTS, BOTH, OUTCOMES, new long[] {2});
    assertThatThrownBy(() -> replay(sketch))
        .isInstanceOf(ReplayException.class)
        .hasMessageContaining("(MPI_Waitsome) on rank 0: found completed index 2; expected 0 to 1");
  }

  @Test
  void testsTakeWhatIsThereAtTheirTime() {
    TraceSketch sketch = twoSenders()
        .compute(50)
        .call(MpiCall.TESTALL, 0, REQUESTS, BOTH)
        .call(MpiCall.TESTANY, 0, REQUESTS, new long[] {2})
        .call(MpiCall.TESTSOME, 0, REQUESTS, BOTH)
        .call(MpiCall.TEST, 0, REQUEST, 2)
        .compute(100)
        .call(MpiCall.TEST, 0, REQUEST, 2);
    ReplayResult result = replay(sketch);
    assertThat(inside(result, 4)).isZero(); // one of two is there
    assertThat(inside(result, 5)).isZero();
    assertThat(inside(result, 6)).isEqualTo(O);
    assertThat(inside(result, 7)).isZero();
    assertThat(inside(result, 8)).isEqualTo(O);
  }

  @Test
  void aTestDoesWhatWasRecordedWhateverTheTime() {
    TraceSketch sketch = twoSenders()
        .call(MpiCall.TEST, 0, REQUEST, 1, OUTCOMES, new long[] {1})
        .compute(200)
        .call(MpiCall.TEST, 0, REQUEST, 2, OUTCOMES, new long[] {0})
        .call(MpiCall.TESTALL, 0, REQUESTS, BOTH, OUTCOMES, new long[] {1});
    ReplayResult result = replay(sketch);
    assertThat(inside(result, 4)).isEqualTo(SOON + O);
    assertThat(inside(result, 5)).isZero();
    assertThat(inside(result, 6)).isEqualTo(O);
  }

  @Test
  void testsomeAndTestanyDoWhatWasRecorded() {
    TraceSketch sketch = twoSenders()
        .call(MpiCall.TESTSOME, 0, REQUESTS, BOTH, OUTCOMES, new long[0])
        .call(MpiCall.TESTANY, 0, REQUESTS, BOTH, OUTCOMES, new long[] {0});
    ReplayResult result = replay(sketch);
    assertThat(inside(result, 4)).isZero();
    assertThat(inside(result, 5)).isEqualTo(LATE + O);
  }

  @Test
  void aLoopOfTestsEndsItsRequestOnce() {
    TraceSketch sketch = new TraceSketch(2);
    sketch
        .call(MpiCall.SEND, 0, DESTINATION, 1, COUNT, 1)
        .call(MpiCall.IRECV, 1, SOURCE, 0, COUNT, 1)
        .compute(0.9)
        .call(MpiCall.TEST, 1, REQUEST, 1)
        .loop(2, RankList.of(1), 10);
    assertThat(end(replay(sketch), 1)).isEqualTo(10 * 900 + O);
  }

  @Test
  void aCollectiveIsNotThereBeforeItsTime() {
    // The broadcast of one rank to another is over for the sender at o; a test at 1 us must not see
    // that.
    TraceSketch sketch = new TraceSketch(2);
    sketch
        .call(MpiCall.IBCAST, sketch.all(), COUNT, 1, ROOT, 0)
        .compute(1)
        .call(MpiCall.WAITANY, 0, REQUESTS, new long[] {1})
        .call(MpiCall.WAIT, 1, REQUEST, 1);
    ReplayResult result = replay(sketch);
    assertThat(end(result, 0)).isEqualTo(O);
    TraceSketch test = new TraceSketch(2);
    test.call(MpiCall.IBCAST, test.all(), COUNT, 1, ROOT, 0)
        .compute(1)
        .call(MpiCall.TEST, 0, REQUEST, 1)
        .call(MpiCall.WAIT, test.all(), REQUEST, 1);
    assertThat(end(replay(test), 0)).isEqualTo(O);
    assertThat(inside(replay(test), 1)).isZero();
  }

  @ParameterizedTest
  @EnumSource(
      value = MpiCall.class,
      names = {"WAITANY", "WAITSOME", "TESTSOME"})
  void aCollectiveOfOneRankIsCompleteAtOnce(MpiCall call) {
    // Rank 1 sends what rank 0 receives only after rank 0 has left the call.
    TraceSketch sketch = new TraceSketch(2);
    int alone = sketch.communicator(0);
    sketch
        .call(MpiCall.IRECV, 0, SOURCE, 1, COUNT, 1)
        .call(MpiCall.IBARRIER, 0, COMMUNICATOR, alone)
        .call(call, 0, REQUESTS, new long[] {2, 1})
        .call(MpiCall.SEND, 0, DESTINATION, 1, COUNT, 1)
        .call(MpiCall.RECV, 1, SOURCE, 0, COUNT, 1)
        .call(MpiCall.SEND, 1, DESTINATION, 0, COUNT, 1)
        .call(MpiCall.WAITALL, 0, REQUESTS, new long[] {2, 1});
    ReplayResult result = replay(sketch);
    assertThat(inside(result, 2)).isZero();
    assertThat(end(result, 0)).isEqualTo(2 * (O + L + O));
  }

  // ---- probes

  @Test
  void aProbeWaitsForAMessageAndLeavesIt() {
    TraceSketch sketch = new TraceSketch(2)
        .call(MpiCall.SEND, 0, DESTINATION, 1, COUNT, 1)
        .call(MpiCall.PROBE, 1, SOURCE, Term.ANY, TAG, Term.ANY)
        .call(MpiCall.PROBE, 1, SOURCE, 0, TAG, 0)
        .call(MpiCall.RECV, 1, SOURCE, 0, COUNT, 1);
    ReplayResult result = replay(sketch);
    assertThat(inside(result, 1)).isEqualTo(arrival(O, 1));
    assertThat(inside(result, 2)).isZero();
    assertThat(inside(result, 3)).isEqualTo(O);
  }

  @Test
  void aProbeLooksForItsTag() {
    TraceSketch sketch = new TraceSketch(2)
        .call(MpiCall.SEND, 0, DESTINATION, 1, COUNT, 1, TAG, 1)
        .compute(100)
        .call(MpiCall.SEND, 0, DESTINATION, 1, COUNT, 1, TAG, 2)
        .call(MpiCall.MPROBE, 1, SOURCE, Term.ANY, TAG, 2)
        .call(MpiCall.MRECV, 1, MATCHED_SOURCE, 0, MATCHED_TAG, 2, COUNT, 1)
        .call(MpiCall.RECV, 1, SOURCE, 0, COUNT, 1, TAG, 1);
    ReplayResult result = replay(sketch);
    assertThat(inside(result, 2)).isEqualTo(100_000 + 2 * O + L);
    assertThat(inside(result, 3)).isEqualTo(O);
    assertThat(inside(result, 4)).isEqualTo(O);
  }

  @Test
  void aProbeSeesTheRequestOfARendezvous() {
    TraceSketch sketch = new TraceSketch(2)
        .call(MpiCall.SSEND, 0, DESTINATION, 1, COUNT, 1)
        .call(MpiCall.PROBE, 1, SOURCE, 0, TAG, 0)
        .call(MpiCall.MRECV, 1, COUNT, 1);
    ReplayResult result = replay(sketch);
    assertThat(inside(result, 1)).isEqualTo(O);
    assertThat(end(result, 1)).isEqualTo(arrival(O + 2 * (L + 2 * O), 1) + O);
  }

  @Test
  void anIprobeWaitsOnlyIfItFoundSomething() {
    TraceSketch sketch = new TraceSketch(2)
        .call(MpiCall.SEND, 0, DESTINATION, 1, COUNT, 1)
        .call(MpiCall.IPROBE, 1, SOURCE, 0, TAG, 0)
        .call(MpiCall.IPROBE, 1, SOURCE, 0, TAG, 0, OUTCOMES, new long[] {0})
        .call(MpiCall.IPROBE, 1, SOURCE, 0, TAG, 0, OUTCOMES, new long[] {1})
        .call(MpiCall.IMRECV, 1, SOURCE, 0, TAG, 0, COUNT, 1)
        .call(MpiCall.WAIT, 1, REQUEST, 1);
    ReplayResult result = replay(sketch);
    assertThat(inside(result, 1)).isZero();
    assertThat(inside(result, 2)).isZero();
    assertThat(inside(result, 3)).isEqualTo(arrival(O, 1));
    assertThat(end(result, 1)).isEqualTo(arrival(O, 1) + O);
  }

  @Test
  void ranksThatWakeEachOtherInARingOfProbesDoNotRunOutOfStack() {
    int ranks = 20_000;
    TraceSketch sketch = new TraceSketch(ranks);
    RankList others = RankList.range(1, ranks - 1);
    sketch
        .call(MpiCall.ISSEND, 0, DESTINATION, 1, COUNT, 1)
        .call(MpiCall.PROBE, others, SOURCE, Term.rankPlus(-1), TAG, 0)
        .call(MpiCall.ISSEND, RankList.range(1, ranks - 2), DESTINATION, Term.rankPlus(1), COUNT, 1)
        .call(MpiCall.RECV, others, SOURCE, Term.rankPlus(-1), COUNT, 1);
    ReplayResult result = replay(sketch, Map.of("mpi.send_overhead", "0s"));
    assertThat(result.messages()).isEqualTo(ranks - 1);
  }
}
