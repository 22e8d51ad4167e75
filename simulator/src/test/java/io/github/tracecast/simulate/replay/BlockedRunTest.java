package io.github.tracecast.simulate.replay;

import static io.github.tracecast.trace.Parameter.*;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tracecast.decompress.EventCounts;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.MappingSpec;
import io.github.tracecast.platform.PlatformCatalogue;
import io.github.tracecast.simulate.Contention;
import io.github.tracecast.simulate.FastForward;
import io.github.tracecast.simulate.ReplayException;
import io.github.tracecast.simulate.ReplayOptions;
import io.github.tracecast.simulate.ReplayOptions.DeltaMode;
import io.github.tracecast.simulate.Threads;
import io.github.tracecast.simulate.lanes.Lane;
import io.github.tracecast.simulate.lanes.LaneFigures;
import io.github.tracecast.simulate.lanes.Slowdown;
import io.github.tracecast.simulate.lowering.LaneProgram;
import io.github.tracecast.simulate.lowering.Lowering;
import io.github.tracecast.simulate.mpi.BlockedRun;
import io.github.tracecast.simulate.mpi.Interpreter;
import io.github.tracecast.simulate.result.ReplayResult;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Term;
import io.github.tracecast.trace.Trace;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A run gives the same result on any number of threads. */
class BlockedRunTest {
  private static final Map<String, List<Map<String, String>>> MACHINES = Map.of(
      "loggp-default",
      List.of(Map.of(), Map.of("mpi.gap", "2500ns"), Map.of("mpi.eager_limit", "0B")),
      "bluegene-l",
      List.of(Map.of(), Map.of("network.link_bandwidth", "40MBps")),
      "graphene",
      List.of(Map.of(), Map.of("network.host_limiter", "90MBps")));

