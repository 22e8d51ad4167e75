package io.github.tracecast.simulate.replay;

import static io.github.tracecast.simulate.replay.Replays.L;
import static io.github.tracecast.simulate.replay.Replays.O;
import static io.github.tracecast.simulate.replay.Replays.arrival;
import static io.github.tracecast.simulate.replay.Replays.end;
import static io.github.tracecast.simulate.replay.Replays.inside;
import static io.github.tracecast.trace.Parameter.*;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.simulate.FastForward;
import io.github.tracecast.simulate.ReplayOptions;
import io.github.tracecast.simulate.result.ReplayResult;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Term;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests that succeeded in the recorded run, but whose message has not arrived in the replay. */
class LateTestsTest {
  private static final long[] YES = {1};
  private static final long LARGE = 100_000;

  /** Each rank tests its receive before it sends, so that one test has to fail. */
  private static TraceSketch testsThenSends() {
    TraceSketch sketch = new TraceSketch(2);
    Term other = Term.rankPlusMod(1);
    return sketch
        .call(MpiCall.IRECV, sketch.all(), SOURCE, other, COUNT, 1, TAG, 1)
        .call(MpiCall.TEST, sketch.all(), REQUEST, 1, OUTCOMES, YES)
        .call(MpiCall.SEND, sketch.all(), DESTINATION, other, COUNT, 1, TAG, 1);
  }

  /** The replay in the order of time, and the one in which a rank runs as far as it can. */
  private static List<ReplayResult> bothWays(TraceSketch sketch) {
    return List.of(
        Replays.replay(sketch),
        Replays.lanes(sketch.trace(), "loggp-default", List.of(Map.of()), ReplayOptions.defaults())
            .orElseThrow()
            .getFirst());
  }

  @Test
  void whereAllRanksWouldWaitTheFirstTestAnswersNotYet() {
    for (ReplayResult result : bothWays(testsThenSends())) {
      assertThat(end(result, 0)).isEqualTo(O);
      assertThat(inside(result, 1)).isEqualTo(O + L + O); // rank 1's test alone waits
      assertThat(result.warnings())
          .first()
          .asString()
          .isEqualTo("one test succeeded in the recorded run, but not in the replay,"
              + " because all ranks would have waited for it."
              + " These requests complete at a later test or wait of the same rank");
    }
  }

  @Test
  void itsRequestEndsWithALaterWait() {
    TraceSketch sketch = testsThenSends();
    sketch
        .call(MpiCall.SEND, 1, DESTINATION, 0, COUNT, 1, TAG, 2)
        .call(MpiCall.IRECV, 0, SOURCE, 1, COUNT, 1, TAG, 2)
        .call(MpiCall.WAIT, 0, REQUEST, 1);
    long first = arrival(O + L + O + O, 1); // rank 1 receives, then sends
    long second = first + O;
    for (ReplayResult result : bothWays(sketch)) {
      assertThat(end(result, 0)).isEqualTo(second + O);
      assertThat(result.warnings()).hasSize(1);
    }
  }

  @Test
  void aTestInACircleIsCountedInEachIteration() {
    TraceSketch sketch = testsThenSends();
    sketch.loop(0, sketch.all(), 5);
    ReplayOptions all = ReplayOptions.defaults().with(FastForward.off());
    ReplayResult result = Replays.replay(sketch.trace(), "loggp-default", Map.of(), all);
    assertThat(result.warnings()).first().asString().startsWith("5 tests succeeded in the ");
  }

  @Test
  void theTestOfASendGoesOn() {
    TraceSketch sketch = new TraceSketch(2)
        .call(MpiCall.ISEND, 0, DESTINATION, 1, COUNT, LARGE)
        .call(MpiCall.TEST, 0, REQUEST, 1, OUTCOMES, YES)
        .compute(100)
        .call(MpiCall.RECV, 1, SOURCE, 0, COUNT, LARGE);
    for (ReplayResult result : bothWays(sketch)) {
      assertThat(inside(result, 1)).isZero();
      assertThat(end(result, 1)).isGreaterThan(100_000);
      assertThat(result.warnings()).isEmpty();
    }
  }

