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
import io.github.tracecast.trace.Communicator;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Term;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Communicators and topologies; {@code loggp-default}. */
class CommunicatorTest {

  @Test
  void ranksAreThoseOfTheCommunicator() {
    TraceSketch sketch = new TraceSketch(4);
    int backwards = sketch.communicator(3, 1);
    sketch
        .call(MpiCall.SEND, 3, DESTINATION, 1, COUNT, 1, COMMUNICATOR, backwards)
        .call(MpiCall.RECV, 1, SOURCE, 0, COUNT, 1, COMMUNICATOR, backwards);
    ReplayResult result = replay(sketch);
    assertThat(end(result, 1)).isEqualTo(arrival(O, 1) + O);
    assertThat(result.warnings()).isEmpty();
  }

  @Test
  void messagesOfTwoCommunicatorsDoNotMeet() {
    TraceSketch sketch = new TraceSketch(2);
    int copy = sketch.communicator(0, 1);
    sketch
        .call(MpiCall.SEND, 0, DESTINATION, 1, COUNT, 1)
        .call(MpiCall.RECV, 1, SOURCE, 0, COUNT, 1, COMMUNICATOR, copy);
    assertThatThrownBy(() -> replay(sketch))
        .hasMessageContaining(
            "no send for the receive on rank 1 from rank 0 (which has ended), tag 0, communicator 2")
        .hasMessageContaining(
            "no receive for the send from rank 0 to rank 1, 1 B, tag 0, communicator 0");
  }

  @Test
  void eachRankIsAloneInItsSelf() {
    TraceSketch sketch = new TraceSketch(3);
    sketch
        .call(MpiCall.IRECV, sketch.all(), SOURCE, 0, COUNT, 1, COMMUNICATOR, Communicator.SELF)
        .call(MpiCall.SEND, sketch.all(), DESTINATION, 0, COUNT, 1, COMMUNICATOR, Communicator.SELF)
        .call(MpiCall.WAIT, sketch.all(), REQUEST, 1)
        .call(MpiCall.BARRIER, sketch.all(), COMMUNICATOR, Communicator.SELF)
        .call(MpiCall.ALLREDUCE, sketch.all(), COUNT, 1_000, COMMUNICATOR, Communicator.SELF);
    ReplayResult result = replay(sketch);
    for (int rank = 0; rank < 3; rank++) {
      assertThat(end(result, rank))
          .isEqualTo(arrival(O, 1) + O); // no route, but memory has the same figures
    }
  }

  @Test
  void makingACommunicatorReducesEightBytes() {
    TraceSketch sketch = new TraceSketch(4);
    int half = sketch.communicator(0, 1);
    sketch.call(MpiCall.COMM_SPLIT, sketch.all(), COLOR, 1, KEY, 0, NEW_COMMUNICATOR, half);
    assertThat(end(replay(sketch), 0)).isEqualTo(2 * (arrival(O, 8) + O));
  }

  @Test
  void aPlatformSaysHowManyAgreementsACommunicatorTakes() {
    TraceSketch sketch = new TraceSketch(4);
    int copy = sketch.communicator(0, 1, 2, 3);
    sketch
        .call(MpiCall.COMM_DUP, sketch.all(), NEW_COMMUNICATOR, copy)
        .call(MpiCall.ALLREDUCE, sketch.all(), COUNT, 8);
    long once = 2 * (arrival(O, 8) + O);
    assertThat(end(replay(sketch), 0)).isEqualTo(2 * once);
    assertThat(end(replay(sketch, Map.of("mpi.communicator_agreements", "6")), 0))
        .isEqualTo(7 * once);
  }

  @Test
  void aCommunicatorOfAGroupIsMadeByItsMembersAlone() {
    TraceSketch sketch = new TraceSketch(4);
    int half = sketch.communicator(2, 3);
    sketch.call(MpiCall.COMM_CREATE_GROUP, RankList.of(2, 3), NEW_COMMUNICATOR, half);
    ReplayResult result = replay(sketch);
    assertThat(end(result, 0)).isZero();
    assertThat(end(result, 3)).isEqualTo(arrival(O, 8) + O);
  }

