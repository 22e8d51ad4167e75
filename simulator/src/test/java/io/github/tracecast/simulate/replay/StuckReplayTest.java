package io.github.tracecast.simulate.replay;

import static io.github.tracecast.simulate.replay.Replays.replay;
import static io.github.tracecast.trace.Parameter.*;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tracecast.simulate.ReplayException;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Term;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Reports of replays that cannot continue, and of messages left over at the end. */
class StuckReplayTest {
  private static final String EXPECTED =
      "  expected a matching receive for each send, and all ranks at each collective;"
          + " the trace is incomplete, or its program deadlocks";

  private static void stuck(TraceSketch sketch, String... lines) {
    assertThatThrownBy(() -> replay(sketch))
        .isInstanceOf(ReplayException.class)
        .hasMessage(String.join("\n", lines) + "\n" + EXPECTED);
  }

  @Test
  void ranksThatWaitForEachOther() {
    TraceSketch sketch = new TraceSketch(2);
    sketch
        .call(MpiCall.PCONTROL, sketch.all())
        .call(MpiCall.RECV, sketch.all(), SOURCE, Term.rankPlusMod(1), COUNT, 1, TAG, 7)
        .call(MpiCall.SEND, sketch.all(), DESTINATION, Term.rankPlusMod(1), COUNT, 1, TAG, 7);
    stuck(
        sketch,
        "the replay is deadlocked: 2 of 2 ranks wait forever",
        "  rank 0 in MPI_Recv (event 1, execution 0) waits: no send for the receive on rank 0 from rank 1, tag 7, communicator 0",
        "  rank 1 in MPI_Recv (event 1, execution 0) waits: no send for the receive on rank 1 from rank 0, tag 7, communicator 0");
  }

  @Test
  void largeSendsThatWaitForEachOtherNeedALargerEagerLimit() {
    TraceSketch sketch = TraceSketch.sendingToEachOther(100_000);
    assertThatThrownBy(() -> replay(sketch))
        .isInstanceOf(ReplayException.class)
        .hasMessage(
            String.join(
                "\n",
                "the replay is deadlocked: 2 of 2 ranks wait forever",
                "  rank 0 in MPI_Send (event 0, execution 0) waits: no receive for the send from rank 0 to rank 1, 100000 B, tag 7, communicator 0",
                "  rank 1 in MPI_Send (event 0, execution 0) waits: no receive for the send from rank 1 to rank 0, 100000 B, tag 7, communicator 0",
                EXPECTED,
                "  to continue: with `set mpi.eager_limit=100001B`, senders of up to 100000 B do not wait for the receive"));
    assertThat(replay(sketch, Map.of("mpi.eager_limit", "100001B")).messages()).isEqualTo(2);
  }

  @Test
  void noEagerLimitHelpsSynchronousSends() {
    TraceSketch sketch = new TraceSketch(2);
    sketch.call(MpiCall.SSEND, sketch.all(), DESTINATION, Term.rankPlusMod(1), COUNT, 100_000);
    assertThatThrownBy(() -> replay(sketch)).message().doesNotContain("eager_limit");
  }

  @Test
  void aRankThatWaitsForOneThatHasEnded() {
    TraceSketch sketch = new TraceSketch(2);
    sketch
        .call(MpiCall.SEND, 0, DESTINATION, 1, COUNT, 1)
        .loop(0, RankList.of(0), 2)
        .call(MpiCall.RECV, 1, SOURCE, 0, COUNT, 1)
        .loop(1, RankList.of(1), 3);
    stuck(
        sketch,
        "the replay is deadlocked: 1 of 2 ranks waits forever",
        "  rank 1 in MPI_Recv (event 1, execution 2) waits: no send for the receive on rank 1 from rank 0 (which has ended), tag 0, communicator 0");
  }

  @Test
  void aWrongTagShowsBothSides() {
    TraceSketch sketch = new TraceSketch(2)
        .call(MpiCall.SEND, 0, DESTINATION, 1, COUNT, 8, TAG, 1)
        .call(MpiCall.IRECV, 1, SOURCE, 0, COUNT, 8, TAG, 3)
        .call(MpiCall.RECV, 1, SOURCE, Term.ANY, COUNT, 8, TAG, 2);
    stuck(
        sketch,
        "the replay is deadlocked: 1 of 2 ranks waits forever",
        "  rank 1 in MPI_Recv (event 2, execution 0) waits: no send for the receive on rank 1 from any rank, tag 2, communicator 0",
        "  no receive for the send from rank 0 to rank 1, 8 B, tag 1, communicator 0",
        "  no send for the receive on rank 1 from rank 0 (which has ended), tag 3, communicator 0");
  }

