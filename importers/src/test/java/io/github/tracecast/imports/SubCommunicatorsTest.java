package io.github.tracecast.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tracecast.trace.Group;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Piece;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Sequence;
import io.github.tracecast.trace.Term;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.TraceException;
import io.github.tracecast.trace.Values;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A rank names a communicator by its own count from 1000 on; the importer finds out which of all ranks' names mean the same one. */
class SubCommunicatorsTest {
  private static final RankList ALL = RankList.range(0, 6);
  private static final RankList EVEN = RankList.section(0, 2, 3);
  private static final RankList ODD = RankList.section(1, 2, 3);

  private static Values parameter(Trace trace, int event, Parameter parameter) {
    return trace.events().get(event).parameter(parameter);
  }

  private static Piece piece(RankList ranks, long... numbers) {
    return new Piece(ranks, Sequence.scalars(numbers));
  }

  /** Colour rank mod 2, keys that keep the order: the recorder writes keys relative to the rank. */
  private static ScalaTraceText split() {
    return new ScalaTraceText(6)
        .event(1036, "s", "10 2", "23 ( 0 )[ 1 -1 0 3 2 ]", "23 ( 1 )[ 1 -1 1 3 2 ]", "24 0");
  }

  @Test
  void ranksOfDifferentColoursGetDifferentCommunicators() {
    Trace trace = split().event(1010, "b", "10 1000").trace();
    assertThat(trace.groups())
        .containsExactly(Group.world(6), Group.of(0, 2, 4), Group.of(1, 3, 5));
    assertThat(trace.communicators()).hasSize(4);
    Values ids = new Values(List.of(piece(EVEN, 2), piece(ODD, 3)));
    assertThat(parameter(trace, 1, Parameter.NEW_COMMUNICATOR)).isEqualTo(ids);
    assertThat(parameter(trace, 2, Parameter.COMMUNICATOR)).isEqualTo(ids);
    assertThat(parameter(trace, 1, Parameter.KEY))
        .isEqualTo(Values.uniform(ALL, Sequence.of(Term.rankPlusMod(0))));
  }

  @Test
  void endpointsAreGivenAsLocalRanksInTheirShortestForm() {
    // to the next of the three, cyclically: local 1, 2, 0 for ranks 0, 2, 4 is stored as 1, 0, 2
    // (mod 6: 1 - 0, 2 - 2, 0 - 4)
    Trace trace = split()
        .event(
            1113,
            "n",
            "10 1000",
            "12 8",
            "14 10",
            "1b 0",
            "1a ( 1 )[ 1 -1 0 1 0 ]",
            "1a ( 0 )[ 2 -1 1 1 0 -1 2 1 0 ]",
            "1a ( 5 )[ 1 -1 3 1 0 ]",
            "1a ( 2 )[ 1 -1 4 1 0 ]",
            "1a ( 1 )[ 1 -1 5 1 0 ]")
        .trace();
    assertThat(parameter(trace, 2, Parameter.DESTINATION))
        .isEqualTo(Values.uniform(ALL, Sequence.of(Term.rankPlusMod(1))));
  }

  @Test
  void aRootOfASubCommunicatorIsOnePiece() {
    // everybody but local rank 0 sends to local rank 0: stored as -rank mod 6
    Trace trace = split()
        .event(
            "1 -1 2 4 1",
            1113,
            "n",
            "10 1000",
            "12 8",
            "14 10",
            "1b 0",
            "1a ( 4 )[ 1 -1 2 1 0 ]",
            "1a ( 3 )[ 1 -1 3 1 0 ]",
            "1a ( 2 )[ 1 -1 4 1 0 ]",
            "1a ( 1 )[ 1 -1 5 1 0 ]")
        .trace();
    assertThat(parameter(trace, 2, Parameter.DESTINATION))
        .isEqualTo(Values.constant(RankList.range(2, 4), 0));
  }

  @Test
  void keysOrderTheRanks() {
    // keys 5 - rank, stored as 5 - 2 x rank mod 6
    Trace trace = new ScalaTraceText(6)
        .event(
            1036,
            "s",
            "10 2",
            "23 0",
            "24 ( 5 )[ 1 -1 0 2 3 ]",
            "24 ( 3 )[ 1 -1 1 2 3 ]",
            "24 ( 1 )[ 1 -1 2 2 3 ]")
        .event(
            1113,
            "n",
            "10 1000",
            "12 8",
            "14 10",
            "1b 0",
            "1a ( 0 )[ 1 -1 5 1 0 ]",
            "1a ( 1 )[ 1 -1 0 5 1 ]")
        .trace();
    assertThat(trace.groups().get(1)).isEqualTo(Group.of(5, 4, 3, 2, 1, 0));
    assertThat(trace.events().get(2).parameter(Parameter.DESTINATION).at(5))
        .isEqualTo(Sequence.of(Term.rankPlusMod(5)));
  }

