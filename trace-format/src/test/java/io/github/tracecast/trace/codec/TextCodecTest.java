package io.github.tracecast.trace.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.Group;
import io.github.tracecast.trace.Header;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Piece;
import io.github.tracecast.trace.RandomTraces;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Sequence;
import io.github.tracecast.trace.Term;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.Unit;
import io.github.tracecast.trace.Values;
import io.github.tracecast.trace.WorkedExamplesTest;
import io.github.tracecast.trace.times.Bin;
import io.github.tracecast.trace.times.Distribution;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TextCodecTest {
  /** Cases of a random family: 20, and more at night ({@code -Dseeds=100}). */
  private static final int SEEDS = Integer.getInteger("seeds", 20);

  private static Event event(String lines) {
    String text = """
        tracecast-trace 7
        ranks 4
        requests 8
        site 0 "a"
        group 0 (0 1 4)
        communicator 0 "world" group 0
        communicator 1 "self" self
        # what is before the event
        event 0 MPI_Recv site 0 ranks 1 0 1 1 4
        %s
        end 1 events
        """.formatted(lines);
    return TraceFiles.read(text.getBytes(StandardCharsets.UTF_8), "test")
        .events()
        .getFirst();
  }

  private static Delta timeBefore(Distribution distribution) {
    return new Delta(
        Delta.Kind.COMPUTE,
        Unit.MICROSECONDS,
        Delta.AFTER_ANY,
        RankList.range(0, 4),
        List.of(distribution));
  }

  @Test
  void threeNumbersOfRatnsLineAreMinimumAverageAndMaximum() {
    assertThat(event("TIME: 10 20.5 30").deltas())
        .containsExactly(timeBefore(new Distribution.MinAvgMax(1, 10, 20.5, 30)));
  }

  @Test
  void moreNumbersOfRatnsLineAreBucketsWithTheirMidPointsAsMeans() {
    Event event = event("TIME: 100 10 3 0 1");
    Distribution.Histogram histogram =
        new Distribution.Histogram(List.of(Bin.ofEdges(100, 110, 3), Bin.ofEdges(120, 130, 1)));
    assertThat(event.deltas()).containsExactly(timeBefore(histogram));
    assertThat(histogram.mean()).isEqualTo((3 * 105.0 + 125) / 4);
    assertThat(event("TIME: 100 10 3 0").deltas())
        .containsExactly(timeBefore(new Distribution.Histogram(List.of(Bin.ofEdges(100, 110, 3)))));
  }

  @Test
  void ratnsLinesAndOwnLinesReadBackTheSame() {
    for (String line : List.of("TIME: 10 20.5 30", "TIME: 0.1 0.2 7 0 9")) {
      Event event = event(line);
      Trace trace = WorkedExamplesTest.ring();
      Trace with = new Trace(
          trace.header(),
          trace.callSites(),
          trace.datatypes(),
          trace.groups(),
          trace.communicators(),
          List.of(event),
          List.of());
      assertThat(TraceFiles.read(TextCodec.write(with), "test")).isEqualTo(with);
    }
  }

  @Test
  void wildcardsAndRelativeRanksAreWords() {
    Event event = event("""
            source any rank-1%size for 1 0 1 1 2
              source none for 1 2 0
              source rank+0 for 1 3 0
            tag any
            requests [1 2 none] []""");
    assertThat(event.parameter(Parameter.SOURCE).at(0))
        .isEqualTo(Sequence.scalars(Term.ANY, Term.rankPlusMod(-1)));
    assertThat(event.parameter(Parameter.SOURCE).at(2)).isEqualTo(Sequence.of(Term.NONE));
    assertThat(event.parameter(Parameter.SOURCE).at(3)).isEqualTo(Sequence.of(Term.rankPlus(0)));
    assertThat(event.parameter(Parameter.TAG))
        .isEqualTo(Values.uniform(RankList.range(0, 4), Sequence.of(Term.ANY)));
    assertThat(event.parameter(Parameter.REQUESTS).at(1))
        .isEqualTo(Sequence.builder()
            .add(Term.Kind.CONSTANT, 1)
            .add(Term.Kind.CONSTANT, 2)
            .add(Term.Kind.NONE, 0)
            .endTuple()
            .addTuple(new long[0])
            .build());
  }

  @Test
  void whatRecursIsWrittenOnceAndReadBackTheSame() {
    for (int seed = 1; seed <= SEEDS; seed++) {
      Trace trace = RandomTraces.trace(seed);
      List<Event> twice = new ArrayList<>(trace.events());
      for (Event event : trace.events()) {
        twice.add(new Event(event.call(), 0, event.ranks(), event.parameters(), List.of()));
      }
      Trace doubled = new Trace(
          trace.header(),
          trace.callSites(),
          trace.datatypes(),
          trace.groups(),
          trace.communicators(),
          twice,
          trace.loops());
      byte[] text = TextCodec.write(doubled);
      assertThat(TraceFiles.read(text, "case")).as("case " + seed).isEqualTo(doubled);
      assertThat(text.length - TextCodec.write(trace).length)
          .as("case " + seed)
          .isLessThan(40 * trace.events().size() + 20);
    }
  }

  @Test
  void repetitionsAndProgressionsAreWrittenAsSuch() {
    RankList all = RankList.range(0, 1);
    Sequence.Builder sequence = Sequence.builder();
    for (int i = 0; i < 3; i++) {
      sequence.addTuple(0, 0, 0, 0, 9, 8, 7, 6, 1, 1, 0, 16, 32, 48, -5);
    }
    sequence.addTuple(new long[0]).addTuple(new long[0]).addTuple(7);
    Trace ring = WorkedExamplesTest.ring();
    Event event = new Event(
        MpiCall.ALLTOALLV,
        0,
        all,
        Map.of(Parameter.DISPLACEMENTS, Values.uniform(all, sequence.build())),
        List.of());
    Trace trace = new Trace(
        new Header(1, 1, "", List.of()),
        ring.callSites(),
        List.of(),
        List.of(Group.world(1)),
        ring.communicators(),
        List.of(event),
        List.of());
    byte[] text = TextCodec.write(trace);
    assertThat(new String(text, StandardCharsets.UTF_8))
        .contains("displacements [0*4 9..6 1 1 0..48:16 -5]*3 []*2 [7]\n");
    assertThat(TraceFiles.read(text, "test")).isEqualTo(trace);
  }

  @Test
  void longValuesThatRecurAreReadBackFromTheirName() {
    Trace ring = WorkedExamplesTest.ring();
    Random random = new Random(1);
    RankList all = RankList.range(0, 4);
    Sequence.Builder odd = Sequence.builder();
    Sequence.Builder even = Sequence.builder();
    for (int i = 0; i < 60; i++) {
      odd.add(Term.rankPlusMod(random.nextInt(1000)));
      even.add(Term.rankPlusMod(random.nextInt(1000)));
    }
    Values partners = new Values(List.of(
        new Piece(RankList.of(0, 2), even.build()), new Piece(RankList.of(1, 3), odd.build())));
    List<Event> events = List.of(
        new Event(MpiCall.SEND, 0, all, Map.of(Parameter.DESTINATION, partners), List.of()),
        new Event(MpiCall.RECV, 0, all, Map.of(Parameter.SOURCE, partners), List.of()));
    Trace trace = new Trace(
        ring.header(),
        ring.callSites(),
        ring.datatypes(),
        ring.groups(),
        ring.communicators(),
        events,
        List.of());
    byte[] text = TextCodec.write(trace);
    assertThat(new String(text, StandardCharsets.UTF_8)).contains("V0 = rank+", "source V0");
    assertThat(TraceFiles.read(text, "test")).isEqualTo(trace);
  }
}
