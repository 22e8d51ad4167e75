package io.github.tracecast.simulate.replay;

import static io.github.tracecast.simulate.replay.Replays.end;
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

/**
 * MPI's semantics by hand-computed LogGP times on {@code loggp-default}: L 2500 ns, o 1500 ns, G 6
 * ns a byte, eager to 65,535 B, so that one message of m bytes ends at D(m) = L + 2o + (m - 1) G.
 */
class ReplayTest {
  @Test
  void oneMessageTakesLPlusTwoOPlusAGapForEachByteAfterTheFirst() {
    TraceSketch sketch = new TraceSketch(2)
        .call(MpiCall.SEND, 0, DESTINATION, 1, COUNT, 1024)
        .call(MpiCall.RECV, 1, SOURCE, 0, COUNT, 1024);
    assertThat(end(replay(sketch), 1)).isEqualTo(11_638);
    assertThat(end(replay(sketch), 0)).isEqualTo(1_500);
  }

  @Test
  void sendsOfOneRankFollowEachOther() {
    TraceSketch sketch = new TraceSketch(3)
        .call(MpiCall.SEND, 0, DESTINATION, 1, COUNT, 1)
        .call(MpiCall.SEND, 0, DESTINATION, 2, COUNT, 1)
        .call(MpiCall.RECV, RankList.of(1, 2), SOURCE, 0, COUNT, 1);
    ReplayResult result = replay(sketch);
    assertThat(end(result, 1)).isEqualTo(5_500);
    assertThat(end(result, 2)).isEqualTo(7_000);
  }

  @Test
  void aReceiveThatComesLateIsDoneWhenItIsPosted() {
    TraceSketch sketch = new TraceSketch(2)
        .call(MpiCall.SEND, 0, DESTINATION, 1, COUNT, 1)
        .compute(100)
        .call(MpiCall.RECV, 1, SOURCE, 0, COUNT, 1);
    assertThat(end(replay(sketch), 1)).isEqualTo(101_500);
  }

  @Test
  void aLoopRunsAsOftenAsItSays() {
    TraceSketch sketch = new TraceSketch(2);
    sketch
        .call(MpiCall.SEND, 0, DESTINATION, 1, COUNT, 1)
        .call(MpiCall.RECV, RankList.range(0, 2), SOURCE, Term.rankPlusMod(1), COUNT, 1)
        .call(MpiCall.SEND, 1, DESTINATION, 0, COUNT, 1)
        .loop(0, sketch.all(), 1000);
    assertThat(end(replay(sketch), 0)).isEqualTo(1000 * 11_000);
  }

  @Test
  void aStuckReplaySaysWhoWaitsForWhat() {
    TraceSketch sketch = new TraceSketch(2)
        .call(MpiCall.RECV, RankList.range(0, 2), SOURCE, Term.rankPlusMod(1), COUNT, 1, TAG, 7);
    assertThatThrownBy(() -> replay(sketch))
        .isInstanceOf(ReplayException.class)
        .hasMessageContaining("2 of 2 ranks wait forever")
        .hasMessageContaining(
            "rank 0 in MPI_Recv (event 0, execution 0) waits: no send for the receive on rank 0 from rank 1, tag 7, communicator 0");
  }
}