  @Test
  void ranksThatMadeDifferentNumbersOfCommunicatorsNameTheSameOneDifferently() {
    Trace trace = split()
        .event("1 -1 0 3 2", 1027, "d", "10 1000")
        .event(1027, "w", "10 2")
        .event(1010, "b", "10 ( 1002 )[ 1 -1 0 3 2 ]", "10 ( 1001 )[ 1 -1 1 3 2 ]")
        .trace();
    assertThat(parameter(trace, 2, Parameter.NEW_COMMUNICATOR)).isEqualTo(Values.constant(EVEN, 4));
    assertThat(parameter(trace, 4, Parameter.COMMUNICATOR))
        .isEqualTo(new Values(List.of(piece(EVEN, 5), piece(ODD, 5))));
    assertThat(trace.communicators().get(5).group()).isZero();
    assertThat(trace.communicators().get(4).group()).isEqualTo(1);
  }

  @Test
  void communicatorsMadeInALoopAreToldApartByTheirOrder() {
    String all = "[ 1 -1 0 6 1 ]";
    Trace trace = new ScalaTraceText(6)
        .event(1027, "d", "LOOP0: iter: ( 3 )" + all + " mem: ( 2 )" + all, "10 2")
        .event(1010, "b", "10 1000 1001 1002")
        .event(1010, "c", "10 1001")
        .trace();
    assertThat(parameter(trace, 1, Parameter.NEW_COMMUNICATOR))
        .isEqualTo(Values.uniform(ALL, Sequence.scalars(2, 3, 4)));
    assertThat(parameter(trace, 2, Parameter.COMMUNICATOR))
        .isEqualTo(Values.uniform(ALL, Sequence.scalars(2, 3, 4)));
    assertThat(parameter(trace, 3, Parameter.COMMUNICATOR)).isEqualTo(Values.constant(ALL, 3));
  }

  @Test
  void moreCommunicatorsThanTheRecorderCanTellApartAreRefused() {
    String all = "[ 1 -1 0 6 1 ]";
    ScalaTraceText text = new ScalaTraceText(6)
        .event(1027, "d", "LOOP0: iter: ( 1001 )" + all + " mem: ( 1 )" + all, "10 2");
    assertThatThrownBy(text::trace)
        .isInstanceOf(TraceException.class)
        .hasMessage(
            "t:6: found more than 1000 communicators created by rank 0;"
                + " expected at most 1000, because the recorder's full table of handles makes later handles ambiguous");
    ScalaTraceText huge = new ScalaTraceText(6)
        .event(1027, "d", "LOOP0: iter: ( 2000000000 )" + all + " mem: ( 1 )" + all, "10 2");
    assertThatThrownBy(huge::trace)
        .isInstanceOf(TraceException.class)
        .hasMessageStartingWith(
            "t:6: found more than 1000 communicators or groups created by one rank");
  }

  @Test
  void anUndefinedColourMakesNoCommunicatorButTakesAHandle() {
    Trace trace = new ScalaTraceText(6)
        .event(1036, "s", "10 2", "23 ( 0 )[ 1 -1 0 3 2 ]", "23 ( -32766 )[ 1 -1 1 3 2 ]", "24 0")
        .event(1027, "w", "10 2")
        .event(1010, "b", "10 1001")
        .trace();
    assertThat(parameter(trace, 1, Parameter.COLOR))
        .isEqualTo(new Values(List.of(piece(EVEN, 0), new Piece(ODD, Sequence.of(Term.NONE)))));
    assertThat(parameter(trace, 1, Parameter.NEW_COMMUNICATOR))
        .isEqualTo(new Values(List.of(piece(EVEN, 2), new Piece(ODD, Sequence.of(Term.NONE)))));
    assertThat(parameter(trace, 3, Parameter.COMMUNICATOR)).isEqualTo(Values.constant(ALL, 3));
  }

  @Test
  void coloursThatFollowTheRankAreOnePiece() {
    Trace trace = new ScalaTraceText(3)
        .event(
            1036,
            "s",
            "10 2",
            "23 ( 0 )[ 1 -1 0 1 0 ]",
            "23 ( 1 )[ 1 -1 1 1 0 ]",
            "23 ( 2 )[ 1 -1 2 1 0 ]",
            "24 0")
        .trace();
    assertThat(parameter(trace, 1, Parameter.COLOR))
        .isEqualTo(Values.uniform(RankList.range(0, 3), Sequence.of(Term.rankPlusMod(0))));
  }