  @Test
  void aProbeSaysWhatItLooksFor() {
    stuck(
        new TraceSketch(2).call(MpiCall.PROBE, 1, SOURCE, 0, TAG, Term.ANY),
        "the replay is deadlocked: 1 of 2 ranks waits forever",
        "  rank 1 in MPI_Probe (event 0, execution 0) waits: no send for the probe on rank 1 from rank 0 (which has ended), any tag, communicator 0");
  }

  @Test
  void aCollectiveSaysWhoIsMissing() {
    TraceSketch sketch = new TraceSketch(3);
    sketch.call(MpiCall.BARRIER, RankList.of(0, 1)).call(MpiCall.RECV, 2, SOURCE, 0, COUNT, 1);
    stuck(
        sketch,
        "the replay is deadlocked: 3 of 3 ranks wait forever",
        "  rank 0 in MPI_Barrier (event 0, execution 0) waits: rank 2 is not at collective 0 of communicator 0",
        "  rank 1 in MPI_Barrier (event 0, execution 0) waits: rank 2 is not at collective 0 of communicator 0",
        "  rank 2 in MPI_Recv (event 1, execution 0) waits: no send for the receive on rank 2 from rank 0, tag 0, communicator 0");
  }

  @Test
  void aCollectiveWaitsForARankThatHasEnded() {
    stuck(
        new TraceSketch(2).call(MpiCall.BARRIER, 0),
        "the replay is deadlocked: 1 of 2 ranks waits forever",
        "  rank 0 in MPI_Barrier (event 0, execution 0) waits: rank 1 is not at collective 0 of communicator 0");
  }

  @Test
  void manyRanksAreCountedAndTheFirstNamed() {
    TraceSketch sketch = new TraceSketch(100);
    sketch
        .call(MpiCall.IRECV, sketch.all(), SOURCE, Term.rankPlusMod(1), COUNT, 1)
        .call(MpiCall.IRECV, sketch.all(), SOURCE, Term.rankPlusMod(2), COUNT, 1)
        .call(MpiCall.IRECV, sketch.all(), SOURCE, Term.rankPlusMod(3), COUNT, 1)
        .call(MpiCall.IRECV, sketch.all(), SOURCE, Term.rankPlusMod(4), COUNT, 1)
        .call(MpiCall.WAITALL, sketch.all(), REQUESTS, new long[] {4, 3, 2, 1});
    assertThatThrownBy(() -> replay(sketch))
        .hasMessageStartingWith("the replay is deadlocked: 100 of 100 ranks wait forever\n")
        .hasMessageContaining(
            "  rank 7 in MPI_Waitall (event 4, execution 0) waits: no send for the receive on rank 7 from rank 8, tag 0, communicator 0;"
                + " no send for the receive on rank 7 from rank 9, tag 0, communicator 0; no send for the receive on rank 7 from rank 10, tag 0, communicator 0; and 1 more\n")
        .hasMessageContaining("  and 92 more ranks\n")
        .extracting(e -> e.getMessage().lines().count())
        .isEqualTo(1L + 8 + 1 + 1);
  }

  @Test
  void whatIsLeftOverAtTheEndIsAWarning() {
    TraceSketch sketch = new TraceSketch(2);
    sketch
        .call(MpiCall.SEND, 0, DESTINATION, 1, COUNT, 1, TAG, 1)
        .loop(0, RankList.of(0), 3)
        .call(MpiCall.IRECV, 1, SOURCE, 0, COUNT, 1, TAG, 2);
    assertThat(replay(sketch).warnings())
        .containsExactly(
            "3 messages were never received; the first: no receive for the send from rank 0 to rank 1 (which has ended), 1 B, tag 1, communicator 0",
            "1 receive never got a message: no send for the receive on rank 1 from rank 0 (which has ended), tag 2, communicator 0");
  }
}