  @Test
  void aDuplicateCanBeMadeInTheBackground() {
    TraceSketch sketch = new TraceSketch(4);
    int copy = sketch.communicator(0, 1, 2, 3);
    sketch
        .call(MpiCall.COMM_IDUP, sketch.all(), NEW_COMMUNICATOR, copy)
        .compute(5)
        .call(MpiCall.WAIT, sketch.all(), REQUEST, 1)
        .call(MpiCall.COMM_FREE, sketch.all(), COMMUNICATOR, copy);
    assertThat(end(replay(sketch), 0)).isEqualTo(2 * (arrival(O, 8) + O));
  }

  @Test
  void aCallOnNoCommunicatorIsRefused() {
    TraceSketch sketch = new TraceSketch(2);
    sketch.call(MpiCall.BARRIER, sketch.all(), COMMUNICATOR, Term.NONE);
    assertThatThrownBy(() -> replay(sketch))
        .isInstanceOf(ReplayException.class)
        .hasMessage(
            "event 0 (MPI_Barrier) on rank 0: found MPI_COMM_NULL; expected a communicator");
  }

  @Test
  void aSendWithoutADestinationIsRefused() {
    TraceSketch sketch = new TraceSketch(2).call(MpiCall.SEND, 0, COUNT, 1);
    assertThatThrownBy(() -> replay(sketch))
        .isInstanceOf(ReplayException.class)
        .hasMessageContaining("event 0 (MPI_Send) on rank 0: found no destination");
  }

  // ---- topologies

  /** A Cartesian grid over all ranks; its communicator. */
  private static int grid(TraceSketch sketch, long[] dimensions, long[] periods, int... ranks) {
    int grid = sketch.communicator(ranks);
    sketch.call(
        MpiCall.CART_CREATE,
        sketch.all(),
        NEW_COMMUNICATOR,
        grid,
        DIMENSIONS,
        dimensions,
        PERIODS,
        periods);
    return grid;
  }

  @Test
  void neighboursOfARingExchangeAtOnce() {
    TraceSketch sketch = new TraceSketch(4);
    int ring = grid(sketch, new long[] {4}, new long[] {1}, 0, 1, 2, 3);
    sketch.call(
        MpiCall.NEIGHBOR_ALLTOALL, sketch.all(), COUNT, 1, RECEIVE_COUNT, 1, COMMUNICATOR, ring);
    ReplayResult result = replay(sketch);
    // to the lower neighbour first: ranks 0 and 1 are both their neighbours' first, 2 and 3 their
    // second
    assertThat(inside(result, 1)).isEqualTo(2 * (O + L + 2 * O) + 2 * (2 * O + L + 2 * O));
  }

  @Test
  void theBorderOfAnOpenGridKeepsItsBlocks() {
    TraceSketch sketch = new TraceSketch(3);
    int line = grid(sketch, new long[] {3}, new long[] {0}, 0, 1, 2);
    // a block below and one above; what lies beyond the border goes nowhere
    sketch.call(
        MpiCall.NEIGHBOR_ALLTOALLV,
        sketch.all(),
        COUNTS,
        new long[] {10, 1_000},
        RECEIVE_COUNTS,
        new long[] {1_000, 10},
        COMMUNICATOR,
        line);
    ReplayResult result = replay(sketch);
    long agreement = 4 * 8;
    assertThat(result.bytes() - agreement).isEqualTo(2 * 1_000 + 2 * 10);
    assertThat(result.warnings()).isEmpty();
  }

  @Test
  void aRingOfTwoSendsBothBlocksToTheSameRank() {
    TraceSketch sketch = new TraceSketch(2);
    int ring = grid(sketch, new long[] {2, 1}, new long[] {1, 0}, 0, 1);
    sketch.call(
        MpiCall.NEIGHBOR_ALLGATHER, sketch.all(), COUNT, 50, RECEIVE_COUNT, 50, COMMUNICATOR, ring);
    ReplayResult result = replay(sketch);
    assertThat(inside(result, 1)).isEqualTo(2 * (arrival(O, 100) + O));
  }

