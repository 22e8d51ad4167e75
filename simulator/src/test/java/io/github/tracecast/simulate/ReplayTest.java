package io.github.tracecast.simulate;

import static io.github.tracecast.trace.Parameter.*;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.tracecast.decompress.Programs;
import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.MappingSpec;
import io.github.tracecast.platform.PlatformCatalogue;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Term;
import io.github.tracecast.trace.Trace;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * MPI's semantics by hand-computed LogGP times on {@code loggp-default}: L 2500 ns, o 1500 ns, G 6 ns a
 * byte, eager to 65,535 B, so that one message of m bytes ends at D(m) = L + 2o + (m - 1) G.
 */
class ReplayTest {
  private static final double NS = 1e-9;

  private static ReplayResult replay(Trace trace) {
    return replay(trace, Map.of());
  }

  private static ReplayResult replay(Trace trace, Map<String, String> figures) {
    Machine machine =
        Machine.fit(
            PlatformCatalogue.load("loggp-default", figures),
            trace.header().ranks(),
            MappingSpec.parse("blocked"));
    return new Replay(
            Programs.of(trace), machine, new LogGpEngine(machine), ReplayOptions.defaults(), n -> {})
        .run();
  }

  private static double end(ReplayResult result, int rank) {
    return result.ranks().get(rank).endSeconds() / NS;
  }

  @Test
  void oneMessageTakesLPlusTwoOPlusAGapForEachByteAfterTheFirst() {
    Trace trace =
        new TraceSketch(2)
            .call(MpiCall.SEND, 0, DESTINATION, 1, COUNT, 1024)
            .call(MpiCall.RECV, 1, SOURCE, 0, COUNT, 1024)
            .trace();
    assertThat(end(replay(trace), 1)).isCloseTo(11_638, within(1e-6));
    assertThat(end(replay(trace), 0)).isCloseTo(1_500, within(1e-6));
  }

  @Test
  void sendsOfOneRankFollowEachOther() {
    Trace trace =
        new TraceSketch(3)
            .call(MpiCall.SEND, 0, DESTINATION, 1, COUNT, 1)
            .call(MpiCall.SEND, 0, DESTINATION, 2, COUNT, 1)
            .call(MpiCall.RECV, RankList.of(1, 2), SOURCE, 0, COUNT, 1)
            .trace();
    ReplayResult result = replay(trace);
    assertThat(end(result, 1)).isCloseTo(5_500, within(1e-6));
    assertThat(end(result, 2)).isCloseTo(7_000, within(1e-6));
  }

  @Test
  void aReceiveThatComesLateIsDoneWhenItIsPosted() {
    Trace trace =
        new TraceSketch(2)
            .call(MpiCall.SEND, 0, DESTINATION, 1, COUNT, 1)
            .compute(100)
            .call(MpiCall.RECV, 1, SOURCE, 0, COUNT, 1)
            .trace();
    assertThat(end(replay(trace), 1)).isCloseTo(101_500, within(1e-6));
  }

  @Test
  void aLoopRunsAsOftenAsItSays() {
    TraceSketch sketch = new TraceSketch(2);
    sketch
        .call(MpiCall.SEND, 0, DESTINATION, 1, COUNT, 1)
        .call(MpiCall.RECV, RankList.range(0, 2), SOURCE, Term.rankPlusMod(1), COUNT, 1)
        .call(MpiCall.SEND, 1, DESTINATION, 0, COUNT, 1)
        .loop(0, sketch.all(), 1000);
    assertThat(end(replay(sketch.trace()), 0)).isCloseTo(1000 * 11_000, within(1e-3));
  }

  @Test
  void aStuckReplaySaysWhoWaitsForWhat() {
    Trace trace =
        new TraceSketch(2)
            .call(MpiCall.RECV, RankList.range(0, 2), SOURCE, Term.rankPlusMod(1), COUNT, 1, TAG, 7)
            .trace();
    assertThatThrownBy(() -> replay(trace))
        .isInstanceOf(ReplayException.class)
        .hasMessageContaining("2 of 2 ranks wait for what never comes")
        .hasMessageContaining(
            "rank 0 in MPI_Recv (event 0, execution 0) waits for a message from rank 1, tag 7, communicator 0");
  }
}
