package io.github.tracecast.simulate.replay;

import static io.github.tracecast.trace.Parameter.*;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.decompress.EventCounts;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.MappingSpec;
import io.github.tracecast.simulate.FastForward;
import io.github.tracecast.simulate.ReplayOptions;
import io.github.tracecast.simulate.ReplayOptions.DeltaMode;
import io.github.tracecast.simulate.engine.LogGpEngine;
import io.github.tracecast.simulate.lanes.Lane;
import io.github.tracecast.simulate.result.ReplayResult;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Term;
import io.github.tracecast.trace.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Evaluation in lanes gives what each lane's replay of its own gives, bit for bit, whether or not time decides matches. */
class LanesTest {
  /** Cases of a random family: 20, and more at night ({@code -Dseeds=100}). */
  private static final int SEEDS = Integer.getInteger("seeds", 20);

  private static final List<Map<String, String>> SETS = List.of(
      Map.of(),
      Map.of("node.memory_latency", "3us", "node.copy", "0B: 100ns; 8B: 200ns + 1ns/B"),
      Map.of("network.link_bandwidth", "40MBps", "mpi.send_overhead", "1300ns"),
      Map.of("mpi.receive_overhead", "700ns"),
      Map.of("network.link_bandwidth", "1MBps", "mpi.send_overhead", "9us"),
      Map.of("mpi.gap", "2500ns"),
      Map.of("mpi.gap", "0B: 2us; 500B: 4us; 2000B: 1us + 6ns/B"));

  /** A choice by probes needs messages that take time to send. */
  private static final List<Map<String, String>> HOSTS = List.of(
      Map.of("mpi.send_overhead", "200ns"),
      Map.of("mpi.send_overhead", "200ns", "mpi.gap", "2500ns"),
      Map.of("mpi.send_overhead", "300ns", "mpi.receive_overhead_charged", "yes"));

  private static final Map<String, List<Map<String, String>>> MACHINES =
      Map.of("loggp-default", SETS, "bluegene-l", SETS, "graphene", HOSTS);

