package io.github.tracecast.simulate.calls;

import static io.github.tracecast.trace.Parameter.*;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tracecast.decompress.Programs;
import io.github.tracecast.simulate.ReplayException;
import io.github.tracecast.simulate.ReplayOptions;
import io.github.tracecast.simulate.replay.Replays;
import io.github.tracecast.simulate.replay.TraceSketch;
import io.github.tracecast.simulate.result.ReplayResult;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Term;
import io.github.tracecast.trace.Trace;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Substitutes for tags that a recorder has dropped, at ranks that receive from any source. */
class TagsBySizeTest {
  private static final long LARGE = 100_000;

  /** Rank 1 sends a small message of an exchange that rank 0 comes to only after the large one of rank 2. */
  private static TraceSketch twoExchanges(long room) {
    return new TraceSketch(3)
        .call(MpiCall.IRECV, 0, SOURCE, Term.ANY, COUNT, LARGE)
        .call(MpiCall.WAIT, 0, REQUEST, 1)
        .call(MpiCall.SEND, 0, DESTINATION, 2, COUNT, 1)
        .call(MpiCall.RECV, 0, SOURCE, 1, COUNT, room)
        .call(MpiCall.SEND, 1, DESTINATION, 0, COUNT, 8)
        .compute(50)
        .call(MpiCall.SEND, 2, DESTINATION, 0, COUNT, LARGE)
        .call(MpiCall.RECV, 2, SOURCE, 0, COUNT, 1);
  }

  private static List<String> notes(Trace trace) {
    return TagsBySize.of(Programs.of(trace)).notes();
  }

  @Test
  void aReceiveOfAnySourceTakesTheMessageOfItsSize() {
    Trace trace = twoExchanges(8).trace();
    assertThat(notes(trace))
        .containsExactly(
            "at 1 of the ranks that receive from any source, messages without tags are matched by their sizes,"
                + " because there are as many sends as receives of each size");
    ReplayOptions options = ReplayOptions.defaults();
    ReplayResult replayed = Replays.replay(trace, "loggp-default", Map.of(), options);
    assertThat(replayed.messages()).isEqualTo(3);
    assertThat(Replays.lanes(trace, "loggp-default", List.of(Map.of()), options).orElseThrow())
        .containsExactly(replayed);
  }

  @Test
  void roomForMoreThanWasSentLeavesTheOrder() {
    Trace trace = twoExchanges(9).trace();
    assertThat(notes(trace)).isEmpty();
    assertThatThrownBy(
            () -> Replays.replay(trace, "loggp-default", Map.of(), ReplayOptions.defaults()))
        .isInstanceOf(ReplayException.class)
        .hasMessageContaining("the replay is deadlocked");
  }

  @Test
  void aTagOfOneCallLeavesTheOrder() {
    assertThat(notes(twoExchanges(8)
            .call(MpiCall.RECV, 0, SOURCE, 1, COUNT, 5, TAG, 0)
            .call(MpiCall.SEND, 1, DESTINATION, 0, COUNT, 5, TAG, 0)
            .trace()))
        .isEmpty();
  }

  @Test
  void aProbeOrAPersistentRequestLeavesTheOrder() {
    assertThat(notes(twoExchanges(8).call(MpiCall.PROBE, 0, SOURCE, 1).trace())).isEmpty();
    assertThat(notes(
            twoExchanges(8).call(MpiCall.SEND_INIT, 1, DESTINATION, 0, COUNT, 5).trace()))
        .isEmpty();
  }

  @Test
  void namedSourcesAloneLeaveTheOrder() {
    Trace trace = new TraceSketch(2)
        .call(MpiCall.SEND, 1, DESTINATION, 0, COUNT, 5)
        .call(MpiCall.SEND, 1, DESTINATION, 0, COUNT, 6)
        .call(MpiCall.RECV, 0, SOURCE, 1, COUNT, 6)
        .call(MpiCall.RECV, 0, SOURCE, 1, COUNT, 5)
        .trace();
    assertThat(notes(trace)).isEmpty();
  }

  /** Sizes that repeat by execution, in loops: what counts is how often each is sent. */
  @Test
  void eachExecutionCounts() {
    for (int rounds : new int[] {6, 7}) {
      TraceSketch sketch = new TraceSketch(3);
      RankList senders = RankList.range(1, 2);
      sketch
          .call(MpiCall.RECV, 0, SOURCE, Term.ANY, COUNT, 5)
          .loop(0, RankList.of(0), 6)
          .call(MpiCall.RECV, 0, SOURCE, Term.ANY, COUNT, 6)
          .loop(1, RankList.of(0), 6);
      sketch.call(MpiCall.SEND, senders, DESTINATION, 0, COUNT, 5);
      sketch.call(MpiCall.SEND, senders, DESTINATION, 0, COUNT, 6).loop(2, senders, rounds - 3);
      assertThat(notes(sketch.trace()).isEmpty()).isEqualTo(rounds != 6);
    }
  }
}