  @Test
  void groupsBecomeCommunicators() {
    Trace trace = new ScalaTraceText(6)
        .event(1030, "g", "10 2")
        .event(1063, "i", "21 1000", "12 3", "a 5 1 2")
        .event(1066, "r", "21 1000", "12 1", "b 0 4 2")
        .event(1070, "u", "25 1001", "26 1002")
        .event(1060, "d", "25 1003", "26 1001")
        .event(1026, "c", "10 2", "21 1001")
        .event(1026, "e", "10 2", "21 1004")
        .event("2 -1 1 2 1 -1 5 1 0", 1010, "b", "10 1000")
        .event("1 -1 0 2 4", 1010, "b", "10 1001")
        .trace();
    assertThat(trace.groups()).contains(Group.of(5, 1, 2), Group.of(0, 2, 4), Group.of(0, 4));
    assertThat(trace.groups().get(trace.communicators().get(2).group()))
        .isEqualTo(Group.of(5, 1, 2));
    assertThat(trace.groups().get(trace.communicators().get(3).group())).isEqualTo(Group.of(0, 4));
    assertThat(parameter(trace, 6, Parameter.NEW_COMMUNICATOR).at(0))
        .isEqualTo(Sequence.of(Term.NONE));
    assertThat(parameter(trace, 8, Parameter.COMMUNICATOR).at(5)).isEqualTo(Sequence.constant(2));
  }

  @Test
  void copiesOfSelfAreOneRecordForAllRanks() {
    Trace trace = new ScalaTraceText(6)
        .event(1027, "d", "10 1")
        .event(1010, "b", "10 1000")
        .trace();
    assertThat(trace.communicators()).hasSize(3);
    assertThat(trace.communicators().get(2).isSelf()).isTrue();
    assertThat(parameter(trace, 2, Parameter.COMMUNICATOR)).isEqualTo(Values.constant(ALL, 2));
  }

  @Test
  void anyCallOnSelfMakesARecordForAllRanksOrNone() {
    Trace trace = new ScalaTraceText(6)
        .event(1018, "k", "10 1", "5 1 1")
        .event(1036, "s", "10 1", "23 ( 0 )[ 1 -1 0 3 2 ]", "23 ( -32766 )[ 1 -1 1 3 2 ]", "24 0")
        .event(1010, "b", "10 1000")
        .trace();
    assertThat(trace.groups()).containsExactly(Group.world(6));
    assertThat(trace.communicators().get(2).isSelf()).isTrue();
    assertThat(parameter(trace, 2, Parameter.NEW_COMMUNICATOR))
        .isEqualTo(new Values(List.of(piece(EVEN, 3), new Piece(ODD, Sequence.of(Term.NONE)))));
  }

  @Test
  void aCartesianGridTakesTheFirstRanks() {
    Trace trace = new ScalaTraceText(6)
        .event(1018, "k", "10 2", "5 2 2")
        .event("1 -1 0 4 1", 1010, "b", "10 1000")
        .trace();
    assertThat(trace.groups().get(1)).isEqualTo(Group.of(0, 1, 2, 3));
    assertThat(parameter(trace, 1, Parameter.NEW_COMMUNICATOR).at(4))
        .isEqualTo(Sequence.of(Term.NONE));
  }

  @Test
  void aCollectiveCallThatSomeMembersLackIsRefused() {
    ScalaTraceText text = new ScalaTraceText(6).event("1 -1 0 5 1", 1027, "d", "10 2");
    assertThatThrownBy(text::trace)
        .isInstanceOf(TraceException.class)
        .hasMessage(
            "t:6: found MPI_Comm_dup by 5 of 6 members of MPI_COMM_WORLD; expected a call by every member");
  }

  @Test
  void differentCallsOfTheMembersAreRefused() {
    ScalaTraceText text = new ScalaTraceText(6)
        .event("1 -1 0 5 1", 1027, "d", "10 2")
        .event("1 -1 5 1 0", 1018, "k", "10 2", "5 2 2");
    assertThatThrownBy(text::trace)
        .isInstanceOf(TraceException.class)
        .hasMessage(
            "t:10: found MPI_Cart_create by rank 5 while rank 0 calls MPI_Comm_dup; expected the same call by all members of MPI_COMM_WORLD");
  }

  @Test
  void aCommunicatorThatTheRecorderDidNotSeeIsRefused() {
    ScalaTraceText text = new ScalaTraceText(6).event(1010, "b", "10 -1");
    assertThatThrownBy(text::trace)
        .isInstanceOf(TraceException.class)
        .hasMessage(
            "t:8: found communicator -1 of rank 0;"
                + " expected 0, 1, 2 or a communicator that the rank created; the recorder misses some calls that create communicators (MPI_Cart_create, MPI_Intercomm_create)");
    ScalaTraceText unknown = new ScalaTraceText(6).event(1023, "c", "10 2");
    assertThatThrownBy(unknown::trace)
        .isInstanceOf(TraceException.class)
        .hasMessage(
            "t:6: found MPI_Cart_sub;"
                + " expected calls whose result is known: MPI_Comm_split, _dup, _create, MPI_Cart_create");
  }
}