  static IntStream seeds() {
    return IntStream.range(0, SEEDS);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void lanesEqualReplaysOfTheirOwn(int seed) {
    for (String platform : MACHINES.keySet()) {
      List<Map<String, String>> sets = MACHINES.get(platform);
      Trace trace = new RandomProgram(seed, 0, seed % 2 == 1).sketch().trace();
      for (DeltaMode mode : DeltaMode.values()) {
        ReplayOptions options = new ReplayOptions(mode, seed, 1, Map.of()).with(FastForward.off());
        List<ReplayResult> lanes = Replays.lanes(trace, platform, sets, options).orElseThrow();
        for (int k = 0; k < sets.size(); k++) {
          assertThat(lanes.get(k)).isEqualTo(Replays.replay(trace, platform, sets.get(k), options));
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void skippingEqualsUnrolling(int seed) {
    for (String platform : MACHINES.keySet()) {
      List<Map<String, String>> sets = MACHINES.get(platform);
      Trace trace = RandomProgram.ofLoops(seed, 200).sketch().trace();
      ReplayOptions options = ReplayOptions.defaults();
      List<ReplayResult> skipped = Replays.lanes(trace, platform, sets, options).orElseThrow();
      List<ReplayResult> unrolled =
          Replays.lanes(trace, platform, sets, options.with(FastForward.off())).orElseThrow();
      for (int k = 0; k < sets.size(); k++) {
        ReplayResult result = skipped.get(k);
        assertThat(Replays.withoutSkips(result)).isEqualTo(Replays.withoutSkips(unrolled.get(k)));
        assertThat(result.eventsReplayed()).isLessThanOrEqualTo(result.calls());
      }
    }
  }

  /** Below and above the numbers of arrivals that are sorted otherwise, with and without gaps that hold up. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3, 7, 20, 49, 65, 66, 90})
  void waitsForManyMessagesEqualReplaysOfTheirOwn(int ranks) {
    TraceSketch sketch = new TraceSketch(ranks);
    for (int distance = 1; distance < ranks; distance++) {
      sketch.call(
          MpiCall.IRECV, sketch.all(), SOURCE, Term.rankPlusMod(-distance), COUNT, 9, TAG, 0);
    }
    for (int distance = 1; distance < ranks; distance++) {
      int bytes = 1 + distance * 37 % 11 * 500;
      sketch.call(
          MpiCall.ISEND,
          sketch.all(),
          DESTINATION,
          Term.rankPlusMod(distance),
          COUNT,
          bytes,
          TAG,
          0);
    }
    long[] all = IntStream.rangeClosed(1, 2 * (ranks - 1)).asLongStream().toArray();
    Trace trace = sketch.call(MpiCall.WAITALL, sketch.all(), REQUESTS, all).trace();
    ReplayOptions options = ReplayOptions.defaults().with(FastForward.off());
    for (int sets = SETS.size() - 2; sets <= SETS.size(); sets += 2) {
      List<ReplayResult> lanes =
          Replays.lanes(trace, "loggp-default", SETS.subList(0, sets), options).orElseThrow();
      for (int k = 0; k < sets; k++) {
        assertThat(lanes.get(k))
            .isEqualTo(Replays.replay(trace, "loggp-default", SETS.get(k), options));
      }
    }
  }

  @Test
  void aLoopOfManyIterationsCostsItsTransientOnly() {
    long iterations = 1_000_000_000;
    TraceSketch sketch = new TraceSketch(8);
    sketch
        .compute(3)
        .call(
            MpiCall.SENDRECV,
            sketch.all(),
            DESTINATION,
            Term.rankPlusMod(1),
            SOURCE,
            Term.rankPlusMod(-1),
            COUNT,
            1_000,
            TAG,
            0)
        .loop(0, sketch.all(), iterations);
    ReplayResult result = Replays.lanes(
            sketch.trace(), "loggp-default", List.of(Map.of()), ReplayOptions.defaults())
        .orElseThrow()
        .getFirst();
    assertThat(result.calls()).isEqualTo(8 * iterations);
    assertThat(result.eventsReplayed()).isLessThan(200);
    assertThat(result.messages()).isEqualTo(8 * iterations);
    long step = 3_000 + 2 * Replays.O + Replays.L + 999 * Replays.G;
    assertThat(Replays.end(result, 0)).isEqualTo((double) step * iterations);
  }

  /** Machines that differ by 100 times in latency and 40 times in bandwidth, eager and rendezvous. */
  @ParameterizedTest
  @ValueSource(ints = {900, 8_192})
  void machinesThatRecurEarlyDoNotWaitForOthers(int bytes) {
    TraceSketch sketch = new TraceSketch(30);
    int[] distances = {1, 7, 11};
    for (int distance : distances) {
      sketch.call(
          MpiCall.IRECV, sketch.all(), SOURCE, Term.rankPlusMod(-distance), COUNT, bytes, TAG, 0);
    }
    for (int distance : distances) {
      sketch.call(
          MpiCall.ISEND,
          sketch.all(),
          DESTINATION,
          Term.rankPlusMod(distance),
          COUNT,
          bytes,
          TAG,
          0);
    }
    Trace trace = sketch
        .call(MpiCall.WAITALL, sketch.all(), REQUESTS, new long[] {1, 2, 3, 4, 5, 6})
        .loop(0, sketch.all(), 1_000)
        .trace();
    List<Map<String, String>> sets = new ArrayList<>();
    for (String latency : List.of("20ns", "93ns", "431ns", "2us")) {
      for (String bandwidth : List.of("50MBps", "171MBps", "585MBps", "2GBps")) {
        sets.add(Map.of("network.hop_latency", latency, "network.link_bandwidth", bandwidth));
      }
    }
    ReplayOptions options = ReplayOptions.defaults();
    List<ReplayResult> together =
        Replays.lanes(trace, "bluegene-l", sets, options).orElseThrow();
    assertThat(together.stream().map(ReplayResult::eventsReplayed).distinct().count())
        .isGreaterThan(1);
    for (int k = 0; k < sets.size(); k++) {
      ReplayResult alone =
          Replays.replay(trace, "bluegene-l", sets.get(k), options.with(FastForward.off()));
      assertThat(Replays.withoutSkips(together.get(k))).isEqualTo(Replays.withoutSkips(alone));
      assertThat(together.get(k).eventsReplayed()).isLessThan(alone.eventsReplayed() / 2);
    }
  }

  @Test
  void persistentRequestsAreNamedAmongThemselves() {
    TraceSketch sketch = new TraceSketch(4);
    sketch.call(
        MpiCall.RECV_INIT, sketch.all(), SOURCE, Term.rankPlusMod(-1), COUNT, 70_000, TAG, 1);
    sketch.call(
        MpiCall.SEND_INIT, sketch.all(), DESTINATION, Term.rankPlusMod(1), COUNT, 70_000, TAG, 1);
    int first = sketch.size();
    sketch
        .compute(5)
        .call(MpiCall.START, sketch.all(), REQUEST, Term.persistent(2))
        .call(MpiCall.START, sketch.all(), REQUEST, Term.persistent(1))
        .call(MpiCall.IRECV, sketch.all(), SOURCE, Term.rankPlusMod(1), COUNT, 100, TAG, 2)
        .call(MpiCall.SEND, sketch.all(), DESTINATION, Term.rankPlusMod(-1), COUNT, 100, TAG, 2)
        .call(MpiCall.WAIT, sketch.all(), REQUEST, 1)
        .call(MpiCall.WAIT, sketch.all(), REQUEST, Term.persistent(1))
        .call(MpiCall.WAIT, sketch.all(), REQUEST, Term.persistent(2))
        .loop(first, sketch.all(), 50);
    sketch.call(MpiCall.REQUEST_FREE, sketch.all(), REQUEST, Term.persistent(1));
    sketch.call(MpiCall.REQUEST_FREE, sketch.all(), REQUEST, Term.persistent(2));
    ReplayOptions unrolled = ReplayOptions.defaults().with(FastForward.off());
    ReplayResult alone = Replays.replay(sketch.trace(), "loggp-default", Map.of(), unrolled);
    for (ReplayOptions options : List.of(unrolled, ReplayOptions.defaults())) {
      List<ReplayResult> lanes = Replays.lanes(
              sketch.trace(), "loggp-default", List.of(Map.of()), options)
          .orElseThrow();
      assertThat(Replays.withoutSkips(lanes.getFirst())).isEqualTo(Replays.withoutSkips(alone));
    }
  }

  /**
   * Some requests are waited for at once, some by name and some never, in every order. The ring is
   * shorter than the number of requests.
   */
  @ParameterizedTest
  @ValueSource(ints = {3, 4, 5, 9, 100})
  void requestsMayBeWaitedForOrNotInAnyOrder(int ring) {
    TraceSketch sketch = new TraceSketch(2).ring(ring);
    exchange(sketch, 100, 0);
    exchange(sketch, 2_000, 1);
    exchange(sketch, 100_000, 2);
    sketch
        .call(MpiCall.WAIT, sketch.all(), REQUEST, 1)
        .call(MpiCall.WAIT, sketch.all(), REQUEST, 3);
    exchange(sketch, 70_000, 3);
    exchange(sketch, 7, 4);
    sketch.call(MpiCall.WAITALL, sketch.all(), REQUESTS, new long[] {2, 1});
    exchange(sketch, 70_001, 5);
    sketch
        .call(MpiCall.BARRIER, sketch.all())
        .call(MpiCall.WAITALL, sketch.all(), REQUESTS, new long[] {1})
        .loop(0, sketch.all(), 40);
    for (ReplayOptions options :
        List.of(ReplayOptions.defaults().with(FastForward.off()), ReplayOptions.defaults())) {
      List<ReplayResult> lanes =
          Replays.lanes(sketch.trace(), "loggp-default", SETS, options).orElseThrow();
      for (int k = 0; k < SETS.size(); k++) {
        ReplayResult alone = Replays.replay(
            sketch.trace(),
            "loggp-default",
            SETS.get(k),
            ReplayOptions.defaults().with(FastForward.off()));
        assertThat(Replays.withoutSkips(lanes.get(k))).isEqualTo(Replays.withoutSkips(alone));
      }
    }
  }

  /** The one rank sends and the other receives, without waiting. */
  private static void exchange(TraceSketch sketch, int bytes, int tag) {
    sketch
        .compute(tag)
        .call(MpiCall.ISEND, 0, DESTINATION, 1, COUNT, bytes, TAG, tag)
        .call(MpiCall.IRECV, 1, SOURCE, 0, COUNT, bytes, TAG, tag);
  }

  /** Other machines, mappings and options, wildcards with a choice or not: each result is its own. */
  @ParameterizedTest
  @MethodSource("seeds")
  void anyMachinesMayBeReplayedAtOnce(int seed) {
    Trace trace = new RandomProgram(seed, 0, seed % 2 == 1).sketch().trace();
    Programs programs = Programs.of(trace);
    List<Lane> lanes = new ArrayList<>();
    for (String platform : List.of("loggp-default", "bluegene-l", "cluster", "ideal", "graphene")) {
      for (String mapping : List.of("blocked", "random:" + seed)) {
        Machine machine = Machine.fit(
            Replays.platform(platform, Map.of()),
            trace.header().ranks(),
            MappingSpec.parse(mapping));
        lanes.add(new Lane(machine, ReplayOptions.defaults()));
        lanes.add(new Lane(machine, ReplayOptions.defaults().with(FastForward.off())));
      }
    }
    List<ReplayResult> together =
        new LogGpReplays(programs, EventCounts.of(programs)).of(lanes, n -> {});
    for (int i = 0; i < lanes.size(); i++) {
      Machine machine = lanes.get(i).machine();
      ReplayResult alone = new Replay(
              programs,
              new Lane(machine, ReplayOptions.defaults().with(FastForward.off())),
              new LogGpEngine(machine),
              n -> {})
          .run();
      assertThat(Replays.withoutSkips(together.get(i))).isEqualTo(Replays.withoutSkips(alone));
    }
  }

  /** Rank 1 computes before it sends, rank 2 hears from rank 3 first: the network decides which message is first. */
  @Test
  void lanesThatDisagreeOnAMatchAreEachRight() {
    TraceSketch sketch = new TraceSketch(4);
    sketch
        .compute(20)
        .call(MpiCall.SEND, 1, DESTINATION, 0, COUNT, 9_000, TAG, 1)
        .call(MpiCall.SEND, 3, DESTINATION, 2, COUNT, 1_000, TAG, 1)
        .call(MpiCall.RECV, 2, SOURCE, 3, COUNT, 1_000, TAG, 1)
        .call(MpiCall.SEND, 2, DESTINATION, 0, COUNT, 10, TAG, 1)
        .call(MpiCall.RECV, 0, SOURCE, Term.ANY, COUNT, 9_000, TAG, 1)
        .compute(100)
        .call(MpiCall.RECV, 0, SOURCE, Term.ANY, COUNT, 9_000, TAG, 1)
        .loop(0, sketch.all(), 20);
    List<Map<String, String>> sets = List.of(
        Map.of(),
        Map.of("network.link_latency", "20us"),
        Map.of("network.link_latency", "2us"),
        Map.of("network.link_latency", "30us"),
        Map.of("network.link_latency", "40us"));
    List<Double> firstReceives = new ArrayList<>();
    for (FastForward fastForward : List.of(FastForward.off(), FastForward.auto())) {
      ReplayOptions options = ReplayOptions.defaults().with(fastForward);
      List<ReplayResult> lanes =
          Replays.lanes(sketch.trace(), "loggp-default", sets, options).orElseThrow();
      for (int k = 0; k < sets.size(); k++) {
        ReplayResult alone = Replays.replay(
            sketch.trace(), "loggp-default", sets.get(k), options.with(FastForward.off()));
        assertThat(Replays.withoutSkips(lanes.get(k))).isEqualTo(Replays.withoutSkips(alone));
        firstReceives.add(Replays.inside(alone, 4));
      }
    }
    assertThat(firstReceives.get(0))
        .as("the long message comes first where latency is high")
        .isLessThan(firstReceives.get(1));
  }

  @Test
  void noRandomProgramNeedsTheOrderOfTime() {
    assertThat(seeds())
        .allSatisfy(seed -> assertThat(Replays.obstacle(
                new RandomProgram(seed, 0, seed % 2 == 1).sketch().trace(), Map.of()))
            .isEmpty());
  }
}