  @Test
  void aDuplicateKeepsTheTopology() {
    TraceSketch sketch = new TraceSketch(4);
    int ring = grid(sketch, new long[] {4}, new long[] {1}, 0, 1, 2, 3);
    int copy = sketch.communicator(0, 1, 2, 3);
    sketch
        .call(MpiCall.COMM_DUP, sketch.all(), COMMUNICATOR, ring, NEW_COMMUNICATOR, copy)
        .call(
            MpiCall.INEIGHBOR_ALLTOALL,
            sketch.all(),
            COUNT,
            1,
            RECEIVE_COUNT,
            1,
            COMMUNICATOR,
            copy)
        .compute(100)
        .call(MpiCall.WAIT, sketch.all(), REQUEST, 1);
    ReplayResult result = replay(sketch);
    assertThat(inside(result, 3)).isZero();
    assertThat(result.warnings()).isEmpty();
  }

  @Test
  void aGraphIsWhatItsRanksSayTheyAre() {
    TraceSketch sketch = new TraceSketch(3);
    int graph = sketch.communicator(0, 1, 2);
    // 0 -> 1, 0 -> 2, 2 -> 0
    sketch
        .call(
            MpiCall.DIST_GRAPH_CREATE_ADJACENT,
            0,
            NEW_COMMUNICATOR,
            graph,
            SOURCES,
            new long[] {2},
            DESTINATIONS,
            new long[] {1, 2})
        .call(
            MpiCall.DIST_GRAPH_CREATE_ADJACENT,
            1,
            NEW_COMMUNICATOR,
            graph,
            SOURCES,
            new long[] {0},
            DESTINATIONS,
            new long[0])
        .call(
            MpiCall.DIST_GRAPH_CREATE_ADJACENT,
            2,
            NEW_COMMUNICATOR,
            graph,
            SOURCES,
            new long[] {0},
            DESTINATIONS,
            new long[] {0})
        .call(
            MpiCall.NEIGHBOR_ALLTOALLV,
            0,
            COUNTS,
            new long[] {10, 20},
            RECEIVE_COUNTS,
            new long[] {30},
            COMMUNICATOR,
            graph)
        .call(
            MpiCall.NEIGHBOR_ALLTOALLV,
            1,
            COUNTS,
            new long[0],
            RECEIVE_COUNTS,
            new long[] {10},
            COMMUNICATOR,
            graph)
        .call(
            MpiCall.NEIGHBOR_ALLTOALLV,
            2,
            COUNTS,
            new long[] {30},
            RECEIVE_COUNTS,
            new long[] {20},
            COMMUNICATOR,
            graph);
    ReplayResult result = replay(sketch);
    long agreement = 4 * 8;
    assertThat(result.bytes() - agreement).isEqualTo(60);
    assertThat(result.warnings()).isEmpty();
  }

  @Test
  void neighboursWithoutATopologyAreRefused() {
    TraceSketch sketch = new TraceSketch(2);
    sketch.call(MpiCall.NEIGHBOR_ALLTOALL, sketch.all(), COUNT, 1, RECEIVE_COUNT, 1);
    assertThatThrownBy(() -> replay(sketch))
        .isInstanceOf(ReplayException.class)
        .hasMessageContaining("without a topology; expected an earlier MPI_Cart_create");
  }

  @Test
  void aGridOfAnotherSizeThanItsCommunicatorIsRefused() {
    TraceSketch sketch = new TraceSketch(4);
    grid(sketch, new long[] {3, 1}, new long[] {1, 1}, 0, 1, 2, 3);
    assertThatThrownBy(() -> replay(sketch))
        .isInstanceOf(ReplayException.class)
        .hasMessageContaining("found dimensions for 3 ranks; expected 4 ranks");
  }

  @Test
  void duplicatesAgreeByARuleOfTheirOwn() {
    TraceSketch sketch = new TraceSketch(8);
    int copy = sketch.communicator(0, 1, 2, 3, 4, 5, 6, 7);
    sketch.call(MpiCall.COMM_DUP, sketch.all(), NEW_COMMUNICATOR, copy);
    assertThat(end(replay(sketch), 0)).isEqualTo(3 * (arrival(O, 8) + O));
    assertThat(replay(sketch, Map.of("collectives.agreement", "binomial")).messages())
        .isEqualTo(2 * 7);
  }
}
