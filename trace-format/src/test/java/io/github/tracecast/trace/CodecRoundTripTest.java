package io.github.tracecast.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.trace.codec.BinaryCodec;
import io.github.tracecast.trace.codec.TextCodec;
import io.github.tracecast.trace.codec.TraceFiles;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CodecRoundTripTest {
  /** Cases of a random family: 20, and more at night ({@code -Dseeds=100}). */
  private static final int SEEDS = Integer.getInteger("seeds", 20);

  @Test
  void textAndBinaryGiveTheSameModelBack() {
    for (int seed = 1; seed <= SEEDS; seed++) {
      Trace trace = RandomTraces.trace(seed);
      byte[] text = TextCodec.write(trace);
      Trace fromText = TraceFiles.read(text, "case" + seed);
      assertThat(fromText).as("case " + seed).isEqualTo(trace);
      byte[] binary = BinaryCodec.write(fromText);
      Trace fromBinary = TraceFiles.read(binary, "case" + seed);
      assertThat(fromBinary).as("case " + seed).isEqualTo(trace);
      assertThat(TextCodec.write(fromBinary)).as("case " + seed).isEqualTo(text);
      assertThat(BinaryCodec.write(fromBinary)).as("case " + seed).isEqualTo(binary);
    }
  }

  @Test
  void theRandomTracesHaveEverythingThatTheModelHas() {
    Set<Parameter> parameters = EnumSet.noneOf(Parameter.class);
    Set<Term.Kind> kinds = EnumSet.noneOf(Term.Kind.class);
    int crossing = 0;
    int nested = 0;
    int sameSpan = 0;
    int pieces = 0;
    int periodicDeltas = 0;
    int negativeRuns = 0;
    int skipped = 0;
    for (int seed = 1; seed <= 300; seed++) {
      Trace trace = RandomTraces.trace(seed);
      for (Event event : trace.events()) {
        parameters.addAll(event.parameters().keySet());
        for (Values values : event.parameters().values()) {
          pieces += values.pieces().size() > 1 ? 1 : 0;
          for (Piece piece : values.pieces()) {
            for (int e = 0; e < piece.sequence().period(); e++) {
              for (int i = 0; i < piece.sequence().length(e); i++) {
                kinds.add(piece.sequence().kind(e, i));
              }
            }
          }
        }
        periodicDeltas += (int) event.deltas().stream()
            .filter(delta -> delta.byExecution().size() > 1)
            .count();
      }
      negativeRuns += (int) trace.groups().stream()
          .flatMap(group -> group.runs().stream())
          .filter(run -> run.stride() < 0)
          .count();
      for (Loop a : trace.loops()) {
        skipped += a.mayBeSkipped() ? 1 : 0;
        for (Loop b : trace.loops()) {
          crossing += a.first() < b.first() && b.first() <= a.last() && a.last() < b.last() ? 1 : 0;
          nested += a.first() < b.first() && b.last() < a.last() ? 1 : 0;
          sameSpan += a != b && a.first() == b.first() && b.last() == a.last() ? 1 : 0;
        }
      }
    }
    assertThat(parameters).containsExactlyInAnyOrder(Parameter.values());
    assertThat(kinds).containsExactlyInAnyOrder(Term.Kind.values());
    assertThat(List.of(crossing, nested, sameSpan, pieces, periodicDeltas, negativeRuns, skipped))
        .allMatch(count -> count > 50);
  }
}
