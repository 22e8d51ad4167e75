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
import org.junit.jupiter.api.Test;

class EventCountsTest {
  /** Cases of a random family: 20, and more at night ({@code -Dseeds=100}). */
  private static final int SEEDS = Integer.getInteger("seeds", 20);

  @Test
  void countsAreWhatCursorsWalkThrough() {
    for (int seed = 1; seed <= SEEDS; seed++) {
      RandomProgram random = new RandomProgram(seed);
      Programs programs = Programs.of(random.trace());
      EventCounts counts = EventCounts.of(programs);
      long total = 0;
      long[] ofEvent = new long[random.events.size()];
      for (int rank = 0; rank < random.ranks; rank++) {
        long ofRank = 0;
        for (TaskCursor cursor = programs.cursor(rank); cursor.next(); ofRank++) {
          ofEvent[cursor.event()]++;
        }
        assertThat(counts.ofRank(rank)).as("seed %d, rank %d", seed, rank).isEqualTo(ofRank);
        total += ofRank;
      }
      assertThat(counts.total()).as("seed %d", seed).isEqualTo(total);
      assertThat(counts.of(MpiCall.BARRIER)).isEqualTo(total);
      for (int event = 0; event < ofEvent.length; event++) {
        assertThat(counts.executions(event))
            .as("seed %d, event %d", seed, event)
            .isEqualTo(ofEvent[event]);
      }
    }
  }

  @Test
  void messagesAndBytesAreSummedOverPeriodsInClosedForm() {
    Traces traces = new Traces(4);
    RankList all = traces.all();
    RankList edge = RankList.of(3);
    traces.event(
        MpiCall.ISEND,
        all,
        Map.of(
            Parameter.DESTINATION,
            Traces.pieces(
                new Piece(all.minus(edge), Sequence.of(Term.rankPlus(1))),
                new Piece(edge, Sequence.scalars(Term.NONE, Term.constant(0)))),
            Parameter.COUNT,
            Values.uniform(all, Sequence.scalars(1, 2, 3)),
            Parameter.DATATYPE,
            Values.constant(all, 0)));
    traces.event(
        MpiCall.RECV,
        all,
        Map.of(Parameter.SOURCE, Traces.uniform(all, Term.ANY, Term.ANY, Term.NONE)));
    long rounds = 1_000_000_000_000L;
    traces.loop(0, 1, all, rounds);
    EventCounts counts = EventCounts.of(Programs.of(traces.build()));
    assertThat(counts.total()).isEqualTo(8 * rounds);
    assertThat(counts.sends()).isEqualTo(3 * rounds + rounds / 2);
    assertThat(counts.messages()).isEqualTo(counts.sends());
    // rounds = 6 x 166,666,666,666 + 4. Three ranks send 1 + 2 + 3 elements in three rounds and 1
    // in the last. The edge sends only in odd rounds. There the counts are 2, 1, 3, and then 2 and
    // 1 in the remaining four rounds.
    long sixes = rounds / 6;
    assertThat(counts.bytesSent()).isEqualTo(8 * (3 * (12 * sixes + 7) + 6 * sixes + 3));
    assertThat(counts.receives()).isEqualTo(4 * (rounds / 3 * 2 + 1));
  }

  @Test
  void moreEventsThanALongHoldsAreRefused() {
    Traces traces = new Traces(1);
    traces.event(MpiCall.BARRIER, traces.all(), Map.of());
    for (int i = 0; i < 3; i++) {
      traces.loop(0, 0, traces.all(), 1_000_000_000_000L);
    }
    assertThatThrownBy(() -> EventCounts.of(Programs.of(traces.build())))
        .isInstanceOf(TraceException.class)
        .hasMessage("trace: found loops with more than 2^63 - 1 events or bytes; expected fewer");
  }
}
