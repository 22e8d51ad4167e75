package io.github.tracecast.simulate.replay;

import static io.github.tracecast.simulate.replay.Replays.L;
import static io.github.tracecast.simulate.replay.Replays.O;
import static io.github.tracecast.simulate.replay.Replays.arrival;
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
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Communicators of two groups, 0 and 1 against 2 to 4; {@code loggp-default}. */
class InterCommunicatorTest {
  /** One small message from one waiting rank to another. */
  private static final long STEP = 2 * O + L;

  private static final RankList FIRST = RankList.of(0, 1);
  private static final RankList SECOND = RankList.of(2, 3, 4);

  private final TraceSketch sketch = new TraceSketch(5);
  private final int both = sketch.interCommunicator(2, 0, 1, 2, 3, 4);

  private static TraceSketch pingPong(boolean inter) {
    TraceSketch pair = new TraceSketch(2);
    int communicator = inter ? pair.interCommunicator(1, 0, 1) : pair.communicator(0, 1);
    for (int rank = 0; rank < 2; rank++) {
      int other = 1 - rank;
      for (int half = 0; half < 2; half++) {
        if (half == rank) {
          pair.call(
              MpiCall.SEND, rank, DESTINATION, other, COUNT, 1_000, COMMUNICATOR, communicator);
        } else {
          pair.call(MpiCall.RECV, rank, SOURCE, Term.ANY, COUNT, 1_000, COMMUNICATOR, communicator);
        }
      }
    }
    return pair;
  }

  @Test
  void aPingPongTakesAsLongAsOnAnOrdinaryCommunicator() {
    ReplayResult inter = replay(pingPong(true));
    assertThat(end(inter, 0)).isEqualTo(end(replay(pingPong(false)), 0));
    assertThat(end(inter, 0)).isEqualTo(arrival(O, 1_000) + O + arrival(O, 1_000) + O);
  }

  @Test
  void aBroadcastGoesToTheOtherGroupsLeaderAndFromThereToItsGroup() {
    sketch
        .call(MpiCall.BCAST, 1, COUNT, 1, ROOT, 1, COMMUNICATOR, both)
        .call(MpiCall.BCAST, 0, COUNT, 0, ROOT, Term.NONE, COMMUNICATOR, both)
        .call(MpiCall.BCAST, SECOND, COUNT, 1, ROOT, 1, COMMUNICATOR, both);
    ReplayResult result = replay(sketch);
    assertThat(end(result, 0)).isZero();
    assertThat(end(result, 1)).isEqualTo(O);
    // the leader sends to the farther rank of three first
    assertThat(end(result, 4)).isEqualTo(2 * STEP);
    assertThat(end(result, 3)).isEqualTo(2 * STEP + O);
    assertThat(result.messages()).isEqualTo(3);
  }

  @Test
  void aReductionGoesTheOtherWay() {
    sketch
        .call(MpiCall.REDUCE, 2, COUNT, 1, ROOT, 2, COMMUNICATOR, both)
        .call(MpiCall.REDUCE, RankList.of(3, 4), COUNT, 0, ROOT, Term.NONE, COMMUNICATOR, both)
        .call(MpiCall.REDUCE, FIRST, COUNT, 1, ROOT, 2, COMMUNICATOR, both);
    assertThat(end(replay(sketch), 2)).isEqualTo(2 * STEP);
  }

  /** The leader of the first group combines its vector with that of the other rank; the root only receives. */
  @Test
  void aReductionTakesTheTimeOfItsOperator() {
    sketch
        .call(MpiCall.REDUCE, 2, COUNT, 1_000, ROOT, 2, COMMUNICATOR, both)
        .call(MpiCall.REDUCE, RankList.of(3, 4), COUNT, 0, ROOT, Term.NONE, COMMUNICATOR, both)
        .call(MpiCall.REDUCE, FIRST, COUNT, 1_000, ROOT, 2, COMMUNICATOR, both);
    Map<String, String> operator = Map.of("mpi.reduction", "10ns + 2ns/B");
    assertThat(end(replay(sketch, operator), 2) - end(replay(sketch), 2)).isEqualTo(2_010);
  }

  @Test
  void anAllreduceTakesBothTreesAndAnExchangeOfTheLeaders() {
    sketch.call(MpiCall.ALLREDUCE, sketch.all(), COUNT, 1, COMMUNICATOR, both);
    ReplayResult result = replay(sketch);
    // up in each group (1 message and 2), one each way between the leaders, down in each group
    assertThat(result.messages()).isEqualTo(1 + 2 + 2 + 1 + 2);
    // up to the leaders, across, and down; the larger group's leader handles one more message each
    // way
    assertThat(result.predictedSeconds() * 1e9).isBetween(3.0 * STEP, 3.0 * STEP + 4 * O);
  }

