package io.github.tracecast.simulate.replay;

import static io.github.tracecast.simulate.replay.Replays.end;
import static io.github.tracecast.trace.Parameter.*;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tracecast.simulate.ReplayOptions;
import io.github.tracecast.simulate.result.ReplayResult;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.RankList;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Collectives on separate networks of 32 nodes of {@code bluegene-l}: a tree of 5 levels of 156.25
 * ns, 350 MB/s for packets of 252 of 256 B; the interrupt takes 1.5 us.
 */
class BlueGeneCollectivesTest {
  private static final int RANKS = 32;
  private static final double ONE_WAY = 5 * 156.25;
  private static final double INTERRUPT = 1_500;

  /** Nanoseconds of some payload on the tree. */
  private static double onTree(long bytes) {
    return bytes * 256 / 252.0 / 0.350;
  }

  private static ReplayResult replay(TraceSketch sketch) {
    return Replays.replay(sketch.trace(), "bluegene-l", Map.of(), ReplayOptions.defaults());
  }

  @Test
  void aBarrierOfTheWorldIsOneInterruptAfterTheLastRankHasCome() {
    TraceSketch sketch = new TraceSketch(RANKS);
    sketch.compute(10).call(MpiCall.PCONTROL, 7).call(MpiCall.BARRIER, sketch.all());
    ReplayResult result = replay(sketch);
    for (int rank = 0; rank < RANKS; rank++) {
      assertThat(end(result, rank)).isEqualTo(10_000 + INTERRUPT);
    }
    assertThat(result.messages()).isZero();
  }

  @Test
  void aBroadcastGoesDownTheTreeAndAnAllreduceUpAndDownInTwoPassesOfDoubles() {
    TraceSketch broadcast = new TraceSketch(RANKS);
    broadcast.call(MpiCall.BCAST, broadcast.all(), COUNT, 252_000, ROOT, 5);
    assertThat(end(replay(broadcast), 3)).isCloseTo(onTree(252_000) + ONE_WAY, within(0.01));
    TraceSketch doubles = new TraceSketch(RANKS);
    doubles.call(MpiCall.ALLREDUCE, doubles.all(), COUNT, 1_000, DATATYPE, 1);
    assertThat(end(replay(doubles), 3)).isCloseTo(2 * onTree(8_000) + 2 * ONE_WAY, within(0.01));
    TraceSketch bytes = new TraceSketch(RANKS);
    bytes.call(MpiCall.ALLREDUCE, bytes.all(), COUNT, 8_000, DATATYPE, 0);
    assertThat(end(replay(bytes), 3)).isCloseTo(onTree(8_000) + 2 * ONE_WAY, within(0.01));
  }

  @Test
  void duplicatesOfTheWorldUseTheNetworksAndOthersDoNot() {
    int[] inOrder = IntStream.range(0, RANKS).toArray();
    int[] otherOrder = IntStream.range(0, RANKS).map(i -> RANKS - 1 - i).toArray();
    TraceSketch duplicate = new TraceSketch(RANKS);
    duplicate.call(MpiCall.BARRIER, duplicate.all(), COMMUNICATOR, duplicate.communicator(inOrder));
    assertThat(replay(duplicate).messages()).isZero();
    TraceSketch reordered = new TraceSketch(RANKS);
    reordered.call(
        MpiCall.BARRIER, reordered.all(), COMMUNICATOR, reordered.communicator(otherOrder));
    assertThat(replay(reordered).messages()).isEqualTo(RANKS * 5);
    TraceSketch part = new TraceSketch(RANKS);
    int first = part.communicator(0, 1, 2, 3);
    part.call(MpiCall.BARRIER, RankList.range(0, 4), COMMUNICATOR, first)
        .call(MpiCall.BCAST, RankList.range(0, 4), COUNT, 1, ROOT, 2, COMMUNICATOR, first);
    assertThat(replay(part).messages()).isEqualTo(4 * 2 + 3);
  }

  @Test
  void collectivesInFlightFollowEachOtherOnTheTree() {
    TraceSketch sketch = new TraceSketch(RANKS);
    sketch
        .call(MpiCall.IBCAST, sketch.all(), COUNT, 252_000, ROOT, 0)
        .call(MpiCall.IBCAST, sketch.all(), COUNT, 252_000, ROOT, 1)
        .call(MpiCall.IBARRIER, sketch.all())
        .call(MpiCall.WAIT, sketch.all(), REQUEST, 1)
        .call(MpiCall.WAITALL, sketch.all(), REQUESTS, new long[] {2, 3});
    ReplayResult result = replay(sketch);
    assertThat(end(result, 0)).isCloseTo(2 * onTree(252_000) + ONE_WAY, within(0.01));
    assertThat(Replays.inside(result, 3))
        .isEqualTo(RANKS * INTERRUPT); // the barrier has a network of its own
  }

  @Test
  void gathersAndLongScattersPassAllBlocksThroughTheRoot() {
    TraceSketch gather = new TraceSketch(RANKS);
    gather.call(MpiCall.GATHER, gather.all(), COUNT, 252, RECEIVE_COUNT, 252, ROOT, 3);
    assertThat(end(replay(gather), 3)).isCloseTo(onTree(252 * RANKS) + ONE_WAY, within(0.01));
    TraceSketch scatter = new TraceSketch(RANKS);
    scatter.call(MpiCall.SCATTER, scatter.all(), COUNT, 2_520, RECEIVE_COUNT, 2_520, ROOT, 3);
    assertThat(end(replay(scatter), 0)).isCloseTo(onTree(2_520 * RANKS) + ONE_WAY, within(0.01));
  }

  @Test
  void anAlltoallGoesOverTheTorus() {
    TraceSketch sketch = new TraceSketch(RANKS);
    sketch.call(MpiCall.ALLTOALL, sketch.all(), COUNT, 1, RECEIVE_COUNT, 1);
    assertThat(replay(sketch).messages()).isEqualTo(RANKS * (RANKS - 1));
  }
}