  @Test
  void aLaterWaitWaitsForTheSendToo() {
    TraceSketch sketch = new TraceSketch(2)
        .call(MpiCall.IRECV, 0, SOURCE, 1, COUNT, 1)
        .call(MpiCall.ISEND, 0, DESTINATION, 1, COUNT, LARGE)
        .call(MpiCall.TESTALL, 0, REQUESTS, YES, OUTCOMES, YES)
        .call(MpiCall.WAIT, 0, REQUEST, 2)
        .call(MpiCall.SEND, 1, DESTINATION, 0, COUNT, 1)
        .compute(100)
        .call(MpiCall.RECV, 1, SOURCE, 0, COUNT, LARGE);
    for (ReplayResult result : bothWays(sketch)) {
      assertThat(inside(result, 2)).isZero();
      assertThat(end(result, 0)).isGreaterThan(100_000);
    }
  }

  @Test
  void aTestOfACollectiveWaits() {
    TraceSketch sketch = new TraceSketch(2);
    sketch
        .compute(100)
        .call(MpiCall.IBARRIER, 1)
        .call(MpiCall.IBARRIER, 0)
        .call(MpiCall.TEST, sketch.all(), REQUEST, 1, OUTCOMES, YES);
    assertThat(end(Replays.replay(sketch), 0)).isGreaterThan(100_000);
  }

  @Test
  void aTestOfSomeLeavesTheSendsOpen() {
    TraceSketch sketch = new TraceSketch(2)
        .call(MpiCall.IRECV, 0, SOURCE, 1, COUNT, 1)
        .call(MpiCall.ISEND, 0, DESTINATION, 1, COUNT, LARGE)
        .call(MpiCall.TESTSOME, 0, REQUESTS, new long[] {2, 1}, COMPLETIONS, 1)
        .call(MpiCall.SEND, 0, DESTINATION, 1, COUNT, 1, TAG, 2)
        .call(MpiCall.RECV, 1, SOURCE, 0, COUNT, 1, TAG, 2)
        .call(MpiCall.RECV, 1, SOURCE, 0, COUNT, LARGE)
        .call(MpiCall.SEND, 1, DESTINATION, 0, COUNT, 1);
    ReplayResult result = Replays.replay(sketch);
    assertThat(inside(result, 2)).isZero();
    assertThat(result.ranks()).hasSize(2);
  }

  @Test
  void aTestOfSomeReceivesAnswersNotYetWhereAllWouldWait() {
    TraceSketch sketch = new TraceSketch(2);
    Term other = Term.rankPlusMod(1);
    sketch
        .call(MpiCall.IRECV, sketch.all(), SOURCE, other, COUNT, 1, TAG, 1)
        .call(MpiCall.IRECV, sketch.all(), SOURCE, other, COUNT, 1, TAG, 2)
        .call(MpiCall.TESTSOME, sketch.all(), REQUESTS, new long[] {2, 1}, COMPLETIONS, 1)
        .call(MpiCall.SEND, sketch.all(), DESTINATION, other, COUNT, 1, TAG, 1)
        .call(MpiCall.SEND, sketch.all(), DESTINATION, other, COUNT, 1, TAG, 2)
        .call(MpiCall.WAIT, sketch.all(), REQUEST, 1);
    assertThat(Replays.replay(sketch).warnings())
        .first()
        .asString()
        .startsWith("one test succeeded in the recorded run, but not in the replay");
  }

  @Test
  void aLoopOfSuchTestsCanBeSkipped() {
    TraceSketch sketch = new TraceSketch(2);
    sketch
        .call(MpiCall.ISEND, 0, DESTINATION, 1, COUNT, LARGE)
        .call(MpiCall.TEST, 0, REQUEST, 1, OUTCOMES, YES)
        .call(MpiCall.RECV, 1, SOURCE, 0, COUNT, LARGE)
        .call(MpiCall.BARRIER, sketch.all())
        .loop(0, sketch.all(), 100_000);
    ReplayResult skipped = Replays.replay(sketch);
    ReplayResult whole = Replays.replay(
        sketch.trace(),
        "loggp-default",
        Map.of(),
        ReplayOptions.defaults().with(FastForward.off()));
    assertThat(skipped.skips()).isNotEmpty();
    assertThat(end(skipped, 0)).isEqualTo(end(whole, 0));
  }

  @Test
  void aReceiveThatTheRecordedTestEndedMustStillCome() {
    TraceSketch sketch = new TraceSketch(1)
        .call(MpiCall.IRECV, RankList.of(0), SOURCE, 0, COUNT, 1)
        .call(MpiCall.TEST, 0, REQUEST, 1, OUTCOMES, YES);
    assertThat(Replays.replay(sketch).warnings())
        .anySatisfy(warning -> assertThat(warning).startsWith("1 receive never got a message"));
  }
}