  static IntStream seeds() {
    return IntStream.range(0, 60);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void threadsChangeNothing(int seed) {
    for (String platform : MACHINES.keySet()) {
      for (DeltaMode mode : List.of(DeltaMode.AVG, DeltaMode.HISTOGRAM)) {
        ReplayOptions options = new ReplayOptions(mode, seed, 1, Map.of()).with(FastForward.off());
        for (Trace trace : traces(seed)) {
          List<Map<String, String>> sets = MACHINES.get(platform);
          List<ReplayResult> expected = results(trace, platform, sets, options, 1);
          for (int threads : new int[] {2, 5}) {
            assertThat(results(trace, platform, sets, options, threads)).isEqualTo(expected);
          }
        }
      }
    }
  }

  @Test
  void manyRunsAreEvaluatedInBlocks() {
    long evaluated = 0;
    long all = 0;
    for (int seed = 0; seed < 60; seed++) {
      for (Trace trace : traces(seed)) {
        LaneProgram program = program(trace);
        if (trace.header().ranks() > 2) {
          all++;
          evaluated += BlockedRun.suits(program)
                  && BlockedRun.completes(new Interpreter(program, n -> {}), 3, n -> {})
              ? 1
              : 0;
        }
      }
    }
    assertThat(all).isGreaterThan(140);
    assertThat(evaluated).isGreaterThan(60);
  }

  /** Rank 0 sends all its messages before any other rank can receive them. */
  @Test
  void aSenderFarAheadOfItsReceiversWaitsForThem() {
    TraceSketch sketch = new TraceSketch(4);
    sketch.call(MpiCall.SEND, 0, DESTINATION, 3, COUNT, 8, TAG, 0).loop(0, RankList.of(0), 300_000);
    int first = sketch.size();
    sketch
        .compute(5)
        .call(MpiCall.RECV, 3, SOURCE, 0, COUNT, 8, TAG, 0)
        .loop(first, RankList.of(3), 300_000);
    ReplayOptions options = ReplayOptions.defaults().with(FastForward.off());
    assertThat(results(sketch.trace(), "loggp-default", List.of(Map.of()), options, 4))
        .isEqualTo(results(sketch.trace(), "loggp-default", List.of(Map.of()), options, 1));
  }

  @Test
  void collectivesOnNetworksOfTheirOwnEndForAllBlocks() {
    TraceSketch sketch = new TraceSketch(9);
    sketch
        .compute(5)
        .call(MpiCall.BARRIER, sketch.all())
        .call(
            MpiCall.SENDRECV,
            sketch.all(),
            DESTINATION,
            Term.rankPlusMod(4),
            SOURCE,
            Term.rankPlusMod(-4),
            COUNT,
            100_000,
            TAG,
            0)
        .call(MpiCall.ALLREDUCE, sketch.all(), COUNT, 4)
        .loop(0, sketch.all(), 50);
    ReplayOptions options = ReplayOptions.defaults().with(FastForward.off());
    for (String platform : List.of("bluegene-l", "cluster")) {
      assertThat(results(sketch.trace(), platform, List.of(Map.of()), options, 4))
          .isEqualTo(results(sketch.trace(), platform, List.of(Map.of()), options, 1));
    }
  }

  @Test
  void warningsAreTheSame() {
    TraceSketch sketch = new TraceSketch(6);
    sketch.call(MpiCall.SEND, 0, DESTINATION, 5, COUNT, 8, TAG, 0);
    sketch.call(MpiCall.IRECV, 3, SOURCE, 5, COUNT, 8, TAG, 0);
    ReplayOptions options = ReplayOptions.defaults().with(FastForward.off());
    List<ReplayResult> expected =
        results(sketch.trace(), "loggp-default", List.of(Map.of()), options, 1);
    assertThat(expected.getFirst().warnings()).hasSize(2);
    assertThat(results(sketch.trace(), "loggp-default", List.of(Map.of()), options, 3))
        .isEqualTo(expected);
  }

  @Test
  void errorsAreTheSame() {
    TraceSketch deadlock = new TraceSketch(6);
    deadlock.call(MpiCall.RECV, deadlock.all(), SOURCE, Term.rankPlusMod(1), COUNT, 8, TAG, 0);
    TraceSketch mixed = new TraceSketch(6);
    mixed.call(MpiCall.BARRIER, RankList.of(0, 1, 2));
    mixed.call(MpiCall.ALLREDUCE, RankList.of(3, 4, 5), COUNT, 4);
    for (Trace trace : List.of(deadlock.trace(), mixed.trace())) {
      assertThat(error(trace, 3)).isEqualTo(error(trace, 1)).isNotEmpty();
    }
  }

  @Test
  void fewRanksGetFewThreads() {
    assertThat(Threads.upTo(8).forRanks(100)).isEqualTo(1);
    assertThat(Threads.upTo(8).forRanks(1_100)).isEqualTo(2);
    assertThat(Threads.upTo(8).forRanks(1 << 20)).isEqualTo(8);
    assertThatThrownBy(() -> Threads.upTo(0)).hasMessageContaining("found 0 threads");
  }

  private static List<Trace> traces(int seed) {
    return List.of(
        new RandomProgram(seed, 0, false).sketch().trace(),
        RandomProgram.ofLoops(seed, 8).sketch().trace(),
        RandomProgram.ofPlainLoops(seed, 20).sketch().trace());
  }

  private static String error(Trace trace, int threads) {
    ReplayOptions options = ReplayOptions.defaults().with(FastForward.off());
    try {
      results(trace, "loggp-default", List.of(Map.of()), options, threads);
      return "";
    } catch (ReplayException e) {
      return e.getMessage();
    }
  }

  private static List<ReplayResult> results(
      Trace trace,
      String platform,
      List<Map<String, String>> sets,
      ReplayOptions options,
      int threads) {
    Programs programs = Programs.of(trace);
    List<Lane> lanes = sets.stream()
        .map(set -> new Lane(machine(trace, platform, set), options))
        .toList();
    return new LogGpReplays(
            programs, EventCounts.of(programs), Contention.NONE, new Threads(threads, 1))
        .of(lanes, n -> {});
  }

  private static LaneProgram program(Trace trace) {
    Programs programs = Programs.of(trace);
    return Lowering.of(
        programs,
        programs.table(),
        List.of(new Lane(machine(trace, "bluegene-l", Map.of()), ReplayOptions.defaults())),
        new LaneFigures.OfMachines(Collections.nCopies(1, Slowdown.NONE)));
  }

  private static Machine machine(Trace trace, String platform, Map<String, String> figures) {
    return Machine.fit(
        PlatformCatalogue.load(platform, figures),
        trace.header().ranks(),
        MappingSpec.parse("blocked"));
  }
}
