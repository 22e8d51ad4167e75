package io.github.tracecast.simulate.replay;

import static io.github.tracecast.simulate.replay.Replays.replay;
import static io.github.tracecast.trace.Parameter.*;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.tracecast.simulate.ReplayException;
import io.github.tracecast.simulate.ReplayOptions;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.RankList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A run of more picoseconds than its clock can hold is refused, wherever they come from. */
class TooLongTest {
  private static final int RANKS = 8;

  /** Everybody to rank 0 and rank 0 to everybody, started requests and collectives. */
  private static TraceSketch traffic(long bytes) {
    TraceSketch sketch = new TraceSketch(RANKS);
    RankList others = RankList.range(1, RANKS - 1);
    sketch.call(MpiCall.ISEND, others, DESTINATION, 0, COUNT, bytes);
    long[] requests = new long[RANKS - 1];
    for (int rank = 1; rank < RANKS; rank++) {
      sketch.call(MpiCall.IRECV, 0, SOURCE, rank, COUNT, bytes);
      requests[rank - 1] = rank;
    }
    return sketch
        .call(MpiCall.WAITALL, 0, REQUESTS, requests)
        .call(MpiCall.WAIT, others, REQUEST, 1)
        .call(
            MpiCall.ALLTOALL,
            sketch.all(),
            COUNT,
            bytes,
            RECEIVE_COUNT,
            bytes,
            RECEIVE_DATATYPE,
            0);
  }

  @ParameterizedTest
  @CsvSource({
    "1, mpi.send_overhead=4000000s, with the overheads and gaps of rank",
    "1, mpi.receive_overhead=1500000s, with the overheads and gaps of rank",
    "1, mpi.gap=4000000s, with the overheads and gaps of rank",
    "1, network.link_latency=2300000s, on the network",
    "100000, network.link_latency=1200000s, in a rendezvous' handshake",
    "100000, mpi.receive_overhead=2000000s, in a rendezvous' handshake",
    "100000, network.link_bandwidth=40s/B, on the network",
    "100000, network.link_bandwidth=4000s/B, expected 0 to",
  })
  void timesOfMessages(long bytes, String figure, String where) {
    String[] parts = figure.split("=");

    assertThatThrownBy(() -> replay(traffic(bytes), Map.of(parts[0], parts[1])))
        .isInstanceOf(ReplayException.class)
        .hasMessageContaining("4611686.0")
        .hasMessageContaining(where);
  }

  @Test
  void timesOfTheCollectiveNetworks() {
    for (Map<String, String> figures : List.of(
        Map.of("tree.hop_latency", "4000000s", "collectives.barrier", "tree"),
        Map.of("interrupt.round_trip", "4000000s"))) {
      TraceSketch sketch = new TraceSketch(RANKS);
      sketch.call(MpiCall.BARRIER, sketch.all()).loop(0, sketch.all(), 2);
      assertThatThrownBy(
              () -> Replays.replay(sketch.trace(), "bluegene-l", figures, ReplayOptions.defaults()))
          .isInstanceOf(ReplayException.class)
          .hasMessageContaining("4611686.0");
    }
  }

  @Test
  void aRunOfFiftyDaysIsNotTooLong() {
    TraceSketch sketch = new TraceSketch(2);
    sketch.compute(50 * 86_400e6).call(MpiCall.BARRIER, sketch.all());
    assertThat(Replays.end(replay(sketch), 0)).isCloseTo(50 * 86_400e9 + 5_500, within(1.0));
  }
}