  @Test
  void gathersAndScattersMoveTheBlocksOfTheOtherGroup() {
    sketch
        .call(MpiCall.GATHER, 0, COUNT, 0, RECEIVE_COUNT, 10, ROOT, 0, COMMUNICATOR, both)
        .call(MpiCall.GATHER, 1, COUNT, 0, RECEIVE_COUNT, 0, ROOT, Term.NONE, COMMUNICATOR, both)
        .call(MpiCall.GATHER, SECOND, COUNT, 10, RECEIVE_COUNT, 0, ROOT, 0, COMMUNICATOR, both);
    assertThat(replay(sketch).bytes()).isEqualTo(10 + 10 + 30);
    sketch
        .call(MpiCall.SCATTER, 0, COUNT, 10, RECEIVE_COUNT, 0, ROOT, 0, COMMUNICATOR, both)
        .call(MpiCall.SCATTER, 1, COUNT, 0, RECEIVE_COUNT, 0, ROOT, Term.NONE, COMMUNICATOR, both)
        .call(MpiCall.SCATTER, SECOND, COUNT, 0, RECEIVE_COUNT, 10, ROOT, 0, COMMUNICATOR, both);
    assertThat(replay(sketch).bytes()).isEqualTo(2 * (10 + 10 + 30));
  }

  @Test
  void vectorFormsGoDirectlyAndLeaveOutWhatIsEmpty() {
    sketch
        .call(
            MpiCall.GATHERV,
            0,
            COUNT,
            0,
            ROOT,
            0,
            RECEIVE_COUNTS,
            new long[] {10, 0, 30},
            COMMUNICATOR,
            both)
        .call(
            MpiCall.GATHERV,
            1,
            COUNT,
            0,
            ROOT,
            Term.NONE,
            RECEIVE_COUNTS,
            new long[0],
            COMMUNICATOR,
            both)
        .call(MpiCall.GATHERV, 2, COUNT, 10, ROOT, 0, COMMUNICATOR, both)
        .call(MpiCall.GATHERV, 3, COUNT, 0, ROOT, 0, COMMUNICATOR, both)
        .call(MpiCall.GATHERV, 4, COUNT, 30, ROOT, 0, COMMUNICATOR, both);
    ReplayResult result = replay(sketch);
    assertThat(result.bytes()).isEqualTo(40);
    assertThat(result.messages()).isEqualTo(2);
  }

  @Test
  void groupsMayGiveBlocksOfDifferentSizes() {
    sketch
        .call(MpiCall.ALLTOALL, FIRST, COUNT, 10, RECEIVE_COUNT, 1, COMMUNICATOR, both)
        .call(MpiCall.ALLTOALL, SECOND, COUNT, 1, RECEIVE_COUNT, 10, COMMUNICATOR, both);
    assertThat(replay(sketch).bytes()).isEqualTo(6 * 10 + 6);
    sketch
        .call(MpiCall.ALLGATHER, FIRST, COUNT, 10, RECEIVE_COUNT, 1, COMMUNICATOR, both)
        .call(MpiCall.ALLGATHER, SECOND, COUNT, 1, RECEIVE_COUNT, 10, COMMUNICATOR, both);
    // in the groups, between the leaders, and to 1 and 2 others
    int gathered = 10 + 2 * 1 + 20 + 3 + 3 + 2 * 20;
    assertThat(replay(sketch).bytes()).isEqualTo(6 * 10 + 6 + gathered);
    sketch
        .call(
            MpiCall.ALLGATHERV,
            FIRST,
            COUNT,
            10,
            RECEIVE_COUNTS,
            new long[] {1, 1, 1},
            COMMUNICATOR,
            both)
        .call(
            MpiCall.ALLGATHERV,
            SECOND,
            COUNT,
            1,
            RECEIVE_COUNTS,
            new long[] {10, 10},
            COMMUNICATOR,
            both);
    assertThat(replay(sketch).bytes()).isEqualTo(6 * 10 + 6 + gathered + 23 + 3 + 2 * 20);
  }

  @Test
  void creatingAndMergingMakeTheMembersAgree() {
    int merged = sketch.communicator(0, 1, 2, 3, 4);
    int first = sketch.communicator(0, 1);
    int second = sketch.communicator(2, 3, 4);
    sketch
        .call(MpiCall.INTERCOMM_CREATE, FIRST, COMMUNICATOR, first, NEW_COMMUNICATOR, both)
        .call(MpiCall.INTERCOMM_CREATE, SECOND, COMMUNICATOR, second, NEW_COMMUNICATOR, both);
    long created = Math.round(replay(sketch).predictedSeconds() * 1e9);
    assertThat(created).isGreaterThan(3 * STEP);
    sketch.call(
        MpiCall.INTERCOMM_MERGE, sketch.all(), COMMUNICATOR, both, NEW_COMMUNICATOR, merged);
    ReplayResult result = replay(sketch);
    assertThat(result.predictedSeconds() * 1e9).isGreaterThan(created + 2.0 * STEP);
    assertThat(result.warnings()).isEmpty();
  }

  @Test
  void mpiHasNoScanThere() {
    sketch.call(MpiCall.SCAN, sketch.all(), COUNT, 1, COMMUNICATOR, both);
    assertThatThrownBy(() -> replay(sketch))
        .isInstanceOf(ReplayException.class)
        .hasMessageContaining(
            "found scan on an inter-communicator; expected an operation that MPI defines for inter-communicators");
  }
}
