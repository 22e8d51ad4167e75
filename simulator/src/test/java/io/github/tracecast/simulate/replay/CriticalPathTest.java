package io.github.tracecast.simulate.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tracecast.decompress.Programs;
import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.MappingSpec;
import io.github.tracecast.simulate.FastForward;
import io.github.tracecast.simulate.ReplayOptions;
import io.github.tracecast.simulate.criticalpath.CriticalPath;
import io.github.tracecast.simulate.criticalpath.Tolerance;
import io.github.tracecast.simulate.lanes.Lane;
import io.github.tracecast.simulate.lanes.Share;
import io.github.tracecast.simulate.result.ReplayResult;
import io.github.tracecast.trace.Trace;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The parts of the critical path are the run's time, and its derivatives. */
class CriticalPathTest {
  /** Cases of a random family: 20, and more at night ({@code -Dseeds=100}). */
  private static final int SEEDS = Integer.getInteger("seeds", 20);

  private static final int SEED_WHERE_ALL_DISAGREE = 58;

  static IntStream seeds() {
    return IntStream.range(0, SEEDS);
  }

  private static Lane lane(Trace trace, Map<String, String> figures, ReplayOptions options) {
    return lane(trace, "loggp-default", figures, options);
  }

  private static Lane lane(
      Trace trace, String platform, Map<String, String> figures, ReplayOptions options) {
    return new Lane(
        Machine.fit(
            Replays.platform(platform, figures),
            trace.header().ranks(),
            MappingSpec.parse("blocked")),
        options);
  }

  private static Optional<CriticalPath> path(Trace trace, ReplayOptions options) {
    return path(trace, "loggp-default", options);
  }

  private static Optional<CriticalPath> path(Trace trace, String platform, ReplayOptions options) {
    return CriticalPath.of(Programs.of(trace), lane(trace, platform, Map.of(), options), n -> {});
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void partsAddUpToTheRunsTime(int seed) {
    Trace trace = RandomProgram.ofLoops(seed, 100).sketch().trace();
    partsAddUp(trace, "loggp-default");
    partsAddUp(trace, "graphene");
  }

  private static void partsAddUp(Trace trace, String platform) {
    ReplayOptions options = ReplayOptions.defaults();
    Optional<CriticalPath> path = path(trace, platform, options);
    ReplayResult replay =
        Replays.lanes(trace, platform, List.of(Map.of()), options).orElseThrow().getFirst();
    assertThat(CriticalPath.obstacle(Programs.of(trace), lane(trace, platform, Map.of(), options)))
        .matches(needed -> needed.isPresent() == path.isEmpty());
    if (path.isEmpty()) {
      return;
    }
    double seconds = path.get().seconds();
    assertThat(seconds).isEqualTo(replay.predictedSeconds());
    assertThat(sum(List.copyOf(path.get().byShare().values()))).isCloseTo(seconds, within(1e-11));
    assertThat(sum(path.get().byEvent())).isCloseTo(seconds, within(1e-11));
    assertThat(sum(path.get().byRanks())).isCloseTo(seconds, within(1e-11));
    assertThat(path(trace, platform, options.with(FastForward.off()))).isEqualTo(path);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void sharesAloneAreThoseOfTheWholePath(int seed) {
    Trace trace = RandomProgram.ofLoops(seed, 100).sketch().trace();
    ReplayOptions options = ReplayOptions.defaults();
    assertThat(CriticalPath.shares(Programs.of(trace), lane(trace, Map.of(), options), n -> {})
            .map(CriticalPath::byShare))
        .isEqualTo(path(trace, options).map(CriticalPath::byShare));
  }

  private static double sum(List<Double> parts) {
    return parts.stream().mapToDouble(Double::doubleValue).sum();
  }

  /** A convex function lies above each of its tangents, and the tangent is met where nothing changes. */
  @ParameterizedTest
  @MethodSource("seeds")
  void partsAreDerivatives(int seed) {
    Trace trace = new RandomProgram(seed, 0, false).sketch().trace();
    Optional<CriticalPath> path = path(trace, ReplayOptions.defaults());
    if (path.isEmpty()) {
      return;
    }
    double latency = path.get().byShare().get(Share.LATENCY);
    double overhead = path.get().byShare().get(Share.OVERHEAD);
    double factor = 1 + 1e-3;
    above(
        path.get(),
        latency,
        changed(
            trace,
            Map.of("network.link_latency", "1251.25ns", "node.memory_latency", "2502.5ns"),
            1));
    above(
        path.get(),
        overhead,
        changed(
            trace, Map.of("mpi.send_overhead", "1501.5ns", "mpi.receive_overhead", "1501.5ns"), 1));
    above(path.get(), path.get().byShare().get(Share.COMPUTE), changed(trace, Map.of(), factor));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void atATolerancesFactorTheRunIsThatMuchSlower(int seed) {
    Trace trace = RandomProgram.ofLoops(seed, 20).sketch().trace();
    Lane lane = lane(trace, Map.of(), ReplayOptions.defaults());
    Programs programs = Programs.of(trace);
    Optional<CriticalPath> path = CriticalPath.of(programs, lane, n -> {});
    if (path.isEmpty()) {
      return;
    }
    double seconds = path.get().seconds();
    for (Tolerance tolerance : Tolerance.of(
            programs, lane, path.get().byShare(), List.of(0.01, 0.1), n -> {})
        .orElseThrow()) {
      if (tolerance.factor().isEmpty()) {
        continue;
      }
      double wanted = seconds * (1 + tolerance.slower());
      double factor = tolerance.factor().getAsDouble();
      assertThat(factor).isGreaterThan(1);
      if (tolerance.share() == Share.COMPUTE) {
        reaches(wanted, factor, f -> changed(trace, Map.of(), f));
      } else if (tolerance.share() == Share.OVERHEAD) {
        reaches(wanted, factor, f -> {
          String overhead = 1.5e-6 * f + "s";
          return changed(
              trace, Map.of("mpi.send_overhead", overhead, "mpi.receive_overhead", overhead), 1);
        });
      }
    }
  }

  /** A run may jump over a time where a receive with a choice takes another message. */
  private static void reaches(double seconds, double factor, DoubleUnaryOperator run) {
    assertThat(run.applyAsDouble(factor)).isGreaterThanOrEqualTo(seconds * (1 - 1e-4));
    assertThat(run.applyAsDouble(factor * (1 - 1e-5))).isLessThanOrEqualTo(seconds * (1 + 1e-4));
  }

  /** In two mailboxes, each lane wants another message than one that voted before. */
  @Test
  void lanesThatAllDisagreeLeaveOne() {
    atATolerancesFactorTheRunIsThatMuchSlower(SEED_WHERE_ALL_DISAGREE);
  }

  private static double changed(Trace trace, Map<String, String> figures, double computeScale) {
    ReplayOptions options =
        new ReplayOptions(ReplayOptions.DeltaMode.AVG, 1, computeScale, Map.of());
    return CriticalPath.of(Programs.of(trace), lane(trace, figures, options), n -> {})
        .orElseThrow()
        .seconds();
  }

  private static void above(CriticalPath path, double part, double changed) {
    double tangent = path.seconds() + 1e-3 * part;
    assertThat(changed).isGreaterThanOrEqualTo(tangent - 1e-9);
    assertThat(changed).isLessThanOrEqualTo(path.seconds() * 1.001 + 1e-9);
  }
}
