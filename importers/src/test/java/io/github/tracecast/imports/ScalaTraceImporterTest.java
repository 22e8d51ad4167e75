package io.github.tracecast.imports;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.decompress.Expander;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.Loop;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Piece;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Sequence;
import io.github.tracecast.trace.Term;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.Unit;
import io.github.tracecast.trace.Values;
import io.github.tracecast.trace.times.Bin;
import io.github.tracecast.trace.times.Distribution.Extremes;
import io.github.tracecast.trace.times.Distribution.Histogram;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ScalaTraceImporterTest {
  private static final String[] SEND = {"10 2", "12 8", "14 10", "1b 0"};
  private static final String HISTOGRAM =
      "(20 152.00 1 150.00 0 155.00){0.00 0.00 0.00 0.00 60.00 0}{60.00 150.00 151.50 155.00 180.00 20}";

  private static Values parameter(Trace trace, int event, Parameter parameter) {
    return trace.events().get(event).parameter(parameter);
  }

  private static String[] with(String[] lines, String... more) {
    String[] all = Arrays.copyOf(lines, lines.length + more.length);
    System.arraycopy(more, 0, all, lines.length, more.length);
    return all;
  }

  private static List<String> expand(Trace trace, int rank) {
    StringBuilder text = new StringBuilder();
    try {
      Expander.of(Programs.of(trace)).expand(rank, 1_000, text);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return text.toString()
        .lines()
        .map(line -> line.replaceAll("^\\d+ MPI_| site=.*", ""))
        .toList();
  }

  @Test
  void aLoopOfSendsBecomesAnEventAndALoop() {
    Trace trace = new ScalaTraceText(2)
        .event(
            1113,
            "4821ca_48254a",
            "COMP 4b-0: 46d479 " + HISTOGRAM,
            "LOOP0: iter: ( 10 )[ 1 -1 0 2 1 ] mem: ( 1 )[ 1 -1 0 2 1 ]",
            "10 2",
            "12 20480",
            "14 16",
            "1a 1",
            "1b 0")
        .trace();
    RankList both = RankList.range(0, 2);
    assertThat(trace.header().ranks()).isEqualTo(2);
    assertThat(trace.header().requestRing()).isEqualTo(10_000);
    assertThat(trace.header().origin()).isEqualTo("ScalaTrace 2: t");
    assertThat(trace.loops()).containsExactly(new Loop(1, 1, both, Values.constant(both, 10)));
    Event send = trace.events().get(1);
    assertThat(send.call()).isEqualTo(MpiCall.SEND);
    assertThat(trace.callSites().get(send.callSite()).name()).isEqualTo("4821ca_48254a");
    assertThat(send.parameter(Parameter.DESTINATION))
        .isEqualTo(Values.uniform(both, Sequence.of(Term.rankPlusMod(1))));
    assertThat(send.parameter(Parameter.COUNT)).isEqualTo(Values.constant(both, 20480));
    assertThat(trace.datatypes().getFirst().name()).isEqualTo("MPI_DOUBLE_PRECISION");
    Delta delta = send.deltas().getFirst();
    assertThat(delta.kind()).isEqualTo(Delta.Kind.COMPUTE);
    assertThat(trace.callSites().get(delta.after()).name()).isEqualTo("46d479");
    assertThat(delta.byExecution())
        .containsExactly(new Histogram(
            List.of(new Bin(60, 180, 20, 150, 151.5, 155)), Optional.of(new Extremes(1, 0))));
  }

  @Test
  void instructionsAreCountedInThousandsAndTimesInMicroseconds() {
    Trace trace = new ScalaTraceText(2)
        .event(
            1010,
            "b",
            "COMP 4c-0: i " + HISTOGRAM,
            "COMP 4b-0: i " + HISTOGRAM,
            "COMM 4b-0:  " + HISTOGRAM,
            "10 2")
        .trace();
    List<Delta> deltas = trace.events().get(1).deltas();
    assertThat(deltas)
        .extracting(Delta::unit)
        .containsExactly(Unit.INSTRUCTIONS, Unit.MICROSECONDS, Unit.MICROSECONDS);
    assertThat(deltas)
        .extracting(Delta::kind)
        .containsExactly(Delta.Kind.COMPUTE, Delta.Kind.COMPUTE, Delta.Kind.INSIDE);
    assertThat(deltas.get(0).byExecution().getFirst().mean()).isEqualTo(151_500);
    assertThat(deltas.get(2).after()).isEqualTo(Delta.AFTER_NOTHING);
  }

  @Test
  void oneLoopLineCanEndAtDifferentEventsForDifferentRanks() {
    Trace trace = new ScalaTraceText(3)
        .event(
            1010,
            "a",
            "LOOP0: iter: ( 2 )[ 1 -1 0 2 1 ]( 5 )[ 1 -1 2 1 0 ] mem: ( 2 )[ 1 -1 0 3 1 ]",
            "10 1")
        .event("1 -1 0 2 2", 1010, "b", "10 1")
        .event("1 -1 1 2 1", 1010, "c", "10 1")
        .trace();
    RankList even = RankList.of(0, 2);
    assertThat(trace.loops())
        .containsExactlyInAnyOrder(
            new Loop(
                1,
                2,
                even,
                new Values(List.of(
                    new Piece(RankList.of(0), Sequence.constant(2)),
                    new Piece(RankList.of(2), Sequence.constant(5))))),
            new Loop(1, 3, RankList.of(1), Values.constant(RankList.of(1), 2)));
  }

  @Test
  void loopsAtOneHeadNestInTheOrderOfTheirLines() {
    String all = "[ 1 -1 0 2 1 ]";
    Trace trace = new ScalaTraceText(2)
        .event(
            1010,
            "a",
            "LOOP0: iter: ( 3 )" + all + " mem: ( 2 )" + all,
            "LOOP1: iter: ( 1 4 )" + all + " mem: ( 1 )" + all,
            "10 2")
        .event(1011, "b", "10 2", "12 1", "14 3", "19 0")
        .trace();
    assertThat(expand(trace, 1))
        .extracting(line -> line.substring(0, 3))
        .containsExactly(
            "Ini", "Bar", "Bca", "Bar", "Bar", "Bar", "Bar", "Bca", "Bar", "Bca", "Fin");
  }

  @Test
  void vectorsAreCycledThroughTheExecutions() {
    Trace trace = new ScalaTraceText(4)
        .event(1113, "s", with(SEND, "1a ( 1 3 )[ 1 -1 0 2 2 ]", "1a ( 3 1 )[ 1 -1 1 2 2 ]"))
        .trace();
    assertThat(parameter(trace, 1, Parameter.DESTINATION).at(3))
        .isEqualTo(Sequence.scalars(Term.rankPlusMod(3), Term.rankPlusMod(1)));
  }

  @Test
  void waitallTakesAsManyRequestsAnExecutionAsItsCountSays() {
    Trace trace =
        new ScalaTraceText(1).event(1149, "w", "c 9999 -1 9998", "12 2 1 0").trace();
    assertThat(parameter(trace, 1, Parameter.REQUESTS).at(0))
        .isEqualTo(Sequence.builder()
            .add(Term.Kind.CONSTANT, 1)
            .add(Term.Kind.NONE, 0)
            .endTuple()
            .addTuple(2)
            .addTuple()
            .build());
    assertThat(parameter(trace, 1, Parameter.COUNT)).isNull();
  }

  @Test
  void aStreamOfRequestsThatIsShorterThanItsListsIsCycled() {
    Trace trace =
        new ScalaTraceText(1).event(1149, "w", "c 9999 9998 9997", "12 2").trace();
    assertThat(parameter(trace, 1, Parameter.REQUESTS).at(0))
        .isEqualTo(Sequence.builder()
            .addTuple(1L, 2L)
            .addTuple(3L, 1L)
            .addTuple(2L, 3L)
            .build());
  }

  @Test
  void requestsThatOneWaitallNamesSeveralTimesAreMended() {
    Trace trace = new ScalaTraceText(3)
        .event(
            1149,
            "w",
            "c ( 9994 9995 9996 9999 9999 9999 )[ 1 -1 0 1 0 ]",
            "c ( 9990 9998 9994 9998 9998 9997 )[ 1 -1 1 1 0 ]",
            "c ( 0 0 1 0 -1 -1 )[ 1 -1 2 1 0 ]",
            "12 6")
        .trace();
    Values requests = parameter(trace, 1, Parameter.REQUESTS);
    assertThat(requests.at(0)).isEqualTo(Sequence.tuple(6, 5, 4, 3, 2, 1));
    assertThat(requests.at(1)).isEqualTo(Sequence.tuple(10, 5, 6, 4, 2, 3));
    assertThat(requests.at(2))
        .isEqualTo(Sequence.builder()
            .add(Term.Kind.CONSTANT, 10_000)
            .add(Term.Kind.CONSTANT, 9_998)
            .add(Term.Kind.CONSTANT, 9_999)
            .add(Term.Kind.CONSTANT, 9_997)
            .add(Term.Kind.NONE, 0)
            .add(Term.Kind.NONE, 0)
            .endTuple()
            .build());
    assertThat(trace.header().notes())
        .containsExactly(
            "MPI_Waitall contains the same request several times, a known error of the recorder; repeated requests are replaced by the nearest unused requests (3 times)");
  }

  @Test
  void vectorCollectivesTakeANumberForEachProcess() {
    Trace trace = new ScalaTraceText(3)
        .event(1006, "v", "1 1 2 3 4 5 6", "2 0 1 2", "3 7", "4 0 3 6", "10 2", "14 10", "16 10")
        .event(1003, "g", "1 5 5 5", "2 5 5 5", "10 2", "12 5", "14 10", "16 10")
        .trace();
    assertThat(parameter(trace, 1, Parameter.RECEIVE_COUNTS).at(2))
        .isEqualTo(Sequence.builder().addTuple(1L, 2L, 3L).addTuple(4L, 5L, 6L).build());
    assertThat(parameter(trace, 1, Parameter.COUNTS).at(2)).isEqualTo(Sequence.tuple(7, 7, 7));
    assertThat(parameter(trace, 1, Parameter.DISPLACEMENTS).at(0))
        .isEqualTo(Sequence.tuple(0, 1, 2));
    assertThat(parameter(trace, 1, Parameter.RECEIVE_DISPLACEMENTS).at(0))
        .isEqualTo(Sequence.tuple(0, 3, 6));
    assertThat(trace.events().get(2).parameters())
        .doesNotContainKeys(Parameter.DISPLACEMENTS, Parameter.RECEIVE_DISPLACEMENTS);
  }

  @Test
  void anySourceIsAValueOfItsOwn() {
    Trace trace =
        new ScalaTraceText(2).event(1102, "r", with(SEND, "2b 2147483647 1")).trace();
    assertThat(parameter(trace, 1, Parameter.SOURCE).at(0))
        .isEqualTo(Sequence.scalars(Term.ANY, Term.rankPlusMod(1)));
    assertThat(trace.header().notes())
        .contains("the recorder does not store which message a receive from any source matched");
  }

  @Test
  void aNegativeEndpointIsNoProcess() {
    Trace trace = new ScalaTraceText(2)
        .event("1 -1 1 1 0", 1113, "s", with(SEND, "1a -1"))
        .trace();
    assertThat(parameter(trace, 1, Parameter.DESTINATION).at(1)).isEqualTo(Sequence.of(Term.NONE));
    assertThat(trace.header().notes()).anyMatch(note -> note.startsWith("MPI_PROC_NULL"));
  }

  @Test
  void manyRanksThatSendToOneAreOnePiece() {
    Trace trace = new ScalaTraceText(4)
        .event(
            "1 -1 1 3 1",
            1113,
            "s",
            with(
                SEND, "1a ( 3 )[ 1 -1 1 1 0 ]", "1a ( 2 )[ 1 -1 2 1 0 ]", "1a ( 1 )[ 1 -1 3 1 0 ]"))
        .trace();
    assertThat(parameter(trace, 1, Parameter.DESTINATION))
        .isEqualTo(Values.constant(RankList.range(1, 3), 0));
  }

  @Test
  void tagsAreKeptAndTheirLossIsNoted() {
    Trace without = new ScalaTraceText(2).event(1113, "s", with(SEND, "1a 1")).trace();
    assertThat(without.header().notes())
        .containsExactly(
            "the trace has no message tags, because the recorder was built without them; messages between two ranks match in order");
    Trace with = new ScalaTraceText(2)
        .event(1102, "s", "10 2", "12 8", "14 10", "1b 7 -1", "2b 1")
        .trace();
    assertThat(with.header().notes()).isEmpty();
    assertThat(parameter(with, 1, Parameter.TAG).at(0))
        .isEqualTo(Sequence.scalars(Term.constant(7), Term.ANY));
  }

  @Test
  void callsWithoutANameInTheModelKeepTheirs() {
    Trace trace = new ScalaTraceText(1)
        .event(1154, "a")
        .event(1166, "b", "3c 0")
        .event(1999, "c")
        .event(1096, "d")
        .event(1001, "e")
        .trace();
    assertThat(trace.events())
        .extracting(Event::call)
        .containsExactly(
            MpiCall.INIT,
            MpiCall.OTHER,
            MpiCall.FILE_CLOSE,
            MpiCall.OTHER,
            MpiCall.OP_CREATE,
            MpiCall.GET_ADDRESS,
            MpiCall.FINALIZE);
    assertThat(trace.callSites())
        .extracting(site -> site.name())
        .containsExactly("i", "write a", "b", "opcode 1999 c", "d", "e", "f");
    assertThat(trace.header().notes())
        .containsExactly(
            "write is kept only by name",
            "opcode 1999 is not a call of ScalaTrace 2; it is kept as an unknown call",
            "parameter 3c of MPI_File_close is ignored");
  }

  @Test
  void aValueThatWasRecordedAsAHistogramIsItsAverage() {
    Trace trace = new ScalaTraceText(2)
        .event(
            1011,
            "b",
            "10 2",
            "12 (3 99.00 0 10.00 1 20.00){0.00 10.00 10.00 10.00 15.00 1}{15.00 20.00 20.00 20.00 30.00 2}",
            "14 10",
            "19 0")
        .trace();
    assertThat(parameter(trace, 1, Parameter.COUNT))
        .isEqualTo(Values.constant(RankList.range(0, 2), 17));
    assertThat(trace.header().notes())
        .containsExactly(
            "a value was recorded only as a histogram, whose average is used (1 time)");
  }

  @Test
  void datatypesWithoutASizeAreNoted() {
    Trace trace = new ScalaTraceText(1)
        .event(1011, "b", "10 2", "12 1", "14 1003", "19 0")
        .event(1011, "c", "10 2", "12 1", "14 24", "19 0")
        .trace();
    assertThat(trace.datatypes()).extracting(type -> type.known()).containsExactly(false, true);
    assertThat(trace.header().notes())
        .containsExactly(
            "datatype 1003 has no recorded size; its elements count as 0 bytes",
            "datatype 24 is read as MPI_2INT; the recorder numbers datatypes above 19 by the definitions of its MPI library");
  }

  @Test
  void rankListsOfSeveralLevelsInAnyOrderAreRead() {
    String overlapping = "1 -2 0 3 1 2 2";
    Trace trace = new ScalaTraceText(20)
        .event("1 -2 1 2 3 3 6", 1010, "a", "10 2")
        .event(overlapping, 1010, "b", "10 2")
        .event("2 -1 3 1 0 -1 7 2 2", 1010, "c", "10 2")
        .trace();
    assertThat(trace.events().get(1).ranks()).isEqualTo(RankList.of(1, 4, 7, 10, 13, 16));
    assertThat(trace.events().get(2).ranks()).isEqualTo(RankList.of(0, 1, 2, 3, 4));
    assertThat(trace.events().get(3).ranks()).isEqualTo(RankList.of(3, 7, 9));
  }
}
