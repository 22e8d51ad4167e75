package io.github.tracecast.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class TextCodecTest {
  private static Event event(String lines) {
    String text = """
        tracecast-trace 1
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
            .addTuple(Term.constant(1), Term.constant(2), Term.NONE)
            .addTuple(new long[0])
            .build());
  }
}
