package io.github.tracecast.simulate.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tracecast.decompress.EventCounts;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.simulate.ReplayOptions;
import io.github.tracecast.simulate.ReplayOptions.DeltaMode;
import io.github.tracecast.simulate.result.ReplayResult;
import io.github.tracecast.trace.Trace;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Properties of every program that does not deadlock. The number of a case is its seed and size. */
class RandomProgramsTest {
  /** Cases of a random family: 20, and more at night ({@code -Dseeds=100}). */
  private static final int SEEDS = Integer.getInteger("seeds", 20);

  /** Longer than the overheads, and longer still for long messages. */
  private static final String GAP = "2us + 3ns/B";

  private static final Map<String, String> FIGURES = Map.of(
      "network.link_latency", "1250ns",
      "network.link_bandwidth", "6ns/B",
      "mpi.send_overhead", "1500ns",
      "mpi.receive_overhead", "1500ns",
      "node.memory_latency", "2500ns",
      "node.memory_bandwidth", "6ns/B");

  static IntStream seeds() {
    return IntStream.range(0, SEEDS);
  }

  private static ReplayResult replay(Trace trace, Map<String, String> changes) {
    return replay(trace, changes, ReplayOptions.defaults());
  }

  private static ReplayResult replay(
      Trace trace, Map<String, String> changes, ReplayOptions options) {
    Map<String, String> figures = new HashMap<>(FIGURES);
    figures.putAll(changes);
    return Replays.replay(trace, "loggp-default", figures, options);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void allIsReceivedAndAllTimeAccountedFor(int seed) {
    for (boolean wildcards : new boolean[] {false, true}) {
      Trace trace = new RandomProgram(seed, 0, wildcards).sketch().trace();
      EventCounts counts = EventCounts.of(Programs.of(trace));
      ReplayResult result = replay(trace, Map.of());
      assertThat(result.warnings()).isEmpty();
      assertThat(result.calls()).isEqualTo(counts.total());
      double inEvents = 0;
      for (ReplayResult.RankTimes rank : result.ranks()) {
        assertThat(rank.endSeconds())
            .isCloseTo(rank.computeSeconds() + rank.callSeconds(), within(1e-12));
        assertThat(rank.waitSeconds()).isBetween(0.0, rank.callSeconds());
        inEvents -= rank.callSeconds() + rank.computeSeconds();
      }
      for (ReplayResult.EventTimes event : result.events()) {
        inEvents += event.callSeconds() + event.computeSeconds();
      }
      assertThat(inEvents).isCloseTo(0, within(1e-9));
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void twoReplaysAreEqual(int seed) {
    Trace trace = new RandomProgram(seed, 0, true).sketch().trace();
    ReplayOptions drawn = new ReplayOptions(DeltaMode.HISTOGRAM, seed, 1, Map.of());
    assertThat(replay(trace, Map.of(), drawn)).isEqualTo(replay(trace, Map.of(), drawn));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void noFigureThatGrowsMakesAProgramEndEarlier(int seed) {
    for (String gap : new String[] {"0s", GAP}) {
      noneEndsEarlier(seed, Map.of("mpi.gap", gap));
    }
  }

  private static void noneEndsEarlier(int seed, Map<String, String> machine) {
    Trace trace = new RandomProgram(seed, 0, false).sketch().trace();
    ReplayResult base = replay(trace, machine);
    for (Map<String, String> change : List.of(
        Map.of("network.link_latency", "1400ns", "node.memory_latency", "2800ns"),
        Map.of("mpi.send_overhead", "1700ns"),
        Map.of("mpi.receive_overhead", "1700ns"),
        Map.of("mpi.gap", "2500ns + 3ns/B"),
        Map.of("network.link_bandwidth", "7ns/B", "node.memory_bandwidth", "7ns/B"),
        Map.of("mpi.eager_limit", "1000B", "mpi.detached_limit", "1000B"))) {
      Map<String, String> slower = new HashMap<>(machine);
      slower.putAll(change);
      neverEarlier(base, replay(trace, slower));
    }
    neverEarlier(base, replay(trace, machine, new ReplayOptions(DeltaMode.AVG, 1, 1.3, Map.of())));
    neverEarlier(base, replay(new RandomProgram(seed, 500, false).sketch().trace(), machine));
  }

  private static void neverEarlier(ReplayResult base, ReplayResult slower) {
    for (int rank = 0; rank < base.ranks().size(); rank++) {
      assertThat(slower.ranks().get(rank).endSeconds())
          .isGreaterThanOrEqualTo(base.ranks().get(rank).endSeconds());
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void timesScaleWithAllFiguresAtOnce(int seed) {
    Trace trace = new RandomProgram(seed, 0, true).sketch().trace();
    ReplayResult base = replay(trace, Map.of("mpi.gap", GAP));
    ReplayResult scaled = replay(
        trace,
        Map.of(
            "network.link_latency", "3750ns",
            "network.link_bandwidth", "18ns/B",
            "mpi.send_overhead", "4500ns",
            "mpi.receive_overhead", "4500ns",
            "mpi.gap", "6us + 9ns/B",
            "node.memory_latency", "7500ns",
            "node.memory_bandwidth", "18ns/B"),
        new ReplayOptions(DeltaMode.AVG, 1, 3, Map.of()));
    for (int rank = 0; rank < base.ranks().size(); rank++) {
      assertThat(picos(scaled, rank)).isEqualTo(3 * picos(base, rank));
    }
  }

  private static long picos(ReplayResult result, int rank) {
    return Math.round(result.ranks().get(rank).endSeconds() * 1e12);
  }
}
