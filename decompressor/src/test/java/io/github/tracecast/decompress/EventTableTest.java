package io.github.tracecast.decompress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Piece;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Sequence;
import io.github.tracecast.trace.Term;
import io.github.tracecast.trace.TraceException;
import io.github.tracecast.trace.Values;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class EventTableTest {
  @Test
  void relativeEndpointsComeOutAsLocalRanks() {
    Traces traces = new Traces(8);
    traces.send(traces.all(), Term.rankPlusMod(3), 1);
    traces.send(RankList.range(0, 6), Term.rankPlus(2), 1);
    traces.send(traces.all(), Term.constant(5), 1);
    EventTable table = EventTable.of(traces.build());
    assertThat(table.value(0, Parameter.DESTINATION, 6, 0)).isEqualTo(1);
    assertThat(table.value(1, Parameter.DESTINATION, 4, 0)).isEqualTo(6);
    assertThat(table.value(2, Parameter.DESTINATION, 7, 0)).isEqualTo(5);
  }

  @Test
  void endpointsInSubCommunicatorsAreRelativeToTheLocalRank() {
    Traces traces = new Traces(8);
    int odd = traces.communicator(7, 5, 3, 1);
    RankList who = RankList.of(1, 3, 5, 7);
    traces.event(
        MpiCall.RECV,
        who,
        Map.of(
            Parameter.COMMUNICATOR,
            Values.constant(who, odd),
            Parameter.SOURCE,
            Traces.uniform(who, Term.rankPlusMod(1))));
    EventTable table = EventTable.of(traces.build());
    assertThat(table.communicator(0, 7, 0)).isEqualTo(odd);
    assertThat(table.value(0, Parameter.SOURCE, 7, 0)).isEqualTo(1);
    assertThat(table.value(0, Parameter.SOURCE, 1, 0)).isEqualTo(0);
  }

  @Test
  void specialTermsAreTheirOwnValues() {
    Traces traces = new Traces(2);
    traces.event(
        MpiCall.RECV,
        traces.all(),
        Map.of(
            Parameter.SOURCE,
            Traces.uniform(traces.all(), Term.ANY, Term.NONE),
            Parameter.COMMUNICATOR,
            Traces.uniform(traces.all(), Term.NONE)));
    EventTable table = EventTable.of(traces.build());
    assertThat(table.value(0, Parameter.SOURCE, 1, 0)).isEqualTo(EventTable.ANY);
    assertThat(table.value(0, Parameter.SOURCE, 1, 1)).isEqualTo(EventTable.NONE);
    assertThat(table.isNone(0, Parameter.SOURCE, 1, 0)).isFalse();
    assertThat(table.isNone(0, Parameter.SOURCE, 1, 1)).isTrue();
    assertThat(table.communicator(0, 1, 0)).isEqualTo(EventTable.NONE);
  }

  @Test
  void valuesFollowRankGroupAndExecution() {
    Traces traces = new Traces(300);
    Random random = new Random(5);
    Piece[] pieces = new Piece[200];
    for (int i = 0; i < pieces.length; i++) {
      pieces[i] = new Piece(
          i == 0 ? RankList.range(199, 101) : RankList.of(i - 1),
          Sequence.scalars(random.nextInt(9), random.nextInt(9), 100 + i));
    }
    traces.event(MpiCall.BCAST, traces.all(), Map.of(Parameter.COUNT, Traces.pieces(pieces)));
    EventTable table = EventTable.of(traces.build());
    for (int rank = 0; rank < 300; rank++) {
      Sequence expected = pieces[rank >= 199 ? 0 : rank + 1].sequence();
      for (long execution = 0; execution < 7; execution++) {
        assertThat(table.value(0, Parameter.COUNT, rank, execution))
            .isEqualTo(expected.number((int) execution % 3, 0));
      }
    }
    assertThat(table.value(0, Parameter.COUNT, 250, 3_000_000_000_002L)).isEqualTo(100);
  }

  @Test
  void bytesAreCountsTimesTheSizeOfTheDatatype() {
    Traces traces = new Traces(2);
    RankList all = traces.all();
    traces.event(
        MpiCall.ALLTOALLV,
        all,
        Map.of(
            Parameter.COUNTS,
            Values.uniform(all, Sequence.tuple(3, 4)),
            Parameter.DATATYPE,
            Values.constant(all, 0),
            Parameter.RECEIVE_COUNTS,
            Values.uniform(
                all, Sequence.builder().addTuple(1L, 1L).addTuple(5L, 5L).build()),
            Parameter.RECEIVE_DATATYPE,
            Values.constant(all, 0)));
    traces.event(
        MpiCall.BCAST,
        all,
        Map.of(
            Parameter.COUNT,
            Values.constant(all, 10),
            Parameter.DATATYPE,
            Values.constant(all, 1)));
    traces.event(MpiCall.BARRIER, all, Map.of());
    EventTable table = EventTable.of(traces.build());
    assertThat(table.sendBytes(0, 0, 0)).isEqualTo(56);
    assertThat(table.receiveBytes(0, 0, 1)).isEqualTo(80);
    assertThat(table.listLength(0, Parameter.COUNTS, 0, 0)).isEqualTo(2);
    assertThat(table.listValue(0, Parameter.COUNTS, 0, 0, 1)).isEqualTo(4);
    assertThat(table.sendBytes(1, 0, 0)).isZero();
    assertThat(table.receiveBytes(2, 0, 0)).isZero();
    assertThat(table.unknownDatatypes()).containsExactly(1);
  }

  @Test
  void anEndpointOutsideItsCommunicatorIsRefused() {
    Traces traces = new Traces(4);
    traces.send(traces.all(), Term.rankPlus(1), 1);
    EventTable table = EventTable.of(traces.build());
    assertThat(table.value(0, Parameter.DESTINATION, 2, 0)).isEqualTo(3);
    assertThatThrownBy(() -> table.value(0, Parameter.DESTINATION, 3, 0))
        .isInstanceOf(TraceException.class)
        .hasMessage(
            "event 0 (MPI_Send): found destination 4 for rank 3; expected 0 to 3, the local ranks of communicator 0");
  }

  @Test
  void aRankWithoutAValueIsRefused() {
    Traces traces = new Traces(3);
    traces.event(
        MpiCall.BCAST,
        traces.all(),
        Map.of(
            Parameter.COUNT,
            Traces.pieces(
                new Piece(RankList.of(0), Sequence.constant(1)),
                new Piece(RankList.of(1), Sequence.constant(2)))));
    EventTable table = EventTable.of(traces.build());
    assertThatThrownBy(() -> table.value(0, Parameter.COUNT, 2, 0))
        .isInstanceOf(TraceException.class)
        .hasMessage(
            "event 0 (MPI_Bcast): found no count for rank 2; expected a value for each of the event's ranks");
    assertThatThrownBy(() -> table.value(0, Parameter.TAG, 2, 0))
        .isInstanceOf(TraceException.class)
        .hasMessage("event 0 (MPI_Bcast): found no tag; expected a value, which the call needs");
  }
}
