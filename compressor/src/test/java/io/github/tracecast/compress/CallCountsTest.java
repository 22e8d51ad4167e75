package io.github.tracecast.compress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tracecast.compress.CompressOptions.Deltas;
import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.TraceException;
import io.github.tracecast.trace.Unit;
import io.github.tracecast.trace.codec.BinaryCodec;
import io.github.tracecast.trace.codec.TextCodec;
import io.github.tracecast.trace.times.Distribution;
import io.github.tracecast.trace.validation.TraceValidator;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How many calls an event stands for is kept as one distribution over all ranks and executions. */
class CallCountsTest {
  private static final int RANKS = 5;

  private static Trace polls(int steps, int most, CompressOptions options) {
    Compressor compressor = new Compressor(RANKS, options);
    for (int rank = 0; rank < RANKS; rank++) {
      EventSink sink = compressor.task(rank);
      for (int step = 0; step < steps; step++) {
        sink.begin(MpiCall.IPROBE, sink.site("a"))
            .inside(Unit.MICROSECONDS, 1)
            .calls(1 + (step + rank) % most)
            .end();
      }
      sink.begin(MpiCall.FINALIZE, sink.site("b")).end();
      compressor.finish(rank);
    }
    Trace trace = compressor.trace("", List.of());
    TraceValidator.check(trace);
    return trace;
  }

  private static List<Delta> counts(Trace trace) {
    return trace.events().stream()
        .map(Event::deltas)
        .flatMap(List::stream)
        .filter(delta -> delta.kind() == Delta.Kind.CALLS)
        .toList();
  }

  @Test
  void allRanksAndExecutionsHaveOne() {
    assertThat(counts(polls(100, 4, CompressOptions.DEFAULT)))
        .containsExactly(new Delta(
            Delta.Kind.CALLS,
            Unit.CALLS,
            Delta.AFTER_ANY,
            RankList.range(0, RANKS),
            List.of(new Distribution.MinAvgMax(100 * RANKS, 1, 2.5, 4))));
  }

  @Test
  void thereIsNoneIfEachEventIsOneCallOrWithoutDeltas() {
    assertThat(counts(polls(100, 1, CompressOptions.DEFAULT))).isEmpty();
    assertThat(counts(polls(100, 4, CompressOptions.DEFAULT.withDeltas(Deltas.NONE))))
        .isEmpty();
  }

  @Test
  void bothFormsOfATraceHoldThem() {
    Trace trace = polls(10, 3, CompressOptions.DEFAULT);
    byte[] text = TextCodec.write(trace);
    byte[] binary = BinaryCodec.write(trace);
    assertThat(TextCodec.read(text, "text")).isEqualTo(trace);
    assertThat(BinaryCodec.read(binary, "binary")).isEqualTo(trace);
    assertThat(new String(text, StandardCharsets.UTF_8))
        .contains("  calls count 50 min 1.0 avg 1.9");
  }

  @Test
  void anEventStandsForAtLeastOneCall() {
    EventSink sink = new Compressor(1, CompressOptions.DEFAULT).task(0);
    sink.begin(MpiCall.IPROBE, sink.site("a"));
    assertThatThrownBy(() -> sink.calls(0))
        .isInstanceOf(TraceException.class)
        .hasMessage("rank 0: event 0 (MPI_Iprobe): found 0.0 calls; expected at least 1");
  }
}
