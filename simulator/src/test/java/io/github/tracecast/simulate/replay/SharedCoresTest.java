package io.github.tracecast.simulate.replay;

import static io.github.tracecast.simulate.replay.Replays.end;
import static io.github.tracecast.trace.Parameter.*;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.tracecast.decompress.Programs;
import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.MappingSpec;
import io.github.tracecast.simulate.ReplayException;
import io.github.tracecast.simulate.ReplayOptions;
import io.github.tracecast.simulate.StuckReplayException;
import io.github.tracecast.simulate.engine.FlowEngine;
import io.github.tracecast.simulate.engine.LogGpEngine;
import io.github.tracecast.simulate.lanes.Lane;
import io.github.tracecast.simulate.result.ReplayResult;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Trace;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Ranks that share cores with each other and with competing processes, in slices of 4 ms. Messages within a node take no time. */
class SharedCoresTest {
  private static final double MS = 1e6; // ns
  private static final double SLICE = 4 * MS;

  private static Machine machine(int ranks, Map<String, String> more) {
    Map<String, String> figures = new HashMap<>(Map.of(
        "node.cores", "1",
        "node.ranks_per_node", "64",
        "node.memory_latency", "0s",
        "node.memory_bandwidth", "none",
        "mpi.send_overhead", "0s",
        "mpi.receive_overhead", "0s",
        "mpi.gap", "0s",
        "mpi.waiting", "polls"));
    figures.putAll(more);
    return Machine.fit(
        Replays.platform("loggp-default", figures), ranks, MappingSpec.parse("blocked"));
  }

  private static ReplayResult replay(Trace trace, Map<String, String> more) {
    Machine machine = machine(trace.header().ranks(), more);
    ReplayOptions options = ReplayOptions.defaults();
    Lane lane = new Lane(machine, options);
    return new Replay(Programs.of(trace), lane, new FlowEngine(machine), n -> {}).run();
  }

  private static ReplayResult replay(TraceSketch sketch, String... more) {
    Map<String, String> figures = new HashMap<>();
    for (int i = 0; i < more.length; i += 2) {
      figures.put(more[i], more[i + 1]);
    }
    return replay(sketch.trace(), figures);
  }

  /** Each rank computes 99 ms, which are 24 slices and 3 ms. */
  private static TraceSketch computing(int ranks) {
    TraceSketch sketch = new TraceSketch(ranks);
    return sketch.compute(99_000).call(MpiCall.WTIME, sketch.all());
  }

