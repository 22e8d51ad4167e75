package io.github.tracecast.simulate.mpi;

import static io.github.tracecast.simulate.replay.Replays.end;
import static io.github.tracecast.simulate.replay.Replays.replay;
import static io.github.tracecast.trace.Parameter.*;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.simulate.ReplayOptions;
import io.github.tracecast.simulate.replay.TraceSketch;
import io.github.tracecast.simulate.result.ReplayResult;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Term;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Interfaces that both directions share. The machine: graphene with free calls, no factors by size, links of
 * 10 ns/B and 1 us each, and interfaces of 8 ns/B both ways together.
 */
class HalfDuplexTest {
  private static final long L = 2_000;
  private static final long G = 10;
  private static final long BOTH = 8;
  private static final Map<String, String> FIGURES = Map.of(
      "mpi.send_overhead", "0s",
      "mpi.receive_overhead", "0s",
      "mpi.bandwidth_factor", "0B: 1",
      "mpi.latency_factor", "0B: 1",
      "network.host_link_latency", "1us",
      "network.host_link_bandwidth", "100MBps",
      "network.host_limiter", "125MBps");

  private static ReplayResult on(TraceSketch sketch, String... changes) {
    Map<String, String> figures = new HashMap<>(FIGURES);
    for (int i = 0; i < changes.length; i += 2) {
      figures.put(changes[i], changes[i + 1]);
    }
    return replay(sketch.trace(), "graphene", figures, ReplayOptions.defaults());
  }

  private static TraceSketch swap(int bytes) {
    TraceSketch sketch = new TraceSketch(2);
    return sketch
        .call(MpiCall.IRECV, sketch.all(), SOURCE, Term.rankPlusMod(1), COUNT, bytes, TAG, 0)
        .call(MpiCall.SEND, sketch.all(), DESTINATION, Term.rankPlusMod(1), COUNT, bytes, TAG, 0)
        .call(MpiCall.WAIT, sketch.all(), REQUEST, 1);
  }

  @Test
  void aMessageAloneTakesWhatLogGpGivesIt() {
    TraceSketch sketch = new TraceSketch(2)
        .call(MpiCall.SEND, 0, DESTINATION, 1, COUNT, 1_001)
        .call(MpiCall.RECV, 1, SOURCE, 0, COUNT, 1_001);
    assertThat(end(on(sketch), 1)).isEqualTo(L + 1_000 * G);
  }

  /** Two messages of 1,001 B need the interface for 16,016 ns, the last byte being let out 8 ns before the end. */
  @ParameterizedTest
  @ValueSource(strings = {"65536B", "0B"})
  void whatIsSentHoldsUpWhatIsReceived(String eagerLimit) {
    ReplayResult result = on(swap(1_001), "mpi.eager_limit", eagerLimit);
    assertThat(end(result, 0)).isEqualTo(L + 2 * 1_001 * BOTH - BOTH);
    assertThat(end(result, 1)).isEqualTo(end(result, 0));
  }

  @Test
  void anInterfaceOfMoreThanTwiceTheBandwidthHoldsNothingUp() {
    assertThat(end(on(swap(1_001), "network.host_limiter", "250MBps"), 0)).isEqualTo(L + 1_000 * G);
    assertThat(end(on(swap(1_001), "network.host_limiter", "none"), 0)).isEqualTo(L + 1_000 * G);
  }

  @Test
  void whatHasComeInBeforeASendDoesNotWaitForIt() {
    TraceSketch sketch = new TraceSketch(2)
        .compute(9)
        .call(MpiCall.SEND, 0, DESTINATION, 1, COUNT, 1_001, TAG, 0)
        .call(MpiCall.SEND, 1, DESTINATION, 0, COUNT, 1_001, TAG, 0)
        .call(MpiCall.RECV, 0, SOURCE, 1, COUNT, 1_001, TAG, 0)
        .call(MpiCall.RECV, 1, SOURCE, 0, COUNT, 1_001, TAG, 0);
    // rank 0 sends at 9 us; until then it has received 9,000 of 8,008 ns' worth
    assertThat(end(on(sketch), 0)).isEqualTo(L + 1_000 * G);
  }

  @Test
  void whatIsLeftOfAMessageWhenASendBeginsSharesWithIt() {
    TraceSketch sketch = new TraceSketch(2)
        .compute(5)
        .call(MpiCall.SEND, 0, DESTINATION, 1, COUNT, 1_001, TAG, 0)
        .call(MpiCall.SEND, 1, DESTINATION, 0, COUNT, 1_001, TAG, 0)
        .call(MpiCall.RECV, 0, SOURCE, 1, COUNT, 1_001, TAG, 0)
        .call(MpiCall.RECV, 1, SOURCE, 0, COUNT, 1_001, TAG, 0);
    // of 8,008 ns, 5,000 are over by then; the rest takes twice as long
    assertThat(end(on(sketch), 0)).isEqualTo(L + 5_000 + 2 * 3_008 - BOTH);
  }

  @Test
  void aRankThatHasMuchToSendReceivesWithHalfOfItsInterface() {
    TraceSketch sketch = new TraceSketch(3)
        .call(MpiCall.SEND, 0, DESTINATION, 1, COUNT, 5_001, TAG, 0)
        .call(MpiCall.SEND, 0, DESTINATION, 2, COUNT, 5_001, TAG, 0)
        .call(MpiCall.SEND, 1, DESTINATION, 0, COUNT, 1_001, TAG, 0)
        .call(MpiCall.RECV, 0, SOURCE, 1, COUNT, 1_001, TAG, 0)
        .call(MpiCall.RECV, 1, SOURCE, 0, COUNT, 5_001, TAG, 0)
        .call(MpiCall.RECV, 2, SOURCE, 0, COUNT, 5_001, TAG, 0);
    ReplayResult result = on(sketch);
    assertThat(end(result, 0)).isEqualTo(L + 2 * 1_001 * BOTH - BOTH);
    // rank 1 sent for 8,008 of the 40,008 ns that its interface needs for what comes in
    assertThat(end(result, 1)).isEqualTo(L + 5_000 * G);
    assertThat(end(result, 2)).isEqualTo(L + 5_000 * G);
  }

  @Test
  void messagesWithinANodeDoNotGoThroughItsInterface() {
    assertThat(end(on(swap(1_001), "node.ranks_per_node", "2"), 0))
        .isEqualTo(
            end(on(swap(1_001), "node.ranks_per_node", "2", "network.host_limiter", "none"), 0));
  }
}