  @Test
  void processesTakeTheCoreInTurn() {
    ReplayResult result = replay(computing(2));
    assertThat(end(result, 0)).isEqualTo(24 * 2 * SLICE + 3 * MS);
    assertThat(end(result, 1)).isEqualTo(198 * MS);
    assertThat(result.ranks().get(1).computeSeconds()).isCloseTo(0.198, within(1e-12));
    assertThat(result.ranks().get(1).callSeconds()).isCloseTo(0, within(1e-12));
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1, 1, 195",
    "1, 1, 2, 291",
    "2, 2, 1, 195",
    "4, 2, 0, 198",
    "3, 2, 0, 150",
    "2, 4, 0, 99",
    "2, 4, 1, 147"
  })
  void ranksAndLoadHaveEqualSharesOfTheCores(int ranks, int cores, int load, double milliseconds) {
    ReplayResult result =
        replay(computing(ranks), "node.cores", "" + cores, "node.load", "" + load);
    assertThat(result.predictedSeconds() * 1e3).isCloseTo(milliseconds, within(1e-9));
  }

  /**
   * Two ranks on two cores, each beside a competing process, compute 0.9 ms and exchange messages 50
   * times. In the first 80 ms, both ranks have their cores at the same time, for 40 ms, so they end 44
   * steps and do 0.4 ms of step 45. After that, rank 0 has its core from 80 to 84 ms, 88 to 92 ms and so
   * on, and rank 1 from 84 to 88 ms. Rank 0 ends step 45 at 80.5 ms, and rank 1 at 84.5 ms. Each rank
   * then computes two steps in each of its slices, so rank 0 ends step 47 in the slice at 88 ms, step
   * 49 at 96 ms, and step 50 at 104.9 ms.
   */
  @ParameterizedTest
  @ValueSource(strings = {"none", "core"})
  void ranksBesideCompetingProcessesComputeAtTheSameTimeOrInTurn(String binding) {
    TraceSketch sketch = new TraceSketch(2);
    for (int step = 0; step < 50; step++) {
      sketch
          .compute(900)
          .call(MpiCall.SEND, 0, DESTINATION, 1, COUNT, 1)
          .compute(900)
          .call(MpiCall.SEND, 1, DESTINATION, 0, COUNT, 1)
          .call(MpiCall.RECV, 0, SOURCE, 1, COUNT, 1)
          .call(MpiCall.RECV, 1, SOURCE, 0, COUNT, 1);
    }
    ReplayResult result =
        replay(sketch, "node.cores", "2", "node.load", "1", "node.binding", binding);
    assertThat(end(result, 0)).isEqualTo(104.9 * MS);
  }

  /**
   * A rank has yielded its core to a competing process when rank 0 sends at 0.5 ms. It sees the
   * message at the next tick of its node, after a check of 5 us: at 4 ms on the first node. The ticks of
   * the second node are half a slice earlier.
   */
  @ParameterizedTest
  @CsvSource({"2, 1, 4.005", "1, 1, 2.005", "2, 2, 2.005"})
  void aRankThatHasYieldedWaitsForTheNextTickOfItsNode(
      int ranksPerNode, int receiver, double milliseconds) {
    TraceSketch sketch = new TraceSketch(4)
        .compute(500)
        .call(MpiCall.SEND, 0, DESTINATION, receiver, COUNT, 1)
        .call(MpiCall.RECV, receiver, SOURCE, 0, COUNT, 1)
        .compute(99_000)
        .call(MpiCall.WTIME, 0);
    ReplayResult result = replay(
        sketch,
        "node.cores",
        "" + ranksPerNode,
        "node.ranks_per_node",
        "" + ranksPerNode,
        "node.load",
        "1",
        "mpi.waiting",
        "yields");
    assertThat(end(result, receiver)).isCloseTo(milliseconds * MS, within(0.001 * MS));
  }

  /**
   * Of three ranks that are bound to two cores, ranks 0 and 2 share the first core. The load of the
   * first or second core does not slow ranks on the other one.
   */
  @ParameterizedTest
  @CsvSource({"0 1, 195, 195, 198", "0, 195, 99, 198", "1 0, 291, 99, 298"})
  void aBoundRankSharesOnlyItsCore(String load, double first, double second, double third) {
    ReplayResult result =
        replay(computing(3), "node.cores", "2", "node.binding", "core", "node.load", load);
    assertThat(end(result, 0)).isEqualTo(first * MS);
    assertThat(end(result, 1)).isEqualTo(second * MS);
    assertThat(end(result, 2)).isEqualTo(third * MS);
  }

  /**
   * Rank 0 shares its core with a competing process, and rank 1 answers from a core of its own in 0.5
   * us, before rank 0 checks again. So each of the 40 waits of rank 0 is one yield, which counts as 1.4
   * ms. After k waits, rank 0 has lost the core for m ticks of 4 ms, until 4 m exceeds 1.4 k. 40 waits lose 15
   * ticks, 60 ms, and the last message takes a check of 5 us.
   */
  @Test
  void aRankThatYieldsLosesItsCoreWhenItsYieldsCountMoreThanAnotherProcess() {
    TraceSketch sketch = new TraceSketch(2);
    for (int step = 0; step < 40; step++) {
      sketch
          .call(MpiCall.SEND, 0, DESTINATION, 1, COUNT, 1)
          .call(MpiCall.RECV, 1, SOURCE, 0, COUNT, 1)
          .compute(0.5)
          .call(MpiCall.SEND, 1, DESTINATION, 0, COUNT, 1)
          .call(MpiCall.RECV, 0, SOURCE, 1, COUNT, 1);
    }
    ReplayResult result = replay(
        sketch,
        "node.cores",
        "2",
        "node.binding",
        "core",
        "node.load",
        "1 0",
        "mpi.waiting",
        "yields");
    assertThat(end(result, 0)).isEqualTo(60.005 * MS);
  }

  /** Ranks 2 and 3 wake at the same time, and each takes the core of a competing process. */
  @Test
  void ranksThatWakeTogetherTakeDifferentCores() {
    TraceSketch sketch = new TraceSketch(4)
        .compute(10_000)
        .call(MpiCall.SEND, 0, DESTINATION, 2, COUNT, 1)
        .compute(10_000)
        .call(MpiCall.SEND, 1, DESTINATION, 3, COUNT, 1)
        .call(MpiCall.RECV, 2, SOURCE, 0, COUNT, 1)
        .call(MpiCall.RECV, 3, SOURCE, 1, COUNT, 1)
        .compute(1_000)
        .call(MpiCall.WTIME, 2)
        .compute(1_000)
        .call(MpiCall.WTIME, 3);
    ReplayResult result = replay(
        sketch,
        "node.cores",
        "2",
        "node.ranks_per_node",
        "2",
        "node.load",
        "0 1",
        "mpi.waiting",
        "sleeps");
    assertThat(end(result, 3)).isEqualTo(end(result, 2));
  }

  @Test
  void theLastLoadAppliesToFurtherNodes() {
    ReplayResult result = replay(computing(3), "node.ranks_per_node", "1", "node.load", "1 0");
    assertThat(end(result, 0)).isEqualTo(195 * MS);
    assertThat(end(result, 1)).isEqualTo(99 * MS);
    assertThat(end(result, 2)).isEqualTo(99 * MS);
  }

  /**
   * Rank 0 computes 99 ms, and rank 1 waits for its message. If rank 1 yields, it has a core first at
   * the tick at 4 ms. Its yields count as 0.7 ms, so it checks five more times, every 1.5 us, until it has
   * used more than the 4 ms of rank 0.
   */
  @ParameterizedTest
  @CsvSource({"polls, 195", "yields, 99.0125", "sleeps, 99.005"})
  void aRankThatPollsTakesTheCoreFromTheOneForWhichItWaits(String waiting, double milliseconds) {
    TraceSketch sketch = new TraceSketch(2)
        .compute(99_000)
        .call(MpiCall.SEND, 0, DESTINATION, 1, COUNT, 1)
        .call(MpiCall.RECV, 1, SOURCE, 0, COUNT, 1);
    assertThat(end(replay(sketch, "mpi.waiting", waiting), 1)).isEqualTo(milliseconds * MS);
  }

  /**
   * Rank 0 computes 10 ms, sends, and computes 10 ms. Rank 1 sleeps until the message arrives, and
   * then takes the core for 5 us, in which it wakes, and for 1 ms.
   */
  @Test
  void aRankThatWakesUsesTheCore() {
    TraceSketch sketch = new TraceSketch(2)
        .compute(10_000)
        .call(MpiCall.SEND, 0, DESTINATION, 1, COUNT, 1)
        .call(MpiCall.RECV, 1, SOURCE, 0, COUNT, 1)
        .compute(10_000)
        .call(MpiCall.WTIME, 0)
        .compute(1_000)
        .call(MpiCall.WTIME, 1);
    ReplayResult result = replay(sketch, "mpi.waiting", "sleeps");
    assertThat(end(result, 1)).isEqualTo(11.005 * MS);
    assertThat(end(result, 0)).isEqualTo(21.005 * MS);
  }

  /**
   * Two ranks send a message to and fro ten times. The answer to a rank that polls waits for the
   * end of its slice. Rank 1 starts when rank 0 waits, so it finds the first message. A rank that
   * yields or sleeps needs a check or a wake-up of 5 us for each of the 19 other messages.
   */
  @ParameterizedTest
  @CsvSource({"polls, 76", "yields, 0.096", "sleeps, 0.096"})
  void aMessageWaitsForTheSliceOfARankThatPolls(String waiting, double milliseconds) {
    TraceSketch sketch = new TraceSketch(2);
    for (int i = 0; i < 10; i++) {
      sketch
          .compute(i == 0 ? 1 : 0)
          .call(MpiCall.SEND, 0, DESTINATION, 1, COUNT, 1)
          .call(MpiCall.RECV, 1, SOURCE, 0, COUNT, 1)
          .call(MpiCall.SEND, 1, DESTINATION, 0, COUNT, 1)
          .call(MpiCall.RECV, 0, SOURCE, 1, COUNT, 1);
    }
    assertThat(end(replay(sketch, "mpi.waiting", waiting), 0)).isEqualTo(milliseconds * MS);
  }

  /**
   * Ranks that poll exchange messages ten times, in pairs. On two ranks, an eager message needs one
   * slice: the slice of one rank ends an exchange, makes the next one whole, and begins the one
   * after it. If the sender waits, its next slice comes before the next exchange.
   */
  @ParameterizedTest
  @CsvSource({
    "2, 64, 40",
    "2, 1024, 80",
    "2, 65536, 80",
    "4, 64, 80",
    "4, 1024, 160",
    "4, 65536, 160"
  })
  void aSenderThatWaitsNeedsASliceOfItsReceiverAndThenItsOwn(
      int ranks, int bytes, double milliseconds) {
    assertThat(exchanges(ranks, bytes, "polls", 0) * 1e3).isCloseTo(milliseconds, within(1e-9));
  }

  /**
   * Ranks that yield exchange messages ten times. They need as many checks of 5 us as ranks that
   * poll need slices, because a rank leaves its core only after it has seen all messages of the
   * present time.
   */
  @ParameterizedTest
  @CsvSource({"64, 50", "1024, 100", "65536, 100"})
  void aRankThatYieldsFirstSeesAllMessagesOfThePresentTime(int bytes, double microseconds) {
    double seconds = exchanges(2, bytes, "yields", 1);
    assertThat(seconds * 1e6).isCloseTo(1 + microseconds, within(1e-9));
  }

  private static double exchanges(int ranks, int bytes, String waiting, int microseconds) {
    TraceSketch sketch = new TraceSketch(ranks);
    for (int i = 0; i < 10; i++) {
      for (int rank = 0; rank < ranks; rank++) {
        sketch
            .compute(i + rank == 0 ? microseconds : 0)
            .call(MpiCall.IRECV, rank, SOURCE, rank ^ 1, COUNT, bytes)
            .call(MpiCall.SEND, rank, DESTINATION, rank ^ 1, COUNT, bytes)
            .call(MpiCall.WAIT, rank, REQUEST, 1);
      }
    }
    ReplayResult result = replay(
        sketch,
        "mpi.waiting",
        waiting,
        "mpi.eager_limit",
        "4KiB",
        "mpi.detached_limit",
        "4KiB",
        "mpi.eager_waits_from",
        "257B");
    return result.predictedSeconds();
  }

  /**
   * Rank 0 sends 1 MB and polls for a slice. Then rank 1 computes 2 ms and copies the message at 1
   * GB/s (1 ms, without the time of a byte). The receive overhead counts in the flight, as without
   * shared cores, and after it. Rank 0 sees this after rank 1 and computes 5 ms.
   */
  @ParameterizedTest
  @CsvSource({"0s, 7", "500us, 8"})
  void theReceiverCopiesALargeMessageOnItsCore(String overhead, double milliseconds) {
    TraceSketch sketch = new TraceSketch(2)
        .call(MpiCall.SEND, 0, DESTINATION, 1, COUNT, 1_000_000)
        .compute(5_000)
        .call(MpiCall.WTIME, 0)
        .compute(2_000)
        .call(MpiCall.RECV, 1, SOURCE, 0, COUNT, 1_000_000);
    ReplayResult result = replay(
        sketch,
        "node.memory_bandwidth",
        "1GBps",
        "mpi.eager_limit",
        "4KiB",
        "mpi.detached_limit",
        "4KiB",
        "mpi.receive_overhead",
        overhead);
    assertThat(end(result, 1)).isCloseTo(milliseconds * MS - 1, within(1e-3));
    assertThat(end(result, 0)).isCloseTo((milliseconds + 5) * MS - 1, within(1e-3));
    assertThat(result.ranks().get(1).waitSeconds()).isNotNegative();
  }

  /** A rank that waits in a collective on a network of its own takes a message that was sent to it. */
  @ParameterizedTest
  @ValueSource(strings = {"polls", "yields", "sleeps"})
  void aRankInACollectiveOnASeparateNetworkTakesItsMessages(String waiting) {
    TraceSketch sketch = new TraceSketch(2)
        .call(MpiCall.IRECV, 0, SOURCE, 1, COUNT, 2_000)
        .call(MpiCall.SEND, 1, DESTINATION, 0, COUNT, 2_000);
    sketch.call(MpiCall.BARRIER, sketch.all()).call(MpiCall.WAIT, 0, REQUEST, 1);
    Machine machine = Machine.fit(
        Replays.platform("bluegene-l", Map.of("node.load", "1", "mpi.waiting", waiting)),
        2,
        MappingSpec.parse("xyzt"));
    ReplayResult result = new Replay(
            Programs.of(sketch.trace()),
            new Lane(machine, ReplayOptions.defaults()),
            new FlowEngine(machine),
            n -> {})
        .run();
    assertThat(result.predictedSeconds()).isBetween(1e-6, 0.1);
  }

  /** A rank that waits for ever is found although others, which also wait, use their slices. */
  @ParameterizedTest
  @ValueSource(strings = {"polls", "yields", "sleeps"})
  void aStuckReplayEnds(String waiting) {
    TraceSketch sketch = new TraceSketch(2)
        .call(MpiCall.RECV, 0, SOURCE, 1, COUNT, 1)
        .call(MpiCall.RECV, 1, SOURCE, 0, COUNT, 1);
    assertThatThrownBy(() -> replay(sketch, "mpi.waiting", waiting, "node.load", "1"))
        .isInstanceOf(StuckReplayException.class)
        .hasMessageContaining("rank 0");
  }

  /** The slices of an hour in which all poll are not replayed one by one, but leave the shares and the phase as they were. */
  @Test
  void slicesInWhichAllPollAreSkipped() {
    TraceSketch sketch = new TraceSketch(3)
        .compute(3_600e6)
        .call(MpiCall.SEND, 2, DESTINATION, 1, COUNT, 1)
        .call(MpiCall.RECV, 1, SOURCE, 2, COUNT, 1)
        .compute(99_000)
        .call(MpiCall.SEND, 1, DESTINATION, 0, COUNT, 1)
        .call(MpiCall.RECV, 0, SOURCE, 1, COUNT, 1);
    ReplayResult result = replay(sketch, "node.ranks_per_node", "2");
    assertThat(end(result, 1) - end(result, 2)).isBetween(195 * MS, 199 * MS);
  }

  @Test
  void aLoadOfZeroAndCoresForAllChangeNothing() {
    TraceSketch sketch = new TraceSketch(4)
        .compute(5)
        .call(MpiCall.SEND, 0, DESTINATION, 1, COUNT, 100_000)
        .call(MpiCall.RECV, 1, SOURCE, 0, COUNT, 100_000)
        .call(MpiCall.BARRIER, RankList.of(0, 1, 2, 3));
    ReplayResult off = replay(sketch, "node.cores", "64");
    assertThat(replay(sketch, "node.cores", "64", "node.load", "0 0", "mpi.waiting", "sleeps"))
        .isEqualTo(off);
  }

  @Test
  void messagesThatTakeTheirReceiversProcessorsAreRefused() {
    assertThatThrownBy(() -> replay(computing(2), "mpi.receive_overhead_charged", "at-arrival"))
        .hasMessageContaining("found at-arrival; expected yes or no, because ranks share cores");
  }

  @Test
  void anEngineWithoutTimeRefusesSharedCores() {
    Trace trace = computing(2).trace();
    Machine machine = machine(2, Map.of());
    assertThatThrownBy(() -> new Replay(
            Programs.of(trace),
            new Lane(machine, ReplayOptions.defaults()),
            new LogGpEngine(machine),
            n -> {}))
        .isInstanceOf(ReplayException.class)
        .hasMessageContaining("engine loggp does not model shared cores");
  }
}
